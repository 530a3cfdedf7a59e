#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds with all tests, runs them; the last lines are ctest's summary.
set -eu
cd "$(dirname "$0")/.."
. app/packages.sh
# shellcheck disable=SC2086
install_missing $build_packages

cmake --preset release -DSTEPGLASS_UNITY=ON -DSTEPGLASS_TESTS=ON -DSTEPGLASS_BENCHMARKS=ON
cmake --build --preset release
exec ctest --preset release "$@"

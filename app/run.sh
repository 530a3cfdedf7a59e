#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds, and does the main job: with a display the window with a live capture of the built-in
# training step; without one the same capture, its table on stdout, and trace, table and picture in build/run/. A build
# without the capture takes the sample trace instead.
set -eu
cd "$(dirname "$0")/.."
. app/packages.sh
# shellcheck disable=SC2086
install_missing $build_packages

cmake --preset release -DSTEPGLASS_UNITY=ON -DSTEPGLASS_TESTS=OFF -DSTEPGLASS_BENCHMARKS=OFF >&2
cmake --build --preset release >&2

stepglass=build/release/stepglass
trace=resources/sample/mlp_regions.json.gz
captures=$(test -x build/release/stepglass-capture && echo yes || echo no)

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    [ "$captures" = no ] || exec "$stepglass" --capture default
    exec "$stepglass" "$trace"
fi

out=build/run
mkdir -p "$out"
if [ "$captures" = yes ]; then
    trace=$out/capture.json
    "$stepglass" capture -o "$trace" >&2
fi
"$stepglass" table "$trace" --sort-by self_cpu_time_total --row-limit 15 >"$out/table.txt"
cat "$out/table.txt"
"$stepglass" render "$trace" -o "$out/timeline.png" --table 15
printf '\nTrace:   %s\nTable:   %s\nPicture: %s\n' "$trace" "$out/table.txt" "$out/timeline.png"

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks the capture on a machine with an NVIDIA GPU, in less than five minutes: sh tests/gpu/check.sh [BUILD_FOLDER]
# A line a check and a summary; exit code 0 = all passed, 1 = something failed, 77 = there is no GPU here.
# BACKEND=emulated runs the same checks, but for those of CUDA alone, on the device made of threads.
set -u
cd "$(dirname "$0")/../.."
BACKEND=${BACKEND:-cuda}
build=${1:-build/release}

if [ "$BACKEND" = cuda ] && ! nvidia-smi -L >/dev/null 2>&1 && ! ls /dev/nvidia[0-9]* >/dev/null 2>&1; then
    echo "SKIP: no NVIDIA GPU here (nvidia-smi lists none and there is no /dev/nvidia0); BACKEND=emulated checks without one"
    exit 77
fi
command -v python3 >/dev/null 2>&1 || { echo "FAIL: python3 is needed"; exit 1; }

targets="stepglass stepglass-capture tst_cupti_records tst_cuda_device"
[ "$BACKEND" = cuda ] && targets="$targets stepglass-cuda"
missing=no
for target in $targets; do
    [ -e "$build/$target" ] || [ -e "$build/$target.so" ] || missing=yes
done
# A folder that was given is used as it is: it may have been built elsewhere.
if [ $missing = yes ] && [ $# -eq 0 ]; then
    # shellcheck disable=SC2086
    if ! { cmake --preset release -DSTEPGLASS_BENCHMARKS=OFF && cmake --build --preset release --target $targets; } \
        >"${TMPDIR:-/tmp}/stepglass-check-build.log" 2>&1; then
        echo "FAIL: the build failed:"
        tail -n 15 "${TMPDIR:-/tmp}/stepglass-check-build.log"
        exit 1
    fi
fi
[ -x "$build/stepglass-capture" ] || { echo "FAIL: $build holds no stepglass-capture"; exit 1; }

exec python3 tests/gpu/check.py --build "$build" --backend "$BACKEND"

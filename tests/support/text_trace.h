// SPDX-License-Identifier: GPL-3.0-or-later
// Traces drawn as text, for tests of what is computed from them.
#pragma once

#include "model/core/trace.h"

#include <memory>
#include <string>
#include <string_view>

namespace stepglass::test {

// One line a track, `pid/tid: item; item`; an item is `kind name start-end key=value ...`, times in us (decimals
// allowed, negative not), a name with blanks in double quotes. Kinds: step region op call python overhead kernel htod
// dtoh dtod memset sync gpuregion other. Keys: corr ext dev stream bytes shapes grid block (AxBxC) cat; of a kernel's
// launch also regs smem (bytes) bps (blocks per SM) occ (percent). A device slice without dev/stream takes the track's
// pid/tid. The kind `instant` takes a time only; `flow CATEGORY time id= ph=s|f` is half an arrow, `process NAME 0`
// names the line's process. Lines that begin with # are comments.
//
//     1/1: step ProfilerStep#1 0-100; op aten::mm 5-20 ext=1; call cudaLaunchKernel 6-8 corr=1 ext=1
//     0/7: kernel gemm 10-40 corr=1 ext=1
//
// Ends the program with a message on a line that it cannot read: a drawing is code.
std::shared_ptr<const Trace> textTrace(std::string_view drawing);

// The first slice of that name; ends the program if there is none.
SliceId sliceNamed(const Trace& trace, std::string_view name);

// Everything that must hold in every trace: lanes do not overlap and hold each slice once, times lie in the span,
// rows point where they should. Empty, or the first thing that is wrong.
std::string brokenInvariant(const Trace& trace);

// Folder of the real traces (STEPGLASS_TRACES) and of their golden figures (STEPGLASS_GOLDEN); may not exist.
std::string tracesFolder();
std::string goldenFolder();

} // namespace stepglass::test

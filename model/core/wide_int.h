// SPDX-License-Identifier: GPL-3.0-or-later
// 128 bits, for products of times and counts. Every compiler that this is built with has them, outside the standard.
#pragma once

namespace stepglass {

__extension__ using WideInt = __int128;

} // namespace stepglass

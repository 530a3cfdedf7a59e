// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/load.h"

#include "app/commands/output.h"
#include "model/read/ingest.h"

namespace stepglass {

std::shared_ptr<const Trace> loadOrSay(const std::string& path)
{
    auto result = loadTrace(path);
    if (result.ok())
        return result.value();
    fail(kUnreadable, result.status().message());
    return nullptr;
}

} // namespace stepglass

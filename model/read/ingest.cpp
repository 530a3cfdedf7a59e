// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/ingest.h"

#include "model/read/formats.h"
#include "model/read/loader.h"

#include <array>
#include <fstream>

#include <sys/stat.h>

namespace stepglass {

Result<std::shared_ptr<const Trace>> loadTrace(const std::string& path, const LoadOptions& options)
{
    return Loader(path, options).load();
}

std::uint64_t estimatedMemory(const std::string& path)
{
    // Measured: 300 bytes of JSON a record, 12 times less when packed; 60 bytes of memory a record, 40 MB beside them.
    constexpr std::uint64_t kBesides = std::uint64_t{40} << 20;
    constexpr std::uint64_t kTextPerMemory = 5;
    constexpr std::uint64_t kPacking = 12;
    struct stat info = {};
    if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
        return 0;
    std::array<char, 16> first{};
    std::ifstream(path, std::ios::binary).read(first.data(), first.size());
    const bool packed = sniffFormat({first.data(), first.size()}).packing != TraceFormat::Packing::None;
    return kBesides + static_cast<std::uint64_t>(info.st_size) * (packed ? kPacking : 1) / kTextPerMemory;
}

} // namespace stepglass

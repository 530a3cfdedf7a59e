// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/byte_source.h"

#include <unzip.h>

#include <sys/stat.h>

namespace stepglass {
namespace {

class ZipSource : public ByteSource
{
public:
    ZipSource(unzFile zip, std::uint64_t size, std::string path)
        : m_zip(zip)
        , m_size(size)
        , m_path(std::move(path))
    {
    }
    ~ZipSource() override
    {
        unzCloseCurrentFile(m_zip);
        unzClose(m_zip);
    }
    ZipSource(const ZipSource&) = delete;
    ZipSource& operator=(const ZipSource&) = delete;

    Result<std::size_t> read(char* to, std::size_t size) override
    {
        const int n = unzReadCurrentFile(m_zip, to, static_cast<unsigned>(size));
        if (n < 0)
            return Status::error(m_path + ": byte " + std::to_string(storedPosition()) + ": damaged zip data");
        return static_cast<std::size_t>(n);
    }
    std::uint64_t storedPosition() const override { return unzGetCurrentFileZStreamPos64(m_zip); }
    std::uint64_t storedSize() const override { return m_size; }

private:
    unzFile m_zip;
    std::uint64_t m_size;
    std::string m_path;
};

} // namespace

Result<std::unique_ptr<ByteSource>> openZip(const std::string& path)
{
    struct stat info = {};
    const std::uint64_t size = stat(path.c_str(), &info) == 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
    unzFile zip = unzOpen64(path.c_str());
    if (zip == nullptr)
        return Status::error(path + ": damaged zip file");
    unz_global_info64 global = {};
    const char* reason = nullptr;
    if (unzGetGlobalInfo64(zip, &global) != UNZ_OK)
        reason = ": damaged zip file";
    else if (global.number_entry != 1)
        reason = global.number_entry == 0 ? ": the zip file is empty" : ": the zip file holds several files: unpack it";
    else if (unzOpenCurrentFile(zip) != UNZ_OK)
        reason = ": the zip file's member cannot be unpacked";
    if (reason != nullptr) {
        unzClose(zip);
        return Status::error(path + reason);
    }
    return std::unique_ptr<ByteSource>(std::make_unique<ZipSource>(zip, size, path));
}

} // namespace stepglass

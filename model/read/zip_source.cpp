// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/byte_source.h"

#include <unzip.h>

#include <sys/stat.h>

#include <algorithm>
#include <string_view>

namespace stepglass {
namespace {

// The one file in a zip, folders not counted.
struct Member
{
    unz64_file_pos place = {};
    std::uint64_t size = 0; // unpacked
};

class ZipSource : public ByteSource
{
public:
    ZipSource(unzFile zip, std::uint64_t unpacked, std::uint64_t size, std::string path)
        : m_zip(zip)
        , m_unpacked(unpacked)
        , m_size(size)
        , m_path(std::move(path))
    {
    }
    ~ZipSource() override
    {
        if (!m_ended)
            unzCloseCurrentFile(m_zip);
        unzClose(m_zip);
    }
    ZipSource(const ZipSource&) = delete;
    ZipSource& operator=(const ZipSource&) = delete;

    Result<std::size_t> read(char* to, std::size_t size) override
    {
        if (m_ended || size == 0)
            return std::size_t(0);
        const std::uint64_t at = storedPosition();
        const int n = unzReadCurrentFile(m_zip, to, static_cast<unsigned>(size));
        m_read += static_cast<std::uint64_t>(std::max(n, 0));
        if (n > 0)
            return static_cast<std::size_t>(n);
        // At the end the archive's checksum is compared with that of what was unpacked: closing the member tells.
        m_ended = true;
        if (unzCloseCurrentFile(m_zip) == UNZ_OK && n == 0 && m_read == m_unpacked)
            return std::size_t(0);
        return Status::error(m_path + ": byte " + std::to_string(std::min(at, m_size)) + ": damaged zip data");
    }
    std::uint64_t storedPosition() const override { return m_ended ? m_size : unzGetCurrentFileZStreamPos64(m_zip); }
    std::uint64_t storedSize() const override { return m_size; }

private:
    unzFile m_zip;
    std::uint64_t m_unpacked;
    std::uint64_t m_size;
    std::uint64_t m_read = 0;
    bool m_ended = false;
    std::string m_path;
};

// Null, or why there is no such member.
const char* findMember(unzFile zip, Member& member)
{
    int files = 0;
    for (int status = unzGoToFirstFile(zip); status != UNZ_END_OF_LIST_OF_FILE; status = unzGoToNextFile(zip)) {
        unz_file_info64 info = {};
        char name[4096] = {};
        if (status != UNZ_OK ||
            unzGetCurrentFileInfo64(zip, &info, name, sizeof name - 1, nullptr, 0, nullptr, 0) != UNZ_OK)
            return ": damaged zip file";
        if (std::string_view(name).ends_with('/'))
            continue;
        if (++files > 1)
            return ": the zip file holds several files: unpack it";
        member.size = info.uncompressed_size;
        unzGetFilePos64(zip, &member.place);
    }
    return files == 0 ? ": the zip file is empty" : nullptr;
}

} // namespace

Result<std::unique_ptr<ByteSource>> openZip(const std::string& path)
{
    struct stat info = {};
    const std::uint64_t size = stat(path.c_str(), &info) == 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
    unzFile zip = unzOpen64(path.c_str());
    if (zip == nullptr)
        return Status::error(path + ": damaged zip file");
    unz_global_info64 global = {};
    Member member;
    const char* reason = nullptr;
    if (unzGetGlobalInfo64(zip, &global) != UNZ_OK)
        reason = ": damaged zip file";
    else if (global.number_entry == 0)
        reason = ": the zip file is empty";
    else
        reason = findMember(zip, member);
    if (reason == nullptr && (unzGoToFilePos64(zip, &member.place) != UNZ_OK || unzOpenCurrentFile(zip) != UNZ_OK))
        reason = ": the zip file's member cannot be unpacked";
    if (reason != nullptr) {
        unzClose(zip);
        return Status::error(path + reason);
    }
    return std::unique_ptr<ByteSource>(std::make_unique<ZipSource>(zip, member.size, size, path));
}

} // namespace stepglass

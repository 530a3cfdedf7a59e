// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/byte_source.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stepglass {
namespace {

class FileSource : public ByteSource
{
public:
    FileSource(int fd, std::uint64_t size, std::string path, bool follow)
        : m_fd(fd)
        , m_size(size)
        , m_path(std::move(path))
        , m_follow(follow)
    {
    }
    ~FileSource() override
    {
        if (m_fd != STDIN_FILENO)
            close(m_fd);
    }
    FileSource(const FileSource&) = delete;
    FileSource& operator=(const FileSource&) = delete;

    Result<std::size_t> read(char* to, std::size_t size) override
    {
        ssize_t n = 0;
        do {
            n = ::read(m_fd, to, size);
        } while (n < 0 && errno == EINTR);
        if (n < 0)
            return Status::error(m_path + ": byte " + std::to_string(m_position) +
                                 ": cannot be read: " + std::strerror(errno));
        m_position += static_cast<std::uint64_t>(n);
        return static_cast<std::size_t>(n);
    }
    void startAt(std::uint64_t offset) { m_position = offset; }
    bool growing() const override { return m_follow; }
    std::uint64_t storedPosition() const override { return m_position; }
    std::uint64_t storedSize() const override { return m_size; }

private:
    int m_fd;
    std::uint64_t m_size;
    std::uint64_t m_position = 0;
    std::string m_path;
    bool m_follow;
};

} // namespace

Result<std::unique_ptr<ByteSource>> openPlainAt(const std::string& path, std::uint64_t offset)
{
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return Status::error(path + ": cannot be opened: " + std::strerror(errno));
    lseek(fd, static_cast<off_t>(offset), SEEK_SET);
    auto source = std::make_unique<FileSource>(fd, 0, path, false);
    source->startAt(offset);
    return std::unique_ptr<ByteSource>(std::move(source));
}

Result<std::unique_ptr<ByteSource>> openPlain(const std::string& path, bool follow)
{
    if (path == "-")
        return std::unique_ptr<ByteSource>(std::make_unique<FileSource>(STDIN_FILENO, 0, "standard input", false));
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return Status::error(path + ": " + (errno == ENOENT ? "no such file" : std::strerror(errno)));
    struct stat info = {};
    const bool known = fstat(fd, &info) == 0;
    if (known && S_ISDIR(info.st_mode)) {
        close(fd);
        return Status::error(path + ": is a directory, not a trace file");
    }
    const std::uint64_t size = known && S_ISREG(info.st_mode) ? static_cast<std::uint64_t>(info.st_size) : 0;
    return std::unique_ptr<ByteSource>(std::make_unique<FileSource>(fd, size, path, follow));
}

} // namespace stepglass

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/text_access.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace stepglass {
namespace {

class FileText : public TextSource
{
public:
    explicit FileText(int fd)
        : m_fd(fd)
    {
    }
    ~FileText() override { close(m_fd); }
    FileText(const FileText&) = delete;
    FileText& operator=(const FileText&) = delete;

    int fd() const { return m_fd; }
    Result<std::string> read(std::uint64_t offset, std::size_t size) const override
    {
        std::string text(size, '\0');
        std::size_t done = 0;
        while (done < size) {
            const ssize_t n = pread(m_fd, text.data() + done, size - done, static_cast<off_t>(offset + done));
            if (n < 0 && errno == EINTR)
                continue;
            if (n < 0)
                return Status::error("byte " + std::to_string(offset + done) +
                                     " of the text cannot be read: " + std::strerror(errno));
            if (n == 0)
                break;
            done += static_cast<std::size_t>(n);
        }
        text.resize(done);
        return text;
    }

private:
    int m_fd;
};

// A file without a name in the folder for temporary files, or -1.
int openNameless()
{
    const char* folder = std::getenv("TMPDIR");
    const std::string base = folder != nullptr ? folder : "/tmp";
    int fd = open(base.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0)
        return fd;
    std::string name = base + "/stepglass-XXXXXX";
    fd = mkostemp(name.data(), O_CLOEXEC);
    if (fd >= 0)
        unlink(name.c_str());
    return fd;
}

class CopyingSource : public ByteSource
{
public:
    CopyingSource(std::unique_ptr<ByteSource> source, std::shared_ptr<const FileText> copy)
        : m_source(std::move(source))
        , m_copy(std::move(copy))
    {
    }
    Result<std::size_t> read(char* to, std::size_t size) override
    {
        Result<std::size_t> n = m_source->read(to, size);
        // A full disk makes the copy end; what is in it stays readable.
        for (std::size_t done = 0; m_whole && n.ok() && done < n.value();) {
            const ssize_t written = pwrite(m_copy->fd(), to + done, n.value() - done, static_cast<off_t>(m_size));
            m_whole = written > 0;
            done += m_whole ? static_cast<std::size_t>(written) : 0;
            m_size += m_whole ? static_cast<std::uint64_t>(written) : 0;
        }
        return n;
    }
    bool growing() const override { return m_source->growing(); }
    std::uint64_t storedPosition() const override { return m_source->storedPosition(); }
    std::uint64_t storedSize() const override { return m_source->storedSize(); }

private:
    std::unique_ptr<ByteSource> m_source;
    std::shared_ptr<const FileText> m_copy;
    std::uint64_t m_size = 0;
    bool m_whole = true;
};

} // namespace

std::shared_ptr<const TextSource> plainText(const std::string& path)
{
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    return fd < 0 ? nullptr : std::make_shared<FileText>(fd);
}

std::unique_ptr<ByteSource> copying(std::unique_ptr<ByteSource> source, std::shared_ptr<const TextSource>& copy)
{
    const int fd = openNameless();
    if (fd < 0)
        return source;
    auto text = std::make_shared<FileText>(fd);
    copy = text;
    return std::make_unique<CopyingSource>(std::move(source), std::move(text));
}

} // namespace stepglass

// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/recorder/trace_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>
#include <zlib.h>

namespace stepglass::capture {
namespace {

std::string remedy(int error)
{
    switch (error) {
    case ENOENT:
        return "the folder does not exist; create it or choose another output";
    case EACCES:
    case EPERM:
    case EROFS:
        return "no permission to write there; choose another output";
    case EISDIR:
        return "it is a folder; give a file name";
    case ENOSPC:
    case EDQUOT:
        return "the disk is full; free space or choose another output";
    case EFBIG:
        return "the file size limit is reached; raise it (ulimit -f) or give --max-size";
    default:
        return std::strerror(error);
    }
}

// Only trying tells: a file system may take no files whatever the folder's permissions say.
Status checkCreation(const std::string& path)
{
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (descriptor >= 0) {
        ::close(descriptor);
        ::unlink(path.c_str());
        return {};
    }
    if (errno == EEXIST)
        return {};
    const std::string why = errno == ENOENT ? "no file can be made there; choose another output" : remedy(errno);
    return Status::failure("cannot write " + path + ": " + why);
}

} // namespace

TraceFile::~TraceFile()
{
    if (isOpen())
        ::close(m_descriptor);
}

Status TraceFile::open(const std::string& path)
{
    m_path = path;
    m_size = 0;
    m_descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (m_descriptor < 0)
        return Status::failure("cannot write " + path + ": " + remedy(errno));
    return {};
}

Status TraceFile::write(std::string_view lines)
{
    std::size_t done = 0;
    while (done < lines.size()) {
        const ssize_t written = ::write(m_descriptor, lines.data() + done, lines.size() - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            const int error = written < 0 ? errno : ENOSPC;
            // A cut line would be lost anyway; without it the rest reads without a complaint.
            const std::size_t newline = lines.substr(0, done).rfind('\n');
            m_size += newline == std::string_view::npos ? 0 : static_cast<std::int64_t>(newline + 1);
            [[maybe_unused]] const int cut = ::ftruncate(m_descriptor, m_size);
            return Status::failure("cannot write " + m_path + " beyond " + std::to_string(m_size) +
                                   " bytes: " + remedy(error));
        }
        done += static_cast<std::size_t>(written);
    }
    m_size += static_cast<std::int64_t>(lines.size());
    return {};
}

Status TraceFile::close()
{
    if (!isOpen())
        return {};
    const int result = ::close(m_descriptor);
    m_descriptor = -1;
    if (result != 0 && errno != EINTR)
        return Status::failure("cannot write " + m_path + ": " + remedy(errno));
    return {};
}

Status checkWritable(const std::string& path)
{
    struct stat info;
    int error = 0;
    if (::stat(path.c_str(), &info) == 0) {
        if (S_ISDIR(info.st_mode))
            error = EISDIR;
        else if (::access(path.c_str(), W_OK) != 0)
            error = errno;
    } else {
        const std::size_t slash = path.rfind('/');
        const std::string folder = slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
        if (::stat(folder.c_str(), &info) != 0)
            error = errno;
        else if (!S_ISDIR(info.st_mode))
            error = ENOTDIR;
        else
            return checkCreation(path);
    }
    return error ? Status::failure("cannot write " + path + ": " + remedy(error)) : Status();
}

Status packFile(const std::string& plain, const std::string& packed)
{
    const std::string part = packed + ".part";
    std::FILE* in = std::fopen(plain.c_str(), "rb");
    if (!in)
        return Status::failure("cannot read " + plain + ": " + remedy(errno));
    errno = 0;
    gzFile out = gzopen(part.c_str(), "wb6");
    if (!out) {
        const int error = errno;
        std::fclose(in);
        return Status::failure("cannot write " + part + ": " + remedy(error) + "; the trace is in " + plain);
    }
    std::vector<char> piece(std::size_t{1} << 18);
    bool good = true;
    std::size_t got = 0;
    while (good && (got = std::fread(piece.data(), 1, piece.size(), in)) > 0)
        good = gzwrite(out, piece.data(), static_cast<unsigned>(got)) == static_cast<int>(got);
    good = !std::ferror(in) && good;
    std::fclose(in);
    good = gzclose(out) == Z_OK && good;
    good = good && std::rename(part.c_str(), packed.c_str()) == 0;
    if (!good) {
        const int error = errno;
        std::remove(part.c_str());
        return Status::failure("cannot pack " + packed + ": " + remedy(error) + "; the trace is in " + plain);
    }
    std::remove(plain.c_str());
    return {};
}

} // namespace stepglass::capture

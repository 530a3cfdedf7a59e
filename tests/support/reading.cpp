// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/reading.h"

#include "model/core/trace_builder.h"
#include "model/read/torch_names.h"
#include "model/read/trace_reader.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <unistd.h>
#include <zip.h>
#include <zlib.h>
#include <zstd.h>

namespace fs = std::filesystem;

namespace stepglass::test {
namespace {

[[noreturn]] void fail(const std::string& what)
{
    std::fprintf(stderr, "test input: %s\n", what.c_str());
    std::abort();
}

std::string contentOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    return content.str();
}

class PieceSource : public ByteSource
{
public:
    PieceSource(std::string_view text, std::size_t piece)
        : m_text(text)
        , m_piece(piece)
    {
    }
    Result<std::size_t> read(char* to, std::size_t size) override
    {
        const std::size_t n = std::min({size, m_piece, m_text.size() - m_taken});
        std::memcpy(to, m_text.data() + m_taken, n);
        m_taken += n;
        return n;
    }
    std::uint64_t storedPosition() const override { return m_taken; }
    std::uint64_t storedSize() const override { return m_text.size(); }

private:
    std::string_view m_text;
    std::size_t m_piece;
    std::size_t m_taken = 0;
};

} // namespace

std::string json(std::string_view text)
{
    std::string result(text);
    std::replace(result.begin(), result.end(), '\'', '"');
    return result;
}

TemporaryFile::TemporaryFile(std::string_view content, std::string_view suffix)
{
    std::string name = (fs::temp_directory_path() / "stepglass-test-XXXXXX").string() + std::string(suffix);
    const int fd = mkstemps(name.data(), static_cast<int>(suffix.size()));
    if (fd < 0)
        fail("no temporary file");
    close(fd);
    m_path = name;
    append(content);
}

TemporaryFile::~TemporaryFile()
{
    std::remove(m_path.c_str());
}

void TemporaryFile::append(std::string_view content) const
{
    std::ofstream(m_path, std::ios::binary | std::ios::app).write(content.data(), std::ssize(content));
}

std::string gzipped(std::string_view text)
{
    constexpr int kGzipWindow = 15 + 16;
    z_stream stream = {};
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
        fail("deflate");
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string zstdPacked(std::string_view text)
{
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
    return out;
}

std::string zipped(const std::vector<std::string_view>& texts, const std::string& folder)
{
    const TemporaryFile file("", ".zip");
    std::remove(file.path().c_str());
    zipFile zip = zipOpen64(file.path().c_str(), APPEND_STATUS_CREATE);
    int number = 0;
    if (!folder.empty()) {
        zipOpenNewFileInZip(zip, (folder + "/").c_str(), nullptr, nullptr, 0, nullptr, 0, nullptr, 0, 0);
        zipCloseFileInZip(zip);
    }
    for (const std::string_view text : texts) {
        const std::string name = (folder.empty() ? "" : folder + "/") + "trace" + std::to_string(number++) + ".json";
        zipOpenNewFileInZip(zip, name.c_str(), nullptr, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED, 6);
        zipWriteInFileInZip(zip, text.data(), static_cast<unsigned>(text.size()));
        zipCloseFileInZip(zip);
    }
    zipClose(zip, nullptr);
    return contentOf(file.path());
}

std::string unpackedFile(const std::string& path)
{
    std::string content = contentOf(path);
    if (!content.starts_with("\x1F\x8B"))
        return content;
    gzFile file = gzopen(path.c_str(), "rb");
    std::string text;
    std::vector<char> piece(1 << 16);
    for (int n = 0; (n = gzread(file, piece.data(), static_cast<unsigned>(piece.size()))) > 0;)
        text.append(piece.data(), static_cast<std::size_t>(n));
    gzclose(file);
    return text;
}

std::unique_ptr<ByteSource> inPieces(std::string_view text, std::size_t piece)
{
    return std::make_unique<PieceSource>(text, piece);
}

std::shared_ptr<const Trace> traceFrom(ByteSource& source, std::uint64_t batchBytes)
{
    TraceBuilder builder;
    TraceReader reader;
    TraceReader::State state = TraceReader::State::More;
    EventBatch batch;
    while (state == TraceReader::State::More) {
        batch.reset();
        state = reader.read(source, batch, batchBytes);
        reader.describe(builder.info(), batch);
        builder.append(batch);
    }
    builder.info().producer = producerOf(builder.info(), reader.producerMarks());
    return state == TraceReader::State::Done ? builder.finish(resolvedKind) : nullptr;
}

std::shared_ptr<const Trace> traceOf(std::string_view text)
{
    return traceFrom(*inPieces(text, text.size() + 1));
}

} // namespace stepglass::test

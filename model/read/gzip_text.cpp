// SPDX-License-Identifier: GPL-3.0-or-later
// Access points in a gzip file.
#include "model/read/gzip_source.h"
#include "model/read/text_access.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace stepglass {
namespace {

struct AccessPoint
{
    std::uint64_t textOffset = 0;
    std::uint64_t storedOffset = 0;
    GzipSource::State state;
    std::atomic<const AccessPoint*> next{nullptr};
};

// Points are added by the thread that unpacks and looked up by any other: a list that only ever grows at its end.
class GzipText : public TextSource
{
public:
    explicit GzipText(std::string path)
        : m_path(std::move(path))
    {
    }
    ~GzipText() override
    {
        for (const AccessPoint* p = m_first; p != nullptr;) {
            const AccessPoint* next = p->next;
            delete p;
            p = next;
        }
    }
    GzipText(const GzipText&) = delete;
    GzipText& operator=(const GzipText&) = delete;

    void add(std::unique_ptr<AccessPoint> point)
    {
        AccessPoint* added = point.release();
        (m_last != nullptr ? m_last->next : m_first).store(added, std::memory_order_release);
        m_last = added;
    }
    Result<std::string> read(std::uint64_t offset, std::size_t size) const override
    {
        const AccessPoint* from = nullptr;
        for (const AccessPoint* p = m_first.load(std::memory_order_acquire); p != nullptr && p->textOffset <= offset;
             p = p->next.load(std::memory_order_acquire))
            from = p;
        Result<std::unique_ptr<ByteSource>> packed = openPlainAt(m_path, from != nullptr ? from->storedOffset : 0);
        if (!packed.ok())
            return packed.status();
        std::unique_ptr<GzipSource> source =
            from != nullptr ? std::make_unique<GzipSource>(std::move(packed.value()), m_path, from->state)
                            : std::make_unique<GzipSource>(std::move(packed.value()), m_path);
        return readAt(*source, offset - (from != nullptr ? from->textOffset : 0), size);
    }

private:
    static Result<std::string> readAt(ByteSource& source, std::uint64_t skip, std::size_t size)
    {
        std::vector<char> skipped(std::size_t{256} << 10);
        std::string text;
        while (text.size() < size) {
            Result<std::size_t> n = source.read(skipped.data(), skipped.size());
            if (!n.ok() && text.empty())
                return n.status();
            if (!n.ok() || n.value() == 0)
                break;
            const std::size_t unwanted = static_cast<std::size_t>(std::min<std::uint64_t>(skip, n.value()));
            text.append(skipped.data() + unwanted, n.value() - unwanted);
            skip -= unwanted;
        }
        text.resize(std::min(text.size(), size));
        return text;
    }

    std::string m_path;
    std::atomic<const AccessPoint*> m_first{nullptr};
    AccessPoint* m_last = nullptr;
};

class IndexingSource : public ByteSource
{
public:
    IndexingSource(std::unique_ptr<GzipSource> gzip, std::shared_ptr<GzipText> text, std::uint64_t spacing)
        : m_gzip(std::move(gzip))
        , m_text(std::move(text))
        , m_spacing(spacing)
    {
    }
    Result<std::size_t> read(char* to, std::size_t size) override
    {
        Result<std::size_t> n = m_gzip->read(to, size);
        m_offset += n.ok() ? n.value() : 0;
        if (n.ok() && n.value() > 0 && m_offset >= m_lastPoint + m_spacing) {
            auto point = std::make_unique<AccessPoint>();
            point->textOffset = m_lastPoint = m_offset;
            point->storedOffset = m_gzip->storedPosition();
            point->state = m_gzip->state();
            m_text->add(std::move(point));
        }
        return n;
    }
    std::uint64_t storedPosition() const override { return m_gzip->storedPosition(); }
    std::uint64_t storedSize() const override { return m_gzip->storedSize(); }

private:
    std::unique_ptr<GzipSource> m_gzip;
    std::shared_ptr<GzipText> m_text;
    std::uint64_t m_spacing;
    std::uint64_t m_offset = 0;
    std::uint64_t m_lastPoint = 0;
};

} // namespace

std::unique_ptr<ByteSource> gunzipIndexed(std::unique_ptr<ByteSource> packed, const std::string& path,
                                          std::shared_ptr<const TextSource>& text, std::uint64_t spacing)
{
    auto index = std::make_shared<GzipText>(path);
    text = index;
    auto gzip = std::make_unique<GzipSource>(std::move(packed), path);
    return std::make_unique<IndexingSource>(std::move(gzip), std::move(index), spacing);
}

} // namespace stepglass

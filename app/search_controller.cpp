// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search_controller.h"

#include "app/args_search.h"
#include "views/format/format.h"

#include <algorithm>

namespace stepglass {

namespace {

constexpr int kShortestForArgs = 2; // letters

// In time, and each once.
void sortByStart(const Trace& trace, std::vector<SliceId>& slices)
{
    std::sort(slices.begin(), slices.end(), [&](SliceId a, SliceId b) {
        return std::pair(trace.start(a), a.value) < std::pair(trace.start(b), b.value);
    });
    slices.erase(std::unique(slices.begin(), slices.end()), slices.end());
}

} // namespace

std::vector<SliceId> slicesNamedLike(const Trace& trace, const QString& text, std::stop_token stop)
{
    std::vector<bool> like(trace.strings().size());
    for (std::uint32_t i = 0; i < trace.strings().size(); ++i)
        like[i] = toQString(trace.text(StringId(i))).contains(text, Qt::CaseInsensitive);
    std::vector<SliceId> found;
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        if ((i & 0xFFFFF) == 0 && stop.stop_requested())
            return {};
        if (like[trace.nameId(SliceId(i)).value])
            found.push_back(SliceId(i));
    }
    sortByStart(trace, found);
    return found;
}

SearchController::SearchController(QObject* parent)
    : QObject(parent)
    , m_names(this, [this](Found found) { namesFound(std::move(found)); })
    , m_args(this, [this](Found found) { argsFound(std::move(found)); })
{
}

void SearchController::setDocument(TraceDocument* document)
{
    if (document == m_document)
        return;
    disconnect(m_connection);
    m_document = document;
    if (document) {
        m_connection = connect(document, &TraceDocument::changed, this, [this](TraceDocument::Changes changes) {
            using Change = TraceDocument::Change;
            if (changes.testFlag(Change::Trace) && !m_text.isEmpty())
                setText(m_text); // rows may have new numbers
            else if (changes.testFlag(Change::Selection))
                Q_EMIT changed();
        });
    }
    setText(m_text);
}

void SearchController::setText(const QString& text)
{
    m_text = text;
    m_hits.clear();
    m_names.cancel();
    m_args.cancel();
    m_stepWhenFound = false;
    if (m_document && m_document->trace() && !text.isEmpty()) {
        m_names.start([trace = m_document->trace(), text](std::stop_token stop) {
            return Found{trace, slicesNamedLike(*trace, text, stop)};
        });
    }
    Q_EMIT changed();
}

void SearchController::namesFound(Found found)
{
    if (!m_document || found.trace != m_document->trace())
        return;
    m_hits = std::move(found.slices);
    if (m_text.size() >= kShortestForArgs && found.trace->complete()) {
        m_args.start([trace = found.trace, text = m_text.toStdString()](std::stop_token stop) {
            return Found{trace, slicesWithText(*trace, text, stop)};
        });
    }
    if (std::exchange(m_stepWhenFound, false))
        step(1);
    Q_EMIT changed();
}

void SearchController::argsFound(Found found)
{
    if (!m_document || found.trace != m_document->trace())
        return;
    m_hits.insert(m_hits.end(), found.slices.begin(), found.slices.end());
    sortByStart(*found.trace, m_hits);
    Q_EMIT changed();
}

void SearchController::step(int direction)
{
    if (m_hits.empty()) {
        m_stepWhenFound = scanning();
        return;
    }
    const Trace& trace = *m_document->trace();
    const SliceId selected = m_document->selectedSlice();
    const auto key = [&](SliceId s) { return std::pair(trace.start(s), s.value); };
    const auto from = selected.valid() ? key(selected) : std::pair(m_document->visible().from, std::uint32_t{0});
    auto next = std::lower_bound(m_hits.begin(), m_hits.end(), from,
                                 [&](SliceId s, const auto& value) { return key(s) < value; });
    if (direction > 0) {
        if (next != m_hits.end() && *next == selected)
            ++next;
        if (next == m_hits.end())
            next = m_hits.begin();
    } else {
        next = next == m_hits.begin() ? m_hits.end() - 1 : next - 1;
    }
    m_document->select(*next, TraceDocument::Reveal::Yes);
    Q_EMIT changed();
}

QString SearchController::note() const
{
    if (m_text.isEmpty() || !m_document)
        return {};
    if (m_names.running())
        return tr("…");
    const QString more = m_args.running() ? tr(" · args …") : QString();
    if (m_hits.empty())
        return (m_args.running() ? tr("no name") : tr("none")) + more;
    const auto at = std::find(m_hits.begin(), m_hits.end(), m_document->selectedSlice());
    const QString count = formatCount(m_hits.size());
    if (at == m_hits.end())
        return (m_hits.size() == 1 ? tr("1 hit") : tr("%1 hits").arg(count)) + more;
    return tr("%1 of %2").arg(formatCount(static_cast<std::uint64_t>(at - m_hits.begin()) + 1), count) + more;
}

} // namespace stepglass

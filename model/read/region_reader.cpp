// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/region_reader.h"

#include "model/read/event_seam.h"

#include <algorithm>

#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace stepglass {
namespace {

constexpr std::size_t kWindowBytes = std::size_t{128} << 10; // stays in a processor's own cache beside the batch
constexpr std::size_t kLeastRefill = std::size_t{16} << 10;
constexpr std::uint64_t kBeforeNominal = 64; // where an event that begins right there may be told from

} // namespace

RegionParser::RegionParser(int file, std::string label)
    : m_file(file)
    , m_label(std::move(label))
    , m_window(kWindowBytes)
{
}

bool RegionParser::refill(std::optional<std::string>& damage)
{
    char* to = m_window.prepare(kLeastRefill);
    const std::uint64_t at = m_window.offset() + m_window.size();
    ssize_t n = 0;
    do {
        n = pread(m_file, to, m_window.room(), static_cast<off_t>(at));
    } while (n < 0 && errno == EINTR);
    if (n < 0)
        damage = m_label + ": byte " + std::to_string(at) + ": cannot be read: " + std::strerror(errno);
    m_window.commit(n > 0 ? static_cast<std::size_t>(n) : 0);
    m_last = n <= 0;
    return n > 0;
}

void RegionParser::parseFrom(std::uint64_t begin, const JsonEvents::Position& position, std::uint64_t boundary,
                             RegionResult& result)
{
    result.batch.reset();
    result.damage.reset();
    result.begin = begin;
    // What the window holds already is not read again.
    if (begin >= m_window.offset() && begin <= m_window.offset() + m_window.size())
        m_window.consume(m_window.begin() + (begin - m_window.offset()));
    else
        m_window.restart(begin);
    m_last = false;
    m_chrome.begin(result.batch);
    JsonEvents events(m_chrome);
    events.resume(position);
    bool more = m_window.size() == 0;
    while (true) {
        if (more)
            refill(result.damage);
        const char* p = m_window.begin();
        result.stop = events.read(p, m_window.end(), m_window.offset(), m_last, boundary);
        m_window.consume(p);
        more = result.stop == JsonEvents::Stop::NeedMore;
        if (!more || m_last)
            break;
    }
    result.end = m_window.offset();
    result.position = events.position();
    result.validJson = events.validJson();
    result.unparsable = events.unparsable();
    result.marks = m_chrome.producerMarks();
}

std::optional<std::uint64_t> RegionParser::guess(std::uint64_t nominal, std::uint64_t boundary)
{
    std::optional<std::string> ignored; // will be met again by who reads the region
    m_window.restart(nominal - std::min(nominal, kBeforeNominal));
    m_last = false;
    while (m_window.offset() < boundary && refill(ignored)) {
        const char* p = m_window.begin();
        while ((p = findSeam(p, m_window.end())) != nullptr) {
            const std::uint64_t at = m_window.offset() + static_cast<std::uint64_t>(p - m_window.begin());
            if (at >= nominal) {
                m_window.consume(p);
                return at;
            }
        }
        // A seam may lie across the window's end.
        const std::size_t keep = std::min<std::size_t>(m_window.size(), kBeforeNominal);
        m_window.consume(m_window.end() - keep);
    }
    return std::nullopt;
}

void RegionParser::parseGuessed(std::uint64_t nominal, std::uint64_t boundary, RegionResult& result)
{
    const std::optional<std::uint64_t> begin = guess(nominal, boundary);
    if (begin && *begin < boundary) {
        parseFrom(*begin, JsonEvents::behindComma(), boundary, result);
        return;
    }
    result.batch.reset();
    result.begin = result.end = JsonEvents::kNoBoundary; // never right: will be read when its place is known
}

RegionReader::RegionReader(Plan plan)
    : m_plan(std::move(plan))
    , m_regions(
          static_cast<std::uint32_t>(std::max<std::uint64_t>(1, (m_plan.fileSize - m_plan.begin) / m_plan.regionBytes)))
    , m_slots(std::size_t{2} * std::max(1u, m_plan.threads))
    , m_parser(m_plan.file, m_plan.label)
    , m_expected(m_plan.begin)
    , m_position(m_plan.position)
{
    for (unsigned i = 1; i < m_plan.threads && i < m_regions; ++i)
        m_threads.emplace_back([this] { work(); });
}

RegionReader::~RegionReader()
{
    m_stop = true;
    m_released.fetch_add(m_regions); // wakes who waits for a slot
    m_released.notify_all();
    for (std::thread& thread : m_threads)
        thread.join();
}

void RegionReader::parse(RegionParser& parser, std::uint32_t region)
{
    Slot& slot = slotOf(region);
    if (region == 0)
        parser.parseFrom(m_plan.begin, m_plan.position, boundary(0), slot.result);
    else
        parser.parseGuessed(nominal(region), boundary(region), slot.result);
    slot.done.store(region + 1); // in one order with the look for who waits, which is in notify_all()
    slot.done.notify_all();
}

void RegionReader::work()
{
    RegionParser parser(m_plan.file, m_plan.label);
    while (!m_stop) {
        const std::uint32_t region = m_nextToParse.fetch_add(1);
        if (region >= m_regions)
            return;
        // Its slot is free once the region that was there before has been dealt with.
        for (std::uint32_t released = m_released; !m_stop && region >= released + m_slots.size(); released = m_released)
            m_released.wait(released);
        if (m_stop)
            return;
        parse(parser, region);
    }
}

// Parses a region on the calling thread if one is left whose slot is free.
bool RegionReader::takeOne(RegionParser& parser)
{
    std::uint32_t region = m_nextToParse;
    while (region < m_regions && region < m_released + m_slots.size()) {
        if (m_nextToParse.compare_exchange_weak(region, region + 1)) {
            parse(parser, region);
            return true;
        }
    }
    return false;
}

RegionResult* RegionReader::next()
{
    if (m_holds) {
        m_holds = false;
        ++m_current;
        m_released.fetch_add(1);
        m_released.notify_all();
    }
    if (m_ended || m_current >= m_regions)
        return nullptr;
    Slot& slot = slotOf(m_current);
    std::uint32_t done = slot.done.load(std::memory_order_acquire);
    while (done != m_current + 1) {
        if (!takeOne(m_parser))
            slot.done.wait(done, std::memory_order_acquire);
        done = slot.done.load(std::memory_order_acquire);
    }
    RegionResult& result = slot.result;
    if (m_current > 0 && result.begin != m_expected) {
        m_parser.parseFrom(m_expected, m_position, boundary(m_current), result);
        ++m_repaired;
    }
    m_expected = result.end;
    m_position = result.position;
    m_ended = result.stop != JsonEvents::Stop::Boundary;
    m_holds = true;
    return &result;
}

} // namespace stepglass

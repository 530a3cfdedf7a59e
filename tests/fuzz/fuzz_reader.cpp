// SPDX-License-Identifier: GPL-3.0-or-later
// A libFuzzer target: any bytes as a file. See CONTRIBUTING.md.
#include "model/analysis/health.h"
#include "model/analysis/links.h"
#include "model/analysis/trace_summary.h"
#include "model/read/ingest.h"
#include "tests/support/text_trace.h"

#include <cstdio>
#include <cstdlib>

#include <sys/mman.h>
#include <unistd.h>

using namespace stepglass;

namespace {

// A file in memory: loadTrace() takes a path.
class MemoryFile
{
public:
    MemoryFile()
        : m_descriptor(memfd_create("fuzz.json", 0))
    {
    }
    void set(const std::uint8_t* data, std::size_t size) const
    {
        if (ftruncate(m_descriptor, 0) != 0 || pwrite(m_descriptor, data, size, 0) != static_cast<ssize_t>(size))
            std::abort();
    }
    std::string path() const { return "/proc/self/fd/" + std::to_string(m_descriptor); }

private:
    int m_descriptor;
};

void require(bool condition, const std::string& what)
{
    if (condition)
        return;
    std::fprintf(stderr, "%s\n", what.c_str());
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const MemoryFile file;
    file.set(data, size);
    const auto result = loadTrace(file.path());
    if (!result.ok()) {
        require(result.status().message().find('\n') == std::string::npos, "an error of several lines");
        return 0;
    }
    const Trace& trace = *result.value();
    const std::string broken = test::brokenInvariant(trace);
    require(broken.empty(), broken);
    const auto links = linkTrace(trace);
    summarize(trace, *links);
    traceHealth(trace, *links);
    return 0;
}

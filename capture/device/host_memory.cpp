// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/device/host_memory.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <sys/mman.h>

namespace stepglass::capture {
namespace {

std::size_t wholePages(std::size_t bytes)
{
    constexpr std::size_t kPage = 4096;
    return std::max<std::size_t>(kPage, (bytes + kPage - 1) / kPage * kPage);
}

// First number of a one-line file, -1 if there is none ("max" included).
std::int64_t numberIn(const char* path)
{
    std::ifstream file(path);
    std::int64_t value = -1;
    return file >> value ? value : -1;
}

} // namespace

void* allocateHostPages(std::size_t bytes)
{
    const std::size_t size = wholePages(bytes);
    if (size < bytes)
        return nullptr;
    void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return nullptr;
    ::madvise(memory, size, MADV_HUGEPAGE);
    return memory;
}

void freeHostPages(void* memory, std::size_t bytes)
{
    if (memory)
        ::munmap(memory, wholePages(bytes));
}

std::int64_t availableMemory()
{
    std::int64_t available = INT64_MAX;
    std::ifstream file("/proc/meminfo");
    for (std::string key; file >> key;) {
        if (key == "MemAvailable:") {
            std::int64_t kilobytes = 0;
            if (file >> kilobytes)
                available = kilobytes * 1024;
            break;
        }
    }
    const std::int64_t most = numberIn("/sys/fs/cgroup/memory.max");
    const std::int64_t used = numberIn("/sys/fs/cgroup/memory.current");
    if (most >= 0 && used >= 0)
        available = std::min(available, std::max<std::int64_t>(0, most - used));
    return available;
}

} // namespace stepglass::capture

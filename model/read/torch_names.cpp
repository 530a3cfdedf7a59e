// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/torch_names.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stepglass {
namespace {

using Row = std::pair<std::string_view, CategoryRule>;

constexpr std::array kCategories{
    Row{"cpu_op", CategoryRule::Operator},
    Row{"operator", CategoryRule::Operator},
    Row{"user_annotation", CategoryRule::Region},
    Row{"session", CategoryRule::Region},
    Row{"gpu_user_annotation", CategoryRule::GpuRegion},
    Row{"runtime", CategoryRule::RuntimeCall},
    Row{"cuda_runtime", CategoryRule::RuntimeCall},
    Row{"cuda_driver", CategoryRule::RuntimeCall},
    Row{"hip_runtime", CategoryRule::RuntimeCall},
    Row{"xpu_runtime", CategoryRule::RuntimeCall},
    Row{"xpu_driver", CategoryRule::RuntimeCall},
    Row{"mtia_runtime", CategoryRule::RuntimeCall},
    Row{"privateuse1_runtime", CategoryRule::RuntimeCall},
    Row{"privateuse1_driver", CategoryRule::RuntimeCall},
    Row{"enqueue", CategoryRule::RuntimeCall},
    Row{"dequeue", CategoryRule::RuntimeCall},
    Row{"kernel", CategoryRule::Kernel},
    Row{"memcpy", CategoryRule::Memcpy},
    Row{"gpu_memcpy", CategoryRule::Memcpy},
    Row{"memset", CategoryRule::Memset},
    Row{"gpu_memset", CategoryRule::Memset},
    Row{"cuda_sync", CategoryRule::Sync},
    Row{"cuda_event", CategoryRule::Sync},
    Row{"python_function", CategoryRule::Python},
    Row{"fee", CategoryRule::Python},
    Row{"overhead", CategoryRule::Overhead},
    Row{"mtia_ccp_events", CategoryRule::Mtia},
    Row{"node", CategoryRule::OnnxNode},
    Row{"op", CategoryRule::TensorFlowOp},
};

using Task = std::pair<std::string_view, SliceKind>;

constexpr std::array kNpuTasks{
    Task{"PCIE_DMA_SQE", SliceKind::MemcpyOther},
    Task{"SDMA_SQE", SliceKind::MemcpyOther},
    Task{"SDMA", SliceKind::MemcpyOther},
    Task{"MEMCPY_ASYNC", SliceKind::MemcpyOther},
    Task{"AI_CORE", SliceKind::Kernel},
    Task{"AI_VECTOR_CORE", SliceKind::Kernel},
    Task{"MIX_AIC", SliceKind::Kernel},
    Task{"MIX_AIV", SliceKind::Kernel},
    Task{"AI_CPU", SliceKind::Kernel},
    Task{"DSA_SQE", SliceKind::Kernel},
    Task{"OTHER", SliceKind::Kernel},
    Task{"EVENT_WAIT_SQE", SliceKind::Sync},
    Task{"EVENT_RECORD_SQE", SliceKind::Sync},
    Task{"EVENT_WAIT", SliceKind::Sync},
    Task{"EVENT_RECORD", SliceKind::Sync},
    Task{"EVENT_RESET", SliceKind::Sync},
    Task{"NOTIFY_WAIT", SliceKind::Sync},
    Task{"NOTIFY_RECORD", SliceKind::Sync},
    Task{"WRITE_VALUE", SliceKind::Sync},
};

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
char upper(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

template<class Change>
std::string changed(std::string_view text, Change change)
{
    std::string result(text);
    std::transform(text.begin(), text.end(), result.begin(), change);
    return result;
}

SliceKind kernelKind(std::string_view name)
{
    return isCommunicationName(name) ? SliceKind::Communication : SliceKind::Kernel;
}

SliceKind npuKind(std::string_view name, std::string_view taskType)
{
    std::string task = changed(taskType, upper);
    std::replace(task.begin(), task.end(), ' ', '_');
    const auto it =
        std::find_if(kNpuTasks.begin(), kNpuTasks.end(), [&](const Task& row) { return row.first == task; });
    if (it == kNpuTasks.end())
        return SliceKind::Other;
    return it->second == SliceKind::Kernel ? kernelKind(name) : it->second;
}

// TensorFlow 1 keeps a process for each stream; the numbered ones repeat what "all" holds.
SliceKind tensorFlowKind(const UnresolvedNames& n)
{
    const auto has = [&](std::string_view part) { return n.process.find(part) != std::string_view::npos; };
    if (!n.process.ends_with(" Compute"))
        return SliceKind::Other;
    if (has("/stream:all"))
        return kernelKind(n.name);
    if (has("/memcpy"))
        return memcpyKind(n.name, {}, {});
    return has("/stream:") ? SliceKind::Other : SliceKind::Operator;
}

bool isRocmDevice(std::string_view process)
{
    return process.size() > 3 && process.starts_with("GPU") &&
           std::all_of(process.begin() + 3, process.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

CategoryRule categoryRule(std::string_view category)
{
    if (category.empty())
        return CategoryRule::None;
    const std::string key = changed(category, lower);
    const auto it =
        std::find_if(kCategories.begin(), kCategories.end(), [&](const Row& row) { return row.first == key; });
    return it == kCategories.end() ? CategoryRule::Other : it->second;
}

SliceKind memcpyKind(std::string_view name, std::string_view copyKind, std::string_view direction)
{
    using Word = std::pair<std::string_view, SliceKind>;
    constexpr std::array kWords{
        Word{"htod", SliceKind::MemcpyHtoD},           Word{"dtoh", SliceKind::MemcpyDtoH},
        Word{"dtod", SliceKind::MemcpyDtoD},           Word{"ptop", SliceKind::MemcpyPtoP},
        Word{"hosttodevice", SliceKind::MemcpyHtoD},   Word{"devicetohost", SliceKind::MemcpyDtoH},
        Word{"devicetodevice", SliceKind::MemcpyDtoD},
    };
    for (const std::string_view text : {name, copyKind, direction}) {
        std::string key = changed(text, lower);
        std::erase(key, '_');
        std::size_t first = std::string::npos;
        SliceKind kind = SliceKind::MemcpyOther;
        for (const auto& [word, meaning] : kWords) {
            const std::size_t at = key.find(word);
            if (at < first) {
                first = at;
                kind = meaning;
            }
        }
        if (kind != SliceKind::MemcpyOther)
            return kind;
    }
    return SliceKind::MemcpyOther;
}

SliceKind sliceKind(CategoryRule rule, std::string_view name, std::string_view copyKind, std::string_view direction)
{
    switch (rule) {
    case CategoryRule::Operator: // old Kineto and torch_npu give regions this category too
        if (name.starts_with("ProfilerStep#"))
            return SliceKind::Step;
        return name.starts_with("Optimizer.") || name.starts_with("enumerate(Data") ? SliceKind::Region
                                                                                    : SliceKind::Operator;
    case CategoryRule::Region:
        return name.starts_with("ProfilerStep#") ? SliceKind::Step : SliceKind::Region;
    case CategoryRule::GpuRegion:
        return SliceKind::GpuRegion;
    case CategoryRule::RuntimeCall:
        return SliceKind::RuntimeCall;
    case CategoryRule::Kernel:
        return kernelKind(name);
    case CategoryRule::Memcpy:
        return memcpyKind(name, copyKind, direction);
    case CategoryRule::Memset:
        return SliceKind::Memset;
    case CategoryRule::Sync:
        return SliceKind::Sync;
    case CategoryRule::Python:
        return SliceKind::Python;
    case CategoryRule::Overhead:
        return SliceKind::Overhead;
    case CategoryRule::Mtia:
        if (name == "dma_request")
            return memcpyKind({}, copyKind, direction);
        return name.starts_with("event_") ? SliceKind::Sync : kernelKind(name);
    case CategoryRule::OnnxNode:
        return name.ends_with("_kernel_time") ? SliceKind::Operator : SliceKind::Other;
    case CategoryRule::Other:
    case CategoryRule::None:
    case CategoryRule::TensorFlowOp:
        break;
    }
    return SliceKind::Other;
}

SliceKind resolvedKind(const UnresolvedNames& n)
{
    if (!n.category.empty())
        return tensorFlowKind(n);
    if (n.process == "Ascend Hardware")
        return npuKind(n.name, n.hint);
    if (n.process == "HCCL")
        return n.thread.find("Communication") != std::string_view::npos ? kernelKind(n.name) : SliceKind::Other;
    if (n.process == "CANN" || n.process == "CPU HIP API" || n.thread.starts_with("Hip "))
        return SliceKind::RuntimeCall;
    if (isRocmDevice(n.process)) {
        if (n.name.starts_with("Copy"))
            return memcpyKind(n.name, {}, {});
        return n.name.starts_with("Fill") ? SliceKind::Memset : kernelKind(n.name);
    }
    if (n.process == "CPU functions")
        return SliceKind::Operator;
    if (n.process == "CUDA functions")
        return kernelKind(n.name);
    return n.process == "COPY" ? memcpyKind(n.name, {}, {}) : SliceKind::Other;
}

} // namespace stepglass

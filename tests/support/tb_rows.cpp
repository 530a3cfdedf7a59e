// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tb_rows.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

namespace stepglass::test {
namespace {

using Json = nlohmann::json;

std::string idText(const Json& args, const char* key)
{
    if (!args.is_object() || !args.contains(key))
        return {};
    return args[key].is_string() ? args[key].get<std::string>() : args[key].dump();
}

bool isCollective(const std::string& name)
{
    static const std::set<std::string> kNames{"broadcast", "reduce", "all_reduce", "all_gather", "reduce_scatter"};
    const std::size_t colon = name.find(':');
    const std::string library = name.substr(0, colon);
    return colon != std::string::npos && (library == "nccl" || library == "gloo") &&
           kNames.contains(name.substr(colon + 1));
}

bool isLoader(const std::string& name)
{
    const bool loader = name.rfind("enumerate(DataLoader)#", 0) == 0 && name.ends_with("__next__");
    return loader || name.rfind("enumerate(DataPipe)#", 0) == 0;
}

// None: a category that the variant does not know, or a record that it drops.
std::optional<TbType> typeOf(const std::string& category, const std::string& name, bool release, bool collective)
{
    const bool step = name.rfind("ProfilerStep#", 0) == 0;
    if (category == "operator" || category == "cpu_op")
        return step ? TbType::Step : isLoader(name) ? TbType::DataLoader : TbType::Operator;
    if (category == "user_annotation" || category == "gpu_user_annotation") {
        if (step)
            return TbType::Step;
        if (release && !collective)
            return std::nullopt;
        return isLoader(name) ? TbType::DataLoader : TbType::Annotation;
    }
    static const std::set<std::string> kLaterRuntimes{"cuda_runtime", "mtia_runtime", "xpu_runtime", "glow_runtime",
                                                      "privateuse1_runtime"};
    if (category == "runtime" || (!release && kLaterRuntimes.contains(category)))
        return TbType::Runtime;
    if (category == "kernel")
        return TbType::Kernel;
    if (category == "memcpy" || category == "gpu_memcpy")
        return TbType::Memcpy;
    if (category == "memset" || category == "gpu_memset")
        return TbType::Memset;
    if (category == "python_function")
        return name.rfind("nn.Module: ", 0) == 0 ? TbType::Module : TbType::Other;
    if (category == "trace" || category == "python")
        return TbType::Other;
    return std::nullopt;
}

// As Python prints it.
std::string printed(const Json& value)
{
    std::string text;
    for (const char c : value.dump())
        text += c == ',' ? std::string(", ") : std::string(1, c);
    return text;
}

std::string printedArg(const Json& args, const char* key)
{
    return args.is_object() && args.contains(key) ? printed(args[key]) : std::string();
}

std::optional<double> numberArg(const Json& args, const char* key)
{
    if (!args.is_object() || !args.contains(key) || !args[key].is_number())
        return std::nullopt;
    return args[key].get<double>();
}

void readKernel(const Json& args, TbRow& row)
{
    row.device = printedArg(args, "device");
    row.grid = printedArg(args, "grid");
    row.block = printedArg(args, "block");
    row.registers = printedArg(args, "registers per thread");
    row.sharedMemory = printedArg(args, "shared memory");
    row.blocksPerSm = numberArg(args, "blocks per SM");
    row.occupancy = numberArg(args, "est. achieved occupancy %");
}

std::string typeNameOf(const TbRow& row, const std::string& category)
{
    switch (row.type) {
    case TbType::Step:
        return "ProfilerStep";
    case TbType::Runtime:
        return "Runtime";
    case TbType::Kernel:
        return "Kernel";
    case TbType::Memcpy:
        return "Memcpy";
    case TbType::Memset:
        return "Memset";
    case TbType::Module:
        return "Module";
    case TbType::Annotation:
        return "user_annotation";
    case TbType::Operator:
    case TbType::DataLoader:
        return category == "operator" || category == "cpu_op" ? "Operator" : "user_annotation";
    case TbType::Other:
        break;
    }
    return category == "trace" ? "Trace" : category;
}

} // namespace

bool TbRow::usesTensorCores() const
{
    for (const char* part :
         {"h884", "s884", "h1688", "s1688", "hmma", "i8816", "16816", "dgrad_1x1_stride_2x2",
          "first_layer_wgrad_kernel", "conv1x1", "conv2d_c1_k1", "direct_group", "xmma_implicit_gemm",
          "xmma_sparse_conv", "xmma_warp_specialized_implicit_gemm", "xmma_gemm", "xmma_sparse_gemm", "c1688"}) {
        if (name.find(part) != std::string::npos)
            return true;
    }
    return false;
}

TbRows::TbRows(const FileRecords& file, const std::string& variant)
{
    std::optional<Interval> profiler;
    for (SliceId slice : file.inFileOrder()) {
        const Json record = file.record(slice);
        if (!record.is_object() || record.value("ph", "") != "X" || !record.contains("cat"))
            continue;
        std::string category = record["cat"].get<std::string>();
        std::transform(category.begin(), category.end(), category.begin(),
                       [](unsigned char c) { return std::tolower(c); });
        if (variant == "clean" && category == "gpu_user_annotation")
            continue;
        TbRow row;
        row.slice = slice;
        row.name = record.value("name", "");
        row.collective = isCollective(row.name);
        const auto type = typeOf(category, row.name, variant == "release", row.collective);
        if (!type)
            continue;
        row.type = *type;
        row.start = file.trace().start(slice);
        row.end = file.trace().end(slice);
        row.tid = std::string(file.trace().text(file.trace().thread(file.trace().thread(slice)).tid));
        const Json args = record.value("args", Json::object());
        row.external = idText(args, "External id");
        if (row.external.empty())
            row.external = idText(args, "external id");
        row.correlation = idText(args, "correlation");
        if (args.is_object() && args.contains("Input Dims"))
            row.shapes = printed(args["Input Dims"]);
        row.typeName = typeNameOf(row, category);
        if (row.type == TbType::Kernel)
            readKernel(args, row);
        if (category == "trace" && row.name == "PyTorch Profiler (0)")
            profiler = Interval{row.start, row.end};
        m_range = m_all.empty() ? Interval{row.start, row.end}
                                : Interval{std::min(m_range.begin, row.start), std::max(m_range.end, row.end)};
        if (row.onDevice() && !row.correlation.empty())
            m_device.emplace(row.correlation, m_all.size());
        m_all.push_back(std::move(row));
    }
    m_range = profiler.value_or(m_range);
    findSteps();
    stretchSteps();
}

std::vector<const TbRow*> TbRows::launched(const TbRow& call) const
{
    std::vector<const TbRow*> rows;
    const auto [from, to] = m_device.equal_range(call.correlation);
    for (auto at = from; at != to; ++at)
        rows.push_back(&m_all[at->second]);
    return rows;
}

void TbRows::findSteps()
{
    std::optional<Interval> operators;
    for (const TbRow& row : m_all) {
        if (row.type == TbType::Step)
            m_steps.push_back({row.name.substr(row.name.find('#') + 1), row.start, row.end});
        if (row.type == TbType::Operator || row.type == TbType::DataLoader)
            operators = operators ? Interval{std::min(operators->begin, row.start), std::max(operators->end, row.end)}
                                  : Interval{row.start, row.end};
    }
    std::stable_sort(m_steps.begin(), m_steps.end(),
                     [](const TbStep& a, const TbStep& b) { return a.start < b.start; });
    if (m_steps.empty() && operators)
        m_steps.push_back({"0", operators->begin, operators->end});
}

void TbRows::stretchSteps()
{
    std::vector<std::vector<const TbRow*>> work(m_steps.size());
    std::set<const TbRow*> inSteps;
    for (const TbRow& call : m_all) {
        if (call.type != TbType::Runtime || call.correlation.empty())
            continue;
        for (std::size_t s = 0; s < m_steps.size(); ++s) {
            if (call.start < m_steps[s].start || call.end > m_steps[s].end)
                continue;
            for (const TbRow* row : launched(call)) {
                work[s].push_back(row);
                inSteps.insert(row);
            }
        }
    }
    std::size_t last = m_steps.size();
    while (last > 0 && work[last - 1].empty())
        --last;
    if (last == 0)
        return; // no step launched device work
    if (last > 1 && static_cast<double>(work[last - 1].size()) < 0.8 * static_cast<double>(work[last - 2].size()))
        --last;
    m_stepsRemoved = m_steps.size() - last;
    m_steps.resize(last);
    Ns before = m_steps[0].start;
    Ns firstWork = work[0].empty() ? m_steps[0].start : work[0].front()->start;
    for (const TbRow* row : work[0])
        firstWork = std::min(firstWork, row->start);
    for (const TbRow& row : m_all) {
        if (row.onDevice() && !inSteps.contains(&row) && row.end < firstWork)
            before = std::max(before, row.end);
    }
    for (std::size_t s = 0; s < m_steps.size(); ++s) {
        m_steps[s].start = std::max(m_steps[s].start, before);
        for (const TbRow* row : work[s])
            m_steps[s].end = std::max(m_steps[s].end, row->end);
        before = m_steps[s].end;
    }
}

} // namespace stepglass::test

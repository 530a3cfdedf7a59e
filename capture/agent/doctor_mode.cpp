// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/agent/other_modes.h"
#include "capture/device/backends.h"
#include "capture/device/host_kernels.h"
#include "capture/device/host_memory.h"
#include "capture/recorder/text_buffer.h"
#include "capture/workload/presets.h"
#include "capture/workload/training_step.h"

#include <cstdio>
#include <thread>

namespace stepglass::capture {
namespace {

void writeReport(TextBuffer& out, const BackendReport& report)
{
    out << "{\"name\": ";
    out.quoted(report.name);
    out << ", \"usable\": " << (report.usable ? "true" : "false") << ", \"device\": ";
    out.quoted(report.device);
    out << ", \"remedy\": ";
    out.quoted(report.remedy);
    if (!report.details.empty())
        out << ", \"details\": " << report.details;
    out << '}';
}

void writePreset(TextBuffer& out, const Preset& preset)
{
    const WorkloadOptions& o = preset.options;
    out << "{\"name\": ";
    out.quoted(preset.name);
    out << ", \"shows\": ";
    out.quoted(preset.shows);
    out << ", \"finding\": ";
    out.quoted(preset.finding);
    out << ", \"counterpart\": ";
    out.quoted(preset.counterpart);
    out << ", \"batch\": " << o.batch << ", \"in_features\": " << o.inFeatures << ", \"hidden\": " << o.hidden
        << ", \"out_features\": " << o.outFeatures << ", \"active\": " << preset.active << '}';
}

template<typename List, typename Write>
void writeList(TextBuffer& out, const List& list, Write write)
{
    bool first = true;
    for (const auto& one : list) {
        out << (first ? "\n  " : ",\n  ");
        write(out, one);
        first = false;
    }
}

} // namespace

int runDoctor()
{
    Recorder recorder;
    TextBuffer out;
    out << "{\"version\": 1, \"backends\": [";
    writeList(out, probeBackends(recorder), writeReport);
    out << "],\n \"processors\": " << std::thread::hardware_concurrency()
        << ", \"available_memory_bytes\": " << availableMemory() << ", \"blas\": ";
    out.quoted(blasDescription());
    out << ", \"baseline_memory_bytes\": " << static_cast<std::int64_t>(TrainingStep::memoryNeeded({}))
        << ", \"notes\": [";
    if (std::thread::hardware_concurrency() < 2)
        out.quoted(
            "this machine has one processor: the emulated device and its host will take turns; use a machine with "
            "two or more");
    out << "]}\n";
    std::fputs(out.text().c_str(), stdout);
    return 0;
}

int runPresets()
{
    TextBuffer out;
    out << '[';
    writeList(out, presets(), writePreset);
    out << "\n]\n";
    std::fputs(out.text().c_str(), stdout);
    return 0;
}

} // namespace stepglass::capture

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/capture_request.h"
#include "app/commands/commands.h"
#include "app/commands/output.h"
#include "app/commands/text.h"
#include "capture/session/capture_probe.h"

namespace stepglass {

int runDoctor()
{
    const QString program = captureProgram();
    if (program.isEmpty())
        return kCaptureFailed;
    const CaptureProbe probe = CaptureProbe::run(program);
    if (!probe.error.isEmpty())
        return fail(kCaptureFailed, probe.error.toStdString());
    std::vector<std::vector<std::string>> rows{{"backend", "", ""}};
    for (const BackendInfo& backend : probe.backends) {
        rows.push_back({backend.name.toStdString(), backend.usable ? "can run" : "cannot run",
                        (backend.usable ? backend.device : backend.remedy).toStdString()});
        if (backend.usable && !backend.details.isEmpty()) // else the remedy has said it
            rows.push_back({"", "", backend.details.toStdString()});
    }
    print(columnsText(rows, {}));
    print("\n" + std::to_string(probe.processors) + " processors, " +
          bytesText(static_cast<std::uint64_t>(probe.availableMemoryBytes)) + " of memory available, " +
          probe.blas.toStdString() + "\n");
    for (const QString& note : probe.notes)
        print("note: " + note.toStdString() + "\n");
    return finishOutput(kDone);
}

} // namespace stepglass

// SPDX-License-Identifier: GPL-3.0-or-later
// Who may include what: the arrows of the architecture, read off the sources.
#include <QTest>

#include <filesystem>
#include <fstream>
#include <regex>

namespace fs = std::filesystem;

namespace {

struct Rule
{
    const char* folder;
    const char* mayInclude; // of the project's own folders, or Qt, CUDA
};

// First match counts.
const Rule kRules[] = {
    {"model/core/", "model/core/"},
    {"model/read/", "model/(core|read)/"},
    {"model/write/", "model/(core|write)/"},
    {"model/analysis/", "model/(core|analysis)/"},
    {"capture/session/", "capture/session/|Q"},
    {"capture/cuda/", "capture/(cuda|device|recorder)/|cu|nv"},
    {"capture/recorder/", "capture/recorder/"},
    {"capture/device/", "capture/(device|recorder)/"},
    {"capture/workload/", "capture/(workload|device|recorder)/"},
    {"capture/benchmark/", "capture/(benchmark|workload|device|recorder)/"},
    {"capture/agent/", "capture/(agent|benchmark|workload|device|recorder)/"},
    {"views/document/", "model/|views/document/|Q"},
    {"views/theme/", "views/theme/|model/core/|Q"},
    {"views/export/", "model/|views/(document|theme|format|timeline|export)/|Q"}, // pictures of the timeline
    {"views/format/", "views/format/|model/core/|Q"},
    {"views/widgets/", "views/(widgets|theme|format)/|Q"},
};

const std::regex kInclude("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]");
const std::regex kOfInterest(R"(^(app|capture|model|views|tests)/.*|^Q.*|^qcustomplot.*|^(cuda|cupti|cublas|nv).*)");

// A view's folder may include itself, what every view shares, and the model.
std::string allowedFor(const std::string& path)
{
    for (const Rule& rule : kRules) {
        if (path.starts_with(rule.folder))
            return rule.mayInclude;
    }
    if (path.starts_with("views/")) {
        const std::string own = path.substr(0, path.find('/', 6) + 1);
        return "model/|views/(document|theme|format|widgets)/|Q|qcustomplot|" + own;
    }
    return {};
}

} // namespace

class TestLayering : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyIncludePointsTheRightWay()
    {
        const fs::path root(STEPGLASS_SOURCE_DIR);
        int checked = 0;
        for (const char* top : {"model", "capture", "views"}) {
            for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
                const std::string ext = entry.path().extension();
                if (ext != ".h" && ext != ".cpp" && ext != ".cu")
                    continue;
                const std::string path = fs::relative(entry.path(), root).string();
                const std::string allowed = allowedFor(path);
                if (allowed.empty())
                    continue;
                const std::regex may("^(" + allowed + ").*");
                std::ifstream file(entry.path());
                for (std::string line; std::getline(file, line);) {
                    std::smatch match;
                    if (!std::regex_search(line, match, kInclude))
                        continue;
                    ++checked;
                    const std::string included = match[1];
                    QVERIFY2(!std::regex_match(included, kOfInterest) || std::regex_match(included, may),
                             (path + " includes " + included).c_str());
                }
            }
        }
        QVERIFY(checked > 20);
    }
};

QTEST_GUILESS_MAIN(TestLayering)
#include "tst_layering.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A captured step opened by the program's own commands: counted by hand, summed again from the file, and held against
// what PyTorch records for the same step.
#include "tests/capture/capture_files.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace capture_files;

namespace {

// Big enough that a step's time is its kernels', small enough to be quick.
const QStringList kSizes = {"--batch", "32", "--in-features", "256", "--hidden", "1024", "--out-features", "128"};
constexpr int kSteps = 5;

QByteArray run(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(QString(STEPGLASS_BINARY_DIR) + '/' + program, arguments);
    if (!process.waitForFinished(120'000) || process.exitCode() != 0) {
        qWarning() << program << arguments << process.readAllStandardError();
        return {};
    }
    return process.readAllStandardOutput();
}

json runJson(const QString& program, const QStringList& arguments)
{
    return json::parse(run(program, arguments).toStdString(), nullptr, false);
}

std::int64_t nanoseconds(const json& microseconds)
{
    return std::llround(microseconds.get<double>() * 1000);
}

// Nested names, outermost first: depth and name of each host slice of a thread inside [from, to], and the shapes of its
// arguments where they are recorded.
struct Node
{
    int depth;
    std::string name;
    json shapes;
    bool operator==(const Node&) const = default;
};

std::vector<Node> hostTree(const json& trace, const json& within)
{
    std::vector<json> slices;
    for (const char* category : {"cpu_op", "user_annotation"})
        for (const json& one : events(trace, category))
            if (one["tid"] == within["tid"] && one["ts"] >= within["ts"] && endOf(one) <= endOf(within) + 0.0005)
                slices.push_back(one);
    std::stable_sort(slices.begin(), slices.end(), [](const json& a, const json& b) {
        return std::pair(a["ts"].get<double>(), -endOf(a)) < std::pair(b["ts"].get<double>(), -endOf(b));
    });
    std::vector<Node> tree;
    std::vector<double> open;
    for (const json& one : slices) {
        while (!open.empty() && one["ts"].get<double>() >= open.back())
            open.pop_back();
        tree.push_back({static_cast<int>(open.size()), one["name"], one["args"].value("Input Dims", json())});
        open.push_back(endOf(one));
    }
    return tree;
}

json lastNamed(const json& trace, const std::string& name, const std::string& category = "user_annotation")
{
    json found;
    for (const json& one : events(trace, category))
        if (one["name"] == name && (found.is_null() || one["ts"] > found["ts"]))
            found = one;
    return found;
}

// The sizes of PyTorch's recording divided by 32; the batch of 32 stays.
void makeSmall(json& shapes)
{
    if (shapes.is_array()) {
        for (json& one : shapes)
            makeSmall(one);
    } else if (shapes == 2048 || shapes == 8192) {
        shapes = shapes.get<int>() / 32;
    }
}

// PyTorch's tree of a region, every operator of it, as this workload names and sizes it.
std::vector<Node> pytorchTree(const json& trace, const json& within)
{
    std::vector<Node> tree = hostTree(trace, within);
    for (Node& node : tree) {
        if (node.name.starts_with("aten::"))
            node.name.replace(0, 4, "mlp");
        makeSmall(node.shapes);
    }
    return tree;
}

// A trace that may be packed, unpacked by another program.
json readPacked(const QString& path)
{
    return path.endsWith(".gz") ? json::parse(runToEnd("gzip", {"-dc", path}).out.toStdString(), nullptr, false)
                                : readJson(path);
}

QString goldenTrace(const char* name)
{
    const QString path = qEnvironmentVariable("STEPGLASS_TRACES", STEPGLASS_TRACES_DEFAULT) + "/torch/" + name;
    return QFile::exists(path) ? path : QString();
}

QByteArray legible(const std::vector<Node>& tree)
{
    QByteArray text;
    for (const Node& node : tree)
        text +=
            QByteArray(2 * node.depth, ' ') + QByteArray::fromStdString(node.name + ' ' + node.shapes.dump()) + '\n';
    return text;
}

} // namespace

class TestCapturedStep : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_file;
    json m_trace;

    int calls(const json& table, const std::string& name, const std::string& on = "host") const
    {
        for (const json& row : table["rows"])
            if (row["name"] == name && row["on"] == on)
                return row["calls"];
        return 0;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_file = m_folder.filePath("step.json");
        run("stepglass-capture",
            QStringList{"-o", m_file, "--backend", "emulated", "--record-shapes", "--profile-memory", "--with-stack"} +
                kSizes);
        m_trace = readJson(m_file);
        QVERIFY(m_trace.is_object());
    }

    void infoCountsAStepAsByHand()
    {
        const json info = runJson("stepglass", {"info", "--json", m_file});
        const json& counts = info["counts"];
        const auto kind = [&](const char* name) { return counts["by_kind"].value(name, 0); };
        // Batch: 2 x (to, _to_copy, empty_strided, copy_). Forward: 2 x linear of 6, gelu, broadcast_tensors, mse_loss
        // with resize_, empty, mean and its as_strided.
        // Backward: ones_like 4; nodes are 2 rows each: MSE 2 + 7, Mm 2 + 3 x t of 3 + 2 mm and 2 + 2 x 3 + 1,
        // T 2 x (2 + 3), AccumulateGrad 2 x (2 + 2), GELU 2 + 1. Optimizer: the tensor 1 in 5, counters
        // 1 + 2, then 8 and 2 allocations, 6 of them with 2 result types; 2 bias corrections of 2 weights by 2 each.
        // Loss: item and _local_scalar_dense.
        const int step = 8 + (12 + 1 + 1 + 5) + (4 + 9 + 13 + 9 + 10 + 8 + 3) + (5 + 3 + 8 + 2 + 6 * 2 + 2 * 2 * 2) + 2;
        // The loader makes batches ahead on its own time, three operators each.
        const int loader = countNamed(events(m_trace, "cpu_op"), "mlp::decode") +
                           countNamed(events(m_trace, "cpu_op"), "mlp::augment") +
                           countNamed(events(m_trace, "cpu_op"), "mlp::collate");
        QCOMPARE(kind("operator"), kSteps * step + loader);
        QVERIFY(loader <= 3 * (kSteps + 5));
        QCOMPARE(kind("kernel"), kSteps * 19);
        QCOMPARE(kind("memcpy"), kSteps * 3);
        QCOMPARE(kind("memset"), kSteps * 1);
        QCOMPARE(counts["memcpy_bytes"]["HtoD"].get<int>(), kSteps * 32 * (256 + 128) * 4);
        QCOMPARE(counts["memcpy_bytes"]["DtoH"].get<int>(), kSteps * 4);
        QCOMPARE(counts["steps"].size(), std::size_t{kSteps});
        QCOMPARE(info["health"]["set_aside"].get<int>(), 0);
        QCOMPARE(info["health"]["reasons"].dump(), std::string("[]"));
    }

    void infoFindsTheLaunchAndTheOperatorOfAllDeviceWork()
    {
        const json counts = runJson("stepglass", {"info", "--json", m_file})["counts"];
        const int work = kSteps * (19 + 3 + 1);
        QCOMPARE(counts["linked"].get<int>(), work);
        QCOMPARE(counts["launched_in_operator"].get<int>(), work);
        QCOMPARE(counts["linked_to_operator"].get<int>(), work);
        QCOMPARE(counts["starts_before_launch"].get<int>(), 0);
        QCOMPARE(counts["flows"]["by_cat"]["ac2g"].get<int>(), work);
        QCOMPARE(counts["flows"]["dangling_starts"].get<int>(), 0);
        QCOMPARE(counts["flows"]["dangling_finishes"].get<int>(), 0);
        for (const json& track : counts["tracks"]) {
            // On the row of a stream, waits of the host lie over the work that they wait for, as Kineto writes them.
            if (track["pid"] != "0")
                QCOMPARE(track["partial_overlaps"].get<int>(), 0);
        }
    }

    void theFileSaysThatItIsOursAndEmulated()
    {
        const json info = runJson("stepglass", {"info", "--json", m_file});
        QCOMPARE(info["producer"].get<std::string>(), std::string("Stepglass (emulated device)"));
        QVERIFY(info["counts"]["devices"][0].get<std::string>().starts_with("Emulated"));
        for (const json& one : m_trace["traceEvents"])
            if (one["name"] == "thread_name" && one["pid"] == 0)
                QVERIFY(one["args"]["name"].get<std::string>().find("emulated") != std::string::npos);
        QVERIFY(run("stepglass", {"table", m_file}).startsWith("# mode pytorch, scope whole, emulated device\n"));
    }

    void everyKindOfRecordHasKinetosMembers_data()
    {
        QTest::addColumn<QString>("category");
        QTest::addColumn<QString>("phase");
        QTest::addColumn<QStringList>("arguments");
        const QStringList work = {"External id", "correlation", "device", "context", "stream"};
        QTest::newRow("operator") << "cpu_op"
                                  << "X" << QStringList{"External id", "Record function id", "Call stack"};
        QTest::newRow("region") << "user_annotation"
                                << "X" << QStringList{"External id", "Record function id"};
        QTest::newRow("region on the device") << "gpu_user_annotation"
                                              << "X" << QStringList{"External id"};
        QTest::newRow("kernel") << "kernel"
                                << "X" << work;
        QTest::newRow("copy") << "gpu_memcpy"
                              << "X" << work + QStringList{"bytes", "memory bandwidth (GB/s)"};
        QTest::newRow("set") << "gpu_memset"
                             << "X" << work + QStringList{"bytes"};
        QTest::newRow("call") << "cuda_runtime"
                              << "X" << QStringList{"External id", "correlation"};
        QTest::newRow("synchronisation") << "cuda_sync"
                                         << "X" << QStringList{"cuda_sync_kind", "device", "stream"};
        QTest::newRow("memory") << "cpu_instant_event"
                                << "i" << QStringList{"Total Reserved", "Total Allocated", "Bytes",
                                                      "Device Id",      "Device Type",     "Addr"};
        QTest::newRow("arrow starts") << "ac2g"
                                      << "s" << QStringList{};
        QTest::newRow("arrow ends") << "ac2g"
                                    << "f" << QStringList{};
        QTest::newRow("forward to backward") << "fwdbwd"
                                             << "s" << QStringList{};
    }

    void everyKindOfRecordHasKinetosMembers()
    {
        QFETCH(QString, category);
        QFETCH(QString, phase);
        QFETCH(QStringList, arguments);
        const auto found = events(m_trace, category.toStdString(), phase.toStdString());
        QVERIFY(!found.empty());
        for (const json& one : found) {
            for (const QString& name : arguments) {
                // The capture's own last synchronisation is asked for by no operator, and a copy may take 0 ns.
                const bool mayLack =
                    (category == "cuda_runtime" && name == "External id" && one["name"] == "emuDeviceSynchronize") ||
                    (name.contains("GB/s") && one["dur"] == 0.0);
                QVERIFY2(mayLack || one["args"].contains(name.toStdString()),
                         qPrintable(name + " lacks in " + QString::fromStdString(one.dump())));
            }
            if (phase == "s" || phase == "f")
                QVERIFY(one.contains("id") && one.contains("ts") && one["name"] == category.toStdString());
        }
    }

    void shapesAreThoseOfTheStep()
    {
        std::map<std::string, std::set<std::string>> shapes;
        for (const json& one : events(m_trace, "cpu_op"))
            if (one["args"].contains("Input Dims"))
                shapes[one["name"]].insert(one["args"]["Input Dims"].dump());
        using Set = std::set<std::string>;
        QCOMPARE(shapes["mlp::linear"], (Set{"[[32,256],[1024,256],[]]", "[[32,1024],[128,1024],[]]"}));
        QCOMPARE(shapes["mlp::gelu"].size(), 1U);
        QCOMPARE(shapes["mlp::mse_loss"], (Set{"[[32,128],[32,128],[]]"}));
        // Forward twice; W2's gradient, the activation's, W1's.
        QCOMPARE(shapes["mlp::mm"], (Set{"[[32,256],[256,1024]]", "[[32,1024],[1024,128]]", "[[128,32],[32,1024]]",
                                         "[[32,128],[128,1024]]", "[[1024,32],[32,256]]"}));
        // The forms that PyTorch 2.15 records of the same step on a CPU, with its sizes changed to these.
        QCOMPARE(shapes["mlp::as_strided"].count("[[1024,256],[],[],[]]"), 1U);
        QCOMPARE(shapes["mlp::transpose"].count("[[128,1024],[],[]]"), 1U);
        QCOMPARE(shapes["mlp::zeros_like"], (Set{"[[32,128],[],[],[],[],[]]"}));
        QCOMPARE(shapes["mlp::zero_"], (Set{"[[32,128]]"}));
        QCOMPARE(shapes["mlp::empty_strided"], (Set{"[[],[],[],[],[],[]]"}));
        QCOMPARE(shapes["mlp::_to_copy"].count("[[32,256],[],[],[],[],[],[]]"), 1U);
        QCOMPARE(shapes["mlp::copy_"].count("[[32,256],[32,256],[]]"), 1U);
        QCOMPARE(shapes["mlp::item"], (Set{"[[]]"}));
        QCOMPARE(shapes["MmBackward0"], (Set{"[[32,128]]", "[[32,1024]]"}));
        QCOMPARE(shapes["GeluBackward0"], (Set{"[[32,1024]]"}));
        QCOMPARE(shapes["torch::autograd::AccumulateGrad"], (Set{"[[128,1024]]", "[[1024,256]]"}));
        QCOMPARE(shapes["detach"], shapes["mlp::detach"]);
    }

    void memoryRecordsSumToTheirTotals()
    {
        std::int64_t allocated = -1;
        int count = 0;
        std::vector<json> records = events(m_trace, "cpu_instant_event", "i"); // each thread's own, in its order
        std::stable_sort(records.begin(), records.end(),
                         [](const json& a, const json& b) { return a["ts"] < b["ts"]; });
        for (const json& one : records) {
            const json& args = one["args"];
            const std::int64_t total = args["Total Allocated"];
            if (allocated >= 0)
                QCOMPARE(total, allocated + args["Bytes"].get<std::int64_t>());
            allocated = total;
            QVERIFY(total <= args["Total Reserved"].get<std::int64_t>());
            ++count;
        }
        QVERIFY(count > 20 * kSteps);
    }

    void theTableSumsToItsFooterAndToTheFile()
    {
        const json table = runJson("stepglass", {"table", m_file, "--format", "json"});
        std::int64_t self = 0;
        std::int64_t selfDevice = 0;
        for (const json& row : table["rows"]) {
            self += row["self_cpu_ns"].get<std::int64_t>();
            if (row["on"] == "device" && !row["region"].get<bool>())
                selfDevice += row["self_device_ns"].get<std::int64_t>();
        }
        QCOMPARE(self, table["self_cpu_total_ns"].get<std::int64_t>());
        QCOMPARE(selfDevice, table["self_device_total_ns"].get<std::int64_t>());
        std::int64_t work = 0;
        for (const char* category : {"kernel", "gpu_memcpy", "gpu_memset", "cuda_sync"})
            for (const json& one : events(m_trace, category))
                work += nanoseconds(one["dur"]);
        QCOMPARE(selfDevice, work);
        QCOMPARE(calls(table, "mlp::linear"), 2 * kSteps);
        QCOMPARE(calls(table, "mlp::mm"), 5 * kSteps);
        QCOMPARE(calls(table, "ProfilerStep*"), kSteps);
        QCOMPARE(calls(table, "emuLaunchKernel"), 19 * kSteps);
        QCOMPARE(calls(table, "sgemm_32x1024x256_nt", "device"), kSteps);
    }

    void theTreeHoldsRegionsOperatorsAndKernels()
    {
        const QByteArray text = run("stepglass", {"tree", m_file});
        int at = 0;
        for (const char* line : {"ProfilerStep*", "  zero_grad", "  forward", "    mlp::linear", "      mlp::matmul",
                                 "        mlp::mm", "          sgemm_32x1024x256_nt", "  backward", "  optimizer_step",
                                 "    Optimizer.step#AdamW.step", "      mlp::_foreach_lerp_"}) {
            const auto found = text.indexOf('\n' + QByteArray(line) + ' ', at);
            QVERIFY2(found >= 0, line);
            at = static_cast<int>(found);
        }
    }

    // The least of many, which is what a busy machine disturbs least, and more of them until the two are close.
    void aStepInTheTraceTakesWhatTheBenchmarkSays()
    {
        double inTrace = 1e18;
        double alone = 1e18;
        for (int round = 0; round < 6 && (round < 2 || std::abs(inTrace / alone - 1) > 0.1); ++round) {
            const QString file = m_folder.filePath("timed.json");
            QVERIFY(
                !run("stepglass-capture", QStringList{"-o", file, "--backend", "emulated", "--active", "40"} + kSizes)
                     .isEmpty());
            const json steps = runJson("stepglass", {"steps", "--json", file});
            for (const json& step : steps["devices"][0]["steps"])
                if (!step["boundary"].get<bool>())
                    inTrace = std::min(inTrace, step["dur_ns"].get<double>());
            const json result = runJson("stepglass-capture",
                                        QStringList{"--benchmark", "--backend", "emulated", "--steps", "40"} + kSizes);
            alone = std::min(alone, result["per_step_synchronised_ns"]["min"].get<double>());
        }
        QVERIFY2(inTrace > 0.7 * alone && inTrace < 1.4 * alone,
                 qPrintable(QString("%1 ms in the trace, %2 ms timed").arg(inTrace / 1e6).arg(alone / 1e6)));
    }

    void onTheCpuTheTreeIsPyTorchs_data()
    {
        QTest::addColumn<QString>("region");
        QTest::newRow("zero_grad") << "zero_grad";
        QTest::newRow("forward") << "forward";
        QTest::newRow("backward") << "backward";
    }

    void onTheCpuTheTreeIsPyTorchs()
    {
        QFETCH(QString, region);
        const QString file = m_folder.filePath("cpu.json");
        if (!QFile::exists(file))
            run("stepglass-capture", QStringList{"-o", file, "--backend", "cpu", "--record-shapes", "--batch", "32",
                                                 "--in-features", "64", "--hidden", "256", "--out-features", "64"});
        const std::string name = region.toStdString();
        const json mine = readJson(file);
        const json golden = readPacked(STEPGLASS_SOURCE_DIR "/tests/data/cpu215_mlp_regions_memory.json.gz");
        const std::vector<Node> tree = hostTree(mine, lastNamed(mine, name));
        const std::vector<Node> expected = pytorchTree(golden, lastNamed(golden, name));
        QVERIFY(expected.size() >= 2);
        QVERIFY2(tree == expected, legible(tree) + "---- PyTorch:\n" + legible(expected));
    }

    // There the mean is one kernel, and nothing is asked about conjugation: recorded on an MI300.
    void onADeviceTheLossIsPyTorchs()
    {
        const QString golden = goldenTrace("mi300_ddp_resnet18.json.gz");
        if (golden.isEmpty())
            QSKIP("mi300_ddp_resnet18.json.gz is not here");
        const auto names = [](std::vector<Node> tree) {
            for (Node& node : tree)
                node.shapes = node.shapes.size();
            return tree;
        };
        const json theirs = readPacked(golden);
        for (const char* name : {"broadcast_tensors", "mse_loss", "mm"}) {
            const json mine = lastNamed(m_trace, std::string("mlp::") + name, "cpu_op");
            const json reference = lastNamed(theirs, std::string("aten::") + name, "cpu_op");
            const std::vector<Node> tree = names(hostTree(m_trace, mine));
            const std::vector<Node> expected = names(pytorchTree(theirs, reference));
            QVERIFY(!expected.empty());
            QVERIFY2(tree == expected, legible(tree) + "---- PyTorch:\n" + legible(expected));
        }
    }

    // A CUDA step with Adam, which has no weight decay before it, and six weights instead of two.
    void theOptimizersTreeIsThatOfAMultiTensorStep()
    {
        const QString golden = goldenTrace("t4_fp32_pt210.pt.trace.json");
        if (golden.isEmpty())
            QSKIP("t4_fp32_pt210.pt.trace.json is not here");
        // What is there once a weight becomes one; arguments are a list of tensors, a tensor, or a scalar.
        const auto once = [](const json& trace, const std::string& optimizer) {
            std::vector<Node> tree;
            for (Node node : pytorchTree(trace, lastNamed(trace, optimizer))) {
                for (json& argument : node.shapes)
                    argument = argument.empty() ? "" : argument[0].is_array() ? "list" : "tensor";
                tree.push_back(node);
                for (const std::ptrdiff_t length : {1, 2})
                    if (std::ssize(tree) >= 2 * length &&
                        std::equal(tree.end() - length, tree.end(), tree.end() - 2 * length))
                        tree.resize(tree.size() - static_cast<std::size_t>(length));
            }
            tree.erase(tree.begin()); // Optimizer.step# and the optimizer's name
            return tree;
        };
        std::vector<Node> mine = once(m_trace, "Optimizer.step#AdamW.step");
        const std::vector<Node> expected = once(readJson(golden), "Optimizer.step#Adam.step");
        QVERIFY(mine.size() > 10 && expected.size() > 10);
        const auto decay = mine.begin() + 7; // after the tensor 1 and the counters
        QCOMPARE(decay[0].name + decay[1].name, std::string("mlp::_foreach_mul_mlp::result_type"));
        mine.erase(decay, decay + 2);
        QVERIFY2(mine == expected, legible(mine) + "---- PyTorch:\n" + legible(expected));
    }

    void theOptimizersShapesAreThoseOfTheWeights()
    {
        const std::string list = "[[1024,256],[128,1024]]";
        const auto shapesOf = [&](const char* name) {
            return lastNamed(m_trace, std::string("mlp::") + name, "cpu_op")["args"]["Input Dims"].dump();
        };
        QCOMPARE(shapesOf("_foreach_lerp_"), "[" + list + "," + list + ",[]]");
        QCOMPARE(shapesOf("_foreach_mul_"), "[" + list + ",[]]");
        QCOMPARE(shapesOf("_foreach_addcmul_"), "[" + list + "," + list + "," + list + ",[]]");
        QCOMPARE(shapesOf("_foreach_sqrt"), "[" + list + "]");
        QCOMPARE(shapesOf("_foreach_div_"), "[" + list + ",[]]");
        QCOMPARE(shapesOf("_foreach_add_"), "[" + list + ",[]]"); // the step's last one, of eps
        QCOMPARE(shapesOf("_foreach_addcdiv_"), shapesOf("_foreach_addcmul_"));
        // The table tells a list by [], as PyTorch's does: counters and eps are two rows of one operator.
        const json table = runJson("stepglass", {"table", m_file, "--group-by-input-shape", "--format", "json"});
        std::map<std::string, int> rows;
        for (const json& row : table["rows"])
            if (row["name"].get<std::string>().starts_with("mlp::_foreach_"))
                rows[row["name"].get<std::string>().substr(5) + row["shapes"].get<std::string>()] = row["calls"];
        const std::map<std::string, int> expected = {
            {"_foreach_add_[[], [], []]", kSteps}, {"_foreach_add_[[], []]", kSteps},
            {"_foreach_mul_[[], []]", 2 * kSteps}, {"_foreach_lerp_[[], [], []]", kSteps},
            {"_foreach_sqrt[[]]", kSteps},         {"_foreach_addcmul_[[], [], [], []]", kSteps},
            {"_foreach_div_[[], []]", kSteps},     {"_foreach_addcdiv_[[], [], [], []]", kSteps}};
        QCOMPARE(rows, expected);
    }
};

QTEST_GUILESS_MAIN(TestCapturedStep)
#include "tst_captured_step.moc"

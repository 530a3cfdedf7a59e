// SPDX-License-Identifier: GPL-3.0-or-later
// The step's arithmetic against PyTorch's own figures (golden file), against central differences in double, and between
// backends.
#include "capture/device/cpu_device.h"
#include "capture/device/elementwise.h"
#include "capture/device/emulated_device.h"
#include "capture/workload/training_step.h"

#include <QTest>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

using namespace stepglass::capture;
using nlohmann::json;

namespace {

std::string goldenFile()
{
    const QString traces = qEnvironmentVariable("STEPGLASS_TRACES", STEPGLASS_TRACES_DEFAULT);
    const QString golden = qEnvironmentVariable("STEPGLASS_GOLDEN", traces + "/golden");
    return (golden + "/numerics/mlp_adamw.json").toStdString();
}

std::vector<float> sines(std::int64_t count, double a, double b, double scale)
{
    std::vector<float> values(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i)
        values[static_cast<std::size_t>(i)] = static_cast<float>(scale * std::sin(a * static_cast<double>(i) + b));
    return values;
}

double norm(const std::vector<float>& values)
{
    double sum = 0;
    for (const float value : values)
        sum += static_cast<double>(value) * static_cast<double>(value);
    return std::sqrt(sum);
}

bool near(double actual, double expected, double relative)
{
    return std::abs(actual - expected) <= relative * std::abs(expected);
}

// A small MLP on a device, from the golden file's stated start.
struct Small
{
    Small(Device& device, Recorder& recorder, std::int64_t b, std::int64_t i, std::int64_t h, std::int64_t o,
          bool multiTensor = true)
        : allocator(device, recorder)
        , ops(device, recorder, allocator, device.defaultStream())
        , x(upload(sines(b * i, 0.71, 0.2, 1), b, i))
        , target(upload(sines(b * o, 0.53, 1.1, 1), b, o))
        , model(ops, upload(sines(h * i, 0.37, 0.1, 0.3), h, i), upload(sines(o * h, 0.23, 0.7, 0.3), o, h))
        , optimizer(ops, model.parameters(), AdamWOptions{.multiTensor = multiTensor})
    {
    }

    Tensor upload(const std::vector<float>& values, std::int64_t rows, std::int64_t cols)
    {
        return ops.to(values.data(), rows, cols, HostMemory::Pageable, true);
    }
    std::vector<float> download(const Tensor& tensor)
    {
        std::vector<float> values(static_cast<std::size_t>(tensor.count()));
        ops.device().copy(ops.stream(), values.data(), tensor.data(), values.size() * sizeof(float),
                          CopyDirection::DeviceToHost, HostMemory::Pageable);
        return values;
    }
    // Loss and gradients; the weights are untouched.
    float differentiate()
    {
        optimizer.zeroGrad();
        const Tensor loss = model.forward(x, target);
        model.backward(ops.onesLike(loss));
        return ops.item(loss);
    }

    CachingAllocator allocator;
    Ops ops;
    Tensor x;
    Tensor target;
    Mlp model;
    AdamW optimizer;
};

double lossInDouble(const std::vector<double>& w1, const std::vector<double>& w2, int b, int in, int h, int out)
{
    double sum = 0;
    for (int r = 0; r < b; ++r) {
        std::vector<double> a(static_cast<std::size_t>(h));
        for (int j = 0; j < h; ++j) {
            double z = 0;
            for (int i = 0; i < in; ++i)
                z += w1[static_cast<std::size_t>(j * in + i)] *
                     static_cast<double>(static_cast<float>(std::sin(0.71 * (r * in + i) + 0.2)));
            a[static_cast<std::size_t>(j)] = 0.5 * z * std::erfc(-z / std::sqrt(2.0));
        }
        for (int k = 0; k < out; ++k) {
            double y = 0;
            for (int j = 0; j < h; ++j)
                y += w2[static_cast<std::size_t>(k * h + j)] * a[static_cast<std::size_t>(j)];
            const double d = y - static_cast<double>(static_cast<float>(std::sin(0.53 * (r * out + k) + 1.1)));
            sum += d * d;
        }
    }
    return sum / (b * out);
}

std::unique_ptr<Device> makeDevice(const QString& name, Recorder& recorder)
{
    if (name == "cpu")
        return std::make_unique<CpuDevice>();
    return std::make_unique<EmulatedDevice>(recorder);
}

} // namespace

class TestNumerics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tenStepsGiveWhatPyTorchGives_data()
    {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<bool>("multiTensor");
        QTest::newRow("cpu") << "cpu" << true;
        QTest::newRow("emulated") << "emulated" << true;
        QTest::newRow("cpu, an operator a parameter") << "cpu" << false;
    }

    void tenStepsGiveWhatPyTorchGives()
    {
        QFETCH(QString, backend);
        QFETCH(bool, multiTensor);
        std::ifstream file(goldenFile());
        if (!file)
            QSKIP("golden/numerics/mlp_adamw.json is not here");
        const json golden = json::parse(file);
        for (const json& sizes : golden["cases"]) {
            Recorder recorder;
            const auto device = makeDevice(backend, recorder);
            Small small(*device, recorder, sizes["batch"], sizes["in_features"], sizes["hidden"], sizes["out_features"],
                        multiTensor);
            for (std::size_t step = 0; step < 10; ++step) {
                const double loss = static_cast<double>(small.differentiate());
                const json& expected = sizes["float64"][step];
                const QByteArray where = QByteArray::number(static_cast<int>(step)) + " of " +
                                         QByteArray::fromStdString(sizes["hidden"].dump());
                QVERIFY2(near(loss, expected["loss"], 2e-5), where);
                QVERIFY2(near(loss, sizes["float32_loss"][step], 1e-5), where);
                QVERIFY2(near(norm(small.download(small.model.w1().gradient)), expected["grad_norm_w1"], 2e-5), where);
                QVERIFY2(near(norm(small.download(small.model.w2().gradient)), expected["grad_norm_w2"], 2e-5), where);
                small.optimizer.step();
                QVERIFY2(near(norm(small.download(small.model.w1().weight)), expected["norm_w1"], 2e-5), where);
                QVERIFY2(near(norm(small.download(small.model.w2().weight)), expected["norm_w2"], 2e-5), where);
            }
            device->synchronize();
        }
    }

    void weightsAfterTheLastGoldenStepAreThoseOfPyTorch()
    {
        std::ifstream file(goldenFile());
        if (!file)
            QSKIP("golden/numerics/mlp_adamw.json is not here");
        for (const json& sizes : json::parse(file)["cases"]) {
            Recorder recorder;
            CpuDevice device;
            Small small(device, recorder, sizes["batch"], sizes["in_features"], sizes["hidden"], sizes["out_features"]);
            for (std::size_t step = 0; step < sizes["float64"].size(); ++step) {
                small.differentiate();
                small.optimizer.step();
            }
            const std::vector<float> w1 = small.download(small.model.w1().weight);
            const std::vector<float> w2 = small.download(small.model.w2().weight);
            for (std::size_t i = 0; i < 4; ++i) {
                QVERIFY(near(static_cast<double>(w1[i]), sizes["w1_first"][i], 2e-5));
                QVERIFY(near(static_cast<double>(w2[w2.size() - 4 + i]), sizes["w2_last"][i], 2e-5));
            }
        }
    }

    void geluAndItsGradientAreThoseOfPyTorch()
    {
        std::ifstream file(goldenFile());
        if (!file)
            QSKIP("golden/numerics/mlp_adamw.json is not here");
        for (const json& point : json::parse(file)["gelu"]) {
            const auto x = point["x"].get<float>();
            const float one = 1;
            float y = 0;
            float dy = 0;
            elementwise::gelu(&y, &x, 1);
            elementwise::geluBackward(&dy, &one, &x, 1);
            QVERIFY2(std::abs(static_cast<double>(y) - point["y"].get<double>()) <=
                         2e-6 * std::abs(point["y"].get<double>()),
                     qPrintable(QString::number(static_cast<double>(x))));
            QVERIFY2(near(static_cast<double>(dy), point["dy"], 2e-5),
                     qPrintable(QString::number(static_cast<double>(x))));
        }
    }

    void gradientsAreTheSlopesOfTheLoss()
    {
        Recorder recorder;
        CpuDevice device;
        const int b = 3, in = 5, h = 7, out = 4;
        Small small(device, recorder, b, in, h, out);
        small.differentiate();
        const std::vector<float> g1 = small.download(small.model.w1().gradient);
        const std::vector<float> g2 = small.download(small.model.w2().gradient);
        const std::vector<float> start1 = sines(h * in, 0.37, 0.1, 0.3);
        const std::vector<float> start2 = sines(out * h, 0.23, 0.7, 0.3);
        const std::vector<double> w1(start1.begin(), start1.end());
        const std::vector<double> w2(start2.begin(), start2.end());
        const double step = 1e-5;
        for (std::size_t i = 0; i < w1.size(); ++i) {
            std::vector<double> up = w1, down = w1;
            up[i] += step;
            down[i] -= step;
            const double slope =
                (lossInDouble(up, w2, b, in, h, out) - lossInDouble(down, w2, b, in, h, out)) / (2 * step);
            QVERIFY(std::abs(slope - static_cast<double>(g1[i])) < 1e-6);
        }
        for (std::size_t i = 0; i < w2.size(); ++i) {
            std::vector<double> up = w2, down = w2;
            up[i] += step;
            down[i] -= step;
            const double slope =
                (lossInDouble(w1, up, b, in, h, out) - lossInDouble(w1, down, b, in, h, out)) / (2 * step);
            QVERIFY(std::abs(slope - static_cast<double>(g2[i])) < 1e-6);
        }
    }

    void theLossFallsOverFiftySteps()
    {
        WorkloadOptions options;
        options.batch = 16;
        options.inFeatures = 64;
        options.hidden = 128;
        options.outFeatures = 32;
        Recorder recorder;
        EmulatedDevice device(recorder);
        TrainingStep::Created created = TrainingStep::create(device, recorder, options);
        QVERIFY2(created.status.ok(), created.status.message().c_str());
        QVERIFY(created.step->run().ok());
        const float first = created.step->loss();
        for (int i = 0; i < 50; ++i)
            QVERIFY(created.step->run().ok());
        QVERIFY2(
            created.step->loss() < 0.8F * first,
            qPrintable(
                QString("%1 -> %2").arg(static_cast<double>(first)).arg(static_cast<double>(created.step->loss()))));
    }

    void backendsAgree_data()
    {
        QTest::addColumn<int>("copy");
        QTest::addColumn<bool>("pieces");
        QTest::newRow("pinned") << static_cast<int>(CopyMode::Pinned) << false;
        QTest::newRow("blocking") << static_cast<int>(CopyMode::Blocking) << false;
        QTest::newRow("overlapped") << static_cast<int>(CopyMode::Overlapped) << false;
        QTest::newRow("single parameters in pieces") << static_cast<int>(CopyMode::Pinned) << true;
    }

    void backendsAgree()
    {
        QFETCH(int, copy);
        QFETCH(bool, pieces);
        WorkloadOptions options;
        options.batch = 8;
        options.inFeatures = 96;
        options.hidden = 160;
        options.outFeatures = 48;
        std::vector<double> losses;
        for (const char* backend : {"cpu", "emulated"}) {
            // What must not change the result may differ between the two.
            if (losses.size() == 1) {
                options.copy = static_cast<CopyMode>(copy);
                options.multiTensor = !pieces;
                options.pieceElements = pieces ? 1000 : 0;
            }
            Recorder recorder;
            const auto device = makeDevice(backend, recorder);
            TrainingStep::Created created = TrainingStep::create(*device, recorder, options);
            QVERIFY(created.status.ok());
            for (int i = 0; i < 12; ++i)
                QVERIFY(created.step->run().ok());
            losses.push_back(static_cast<double>(created.step->loss()));
        }
        QVERIFY2(near(losses[0], losses[1], 1e-4), qPrintable(QString("%1 %2").arg(losses[0]).arg(losses[1])));
    }

    void sizesThatCannotBeAreRefused()
    {
        Recorder recorder;
        CpuDevice device;
        WorkloadOptions options;
        options.batch = 0;
        QVERIFY(!TrainingStep::create(device, recorder, options).status.ok());
        options.batch = 1;
        options.hidden = 1 << 24;
        options.inFeatures = 1 << 24;
        const Status status = TrainingStep::create(device, recorder, options).status;
        QVERIFY(!status.ok());
        QVERIFY2(status.message().find("choose a smaller") != std::string::npos, status.message().c_str());
    }
};

QTEST_GUILESS_MAIN(TestNumerics)
#include "tst_numerics.moc"

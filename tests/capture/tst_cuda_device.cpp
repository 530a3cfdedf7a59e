// SPDX-License-Identifier: GPL-3.0-or-later
// The CUDA backend against the host's arithmetic where there is a device; its refusal where there is none.
#include "capture/device/backends.h"
#include "capture/device/host_kernels.h"
#include "capture/recorder/recorder.h"

#include <QTest>

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

using namespace stepglass::capture;

namespace {

using Floats = std::vector<float>;

Floats randomFloats(std::size_t count, unsigned seed, float low = -3, float high = 3)
{
    std::mt19937 generator(seed);
    std::uniform_real_distribution<float> uniform(low, high);
    Floats values(count);
    for (float& value : values)
        value = uniform(generator);
    return values;
}

// Largest difference, against the largest value: small ones are sums of large ones.
double difference(const Floats& a, const Floats& b)
{
    double most = 0;
    double scale = 1e-30;
    for (std::size_t i = 0; i < a.size(); ++i) {
        most = std::max(most, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
        scale = std::max(scale, std::abs(static_cast<double>(a[i])));
    }
    return a.size() == b.size() ? most / scale : 1;
}

} // namespace

class TestCudaDevice : public QObject
{
    Q_OBJECT

    // Device memory with these values; freed with the device.
    float* upload(const Floats& values)
    {
        auto* memory = static_cast<float*>(m_device->allocate(values.size() * sizeof(float)));
        m_device->copy(m_device->defaultStream(), memory, values.data(), values.size() * sizeof(float),
                       CopyDirection::HostToDevice, HostMemory::Pageable);
        return memory;
    }
    Floats download(const float* memory, std::size_t count)
    {
        Floats values(count);
        m_device->copy(m_device->defaultStream(), values.data(), memory, count * sizeof(float),
                       CopyDirection::DeviceToHost, HostMemory::Pageable);
        return values;
    }
    // The call on both sides; a, b, c and out are host memory.
    double compare(KernelCall call, std::size_t outCount, const Floats& a, const Floats& b = {}, const Floats& c = {})
    {
        Floats expected(outCount);
        call.out = expected.data();
        call.a = a.data();
        call.b = b.data();
        call.c = c.data();
        runOnHost(call);
        call.out = upload(Floats(outCount));
        call.a = upload(a);
        call.b = b.empty() ? nullptr : upload(b);
        call.c = c.empty() ? nullptr : upload(c);
        const float* out = call.out;
        m_device->launch(m_device->defaultStream(), call);
        return difference(expected, download(out, outCount));
    }

    Recorder m_recorder;
    std::unique_ptr<Device> m_device;
    std::string m_refusal;

private Q_SLOTS:
    void initTestCase()
    {
        OpenedDevice opened = openDevice("cuda", m_recorder);
        m_device = std::move(opened.device);
        m_refusal = opened.status.message();
    }

    void init()
    {
        const bool aboutRefusal = QByteArray(QTest::currentTestFunction()).startsWith("withoutADevice");
        if (!m_device && !aboutRefusal)
            QSKIP(m_refusal.c_str());
        if (m_device && aboutRefusal)
            QSKIP("there is a CUDA device");
    }

    void cleanupTestCase()
    {
        if (m_device)
            QVERIFY2(m_device->status(), m_device->status().message().c_str());
    }

    void withoutADeviceTheRefusalIsOneSentenceWithARemedy()
    {
        const QString text = QString::fromStdString(m_refusal);
        QVERIFY(text.startsWith("backend cuda: "));
        QVERIFY(!text.contains('\n'));
        QVERIFY(text.contains("; ")); // what it is; what to do
    }

    void withoutADeviceAutoTakesTheEmulatedOneAndSaysWhy()
    {
        const OpenedDevice opened = openDevice("auto", m_recorder);
        QVERIFY(opened.device != nullptr);
        QCOMPARE(opened.device->info().backend, std::string("emulated"));
        QVERIFY(QString::fromStdString(opened.notice).startsWith("using the emulated device: "));
    }

    void matricesMultiplyInAllFourLayouts()
    {
        for (const int layout : {0, 1, 2, 3}) {
            KernelCall call;
            call.op = KernelOp::Gemm;
            call.m = 33;
            call.n = 65;
            call.k = 129;
            call.transposeA = layout & 1;
            call.transposeB = layout & 2;
            QVERIFY(compare(call, 33 * 65, randomFloats(33 * 129, 1), randomFloats(65 * 129, 2)) < 1e-5);
        }
    }

    void elementwiseKernelsAgreeWithTheHost()
    {
        constexpr std::size_t kCount = 100'003; // several blocks, the last not full
        const Floats a = randomFloats(kCount, 3, -8, 8);
        const Floats b = randomFloats(kCount, 4, -8, 8);
        KernelCall call;
        call.count = kCount;
        call.scalar = 0.25F;
        for (const KernelOp op :
             {KernelOp::Gelu, KernelOp::GeluBackward, KernelOp::SquaredDifference, KernelOp::Fill}) {
            call.op = op;
            const double off = compare(call, kCount, a, b);
            QVERIFY2(off < 2e-6, qPrintable(QString("op %1: %2").arg(int(op)).arg(off)));
        }
        call.op = KernelOp::MseBackward;
        QVERIFY(compare(call, kCount, {1.5F}, a, b) < 1e-6);
    }

    void theMeanRepeatsBitForBitAndIsTheHosts()
    {
        for (const std::size_t count : {1UL, 255UL, 65'536UL, 4'194'304UL}) {
            KernelCall call;
            call.op = KernelOp::Mean;
            call.count = static_cast<std::int64_t>(count);
            const Floats values = randomFloats(count, 5, 0, 1);
            const double off = compare(call, 1, values);
            QVERIFY(off < 1e-6);
            QCOMPARE(compare(call, 1, values), off);
        }
    }

    void multiTensorKernelsAgreeWithTheHost()
    {
        // More tensors than one launch takes, of odd sizes, so that most start at addresses not a multiple of 16.
        constexpr int kTensors = 700;
        std::int64_t total = 0;
        std::vector<std::int64_t> offsets;
        for (int i = 0; i < kTensors; ++i) {
            offsets.push_back(total);
            total += i == 300 ? 9001 : i % 37 + 1;
        }
        offsets.push_back(total);
        const auto count = static_cast<std::size_t>(total);
        const Floats x = randomFloats(count, 6);
        const Floats a = randomFloats(count, 7, 0.1F, 3);
        const Floats b = randomFloats(count, 8, 0.5F, 3);
        for (const KernelOp op :
             {KernelOp::ForeachMul, KernelOp::ForeachLerp, KernelOp::ForeachAddcmul, KernelOp::ForeachSqrt,
              KernelOp::ForeachDiv, KernelOp::ForeachAdd, KernelOp::ForeachAddcdiv}) {
            Floats expected = x;
            float* onDevice = upload(x);
            const float* deviceA = upload(a);
            const float* deviceB = upload(b);
            KernelCall host;
            host.op = op;
            KernelCall device = host;
            for (int i = 0; i < kTensors; ++i) {
                const std::int64_t at = offsets[static_cast<std::size_t>(i)];
                const std::int64_t size = offsets[static_cast<std::size_t>(i) + 1] - at;
                const float scalar = 0.5F + static_cast<float>(i);
                host.tensors.push_back({expected.data() + at, a.data() + at, b.data() + at, size, scalar});
                device.tensors.push_back({onDevice + at, deviceA + at, deviceB + at, size, scalar});
            }
            runOnHost(host);
            m_device->launch(m_device->defaultStream(), device);
            QVERIFY(difference(expected, download(onDevice, count)) < 1e-6);
        }
    }

    void streamsKeepTheOrderThatEventsGive()
    {
        constexpr std::size_t kCount = 1U << 22;
        auto* host = static_cast<float*>(m_device->allocateHost(kCount * sizeof(float), HostMemory::Pinned));
        std::iota(host, host + kCount, 0.0F);
        const StreamId copies = m_device->createStream();
        const EventId before = m_device->createEvent();
        const EventId copied = m_device->createEvent();
        float* memory = upload(Floats(kCount));
        m_device->record(before, copies);
        m_device->copyAsync(copies, memory, host, kCount * sizeof(float), CopyDirection::HostToDevice,
                            HostMemory::Pinned);
        m_device->record(copied, copies);
        m_device->wait(m_device->defaultStream(), copied);
        KernelCall call;
        call.op = KernelOp::ForeachAdd;
        call.tensors.push_back({memory, nullptr, nullptr, kCount, 1});
        m_device->launch(m_device->defaultStream(), call);
        const Floats result = download(memory, kCount);
        QCOMPARE(result.front(), 1.0F);
        QCOMPARE(result.back(), static_cast<float>(kCount));
        m_device->synchronizeEvent(copied);
        QVERIFY(m_device->query(copied));
        QVERIFY(m_device->elapsedMs(before, copied) > 0);
        m_device->releaseHost(host, kCount * sizeof(float), HostMemory::Pinned);
    }

    void tooMuchMemoryIsNullAndNoFailure()
    {
        QCOMPARE(m_device->allocate(std::size_t{1} << 50), nullptr);
        QVERIFY(m_device->status());
    }
};

QTEST_GUILESS_MAIN(TestCudaDevice)
#include "tst_cuda_device.moc"

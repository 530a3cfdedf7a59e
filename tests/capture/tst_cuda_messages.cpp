// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/cuda/cuda_messages.h"

#include <QTest>

using namespace stepglass::capture::cuda;

namespace {

ProbeResult goodMachine()
{
    ProbeResult probe;
    probe.devices = 1;
    probe.driverVersion = 13000;
    probe.runtimeVersion = 13000;
    probe.capability = 90;
    probe.deviceName = "NVIDIA H200";
    return probe;
}

QString text(const ProbeResult& probe)
{
    return QString::fromStdString(whyNot(probe));
}

} // namespace

class TestCudaMessages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMachineThatCanIsNotRefused()
    {
        QCOMPARE(text(goodMachine()), QString());
        QCOMPARE(QString::fromStdString(versionText(12080)), QString("12.8"));
    }

    void noDriverAndAnOldOneAreToldApart()
    {
        ProbeResult probe = goodMachine();
        probe.runtimeError = 35;
        probe.driverVersion = 0;
        QVERIFY(text(probe).startsWith("no NVIDIA driver is installed"));
        QVERIFY(text(probe).contains("13.0"));
        probe.driverVersion = 12040;
        QVERIFY(text(probe).contains("too old"));
        QVERIFY(text(probe).contains("12.4"));
    }

    void noDeviceNamesTheVariableThatHidesIt()
    {
        ProbeResult probe = goodMachine();
        probe.runtimeError = 100;
        probe.devices = 0;
        QVERIFY(text(probe).contains("nvidia-smi"));
        QVERIFY(!text(probe).contains("CUDA_VISIBLE_DEVICES"));
        probe.visibleDevicesSet = true;
        probe.visibleDevices = std::string("7");
        QVERIFY(text(probe).contains("CUDA_VISIBLE_DEVICES is '7'"));
    }

    void aDeviceTooOldSaysWhatItIs()
    {
        ProbeResult probe = goodMachine();
        probe.capability = 70;
        probe.deviceName = "Tesla V100";
        QCOMPARE(text(probe),
                 QString("Tesla V100 has compute capability 7.0 and this build needs 7.5 or later; choose a "
                         "newer device"));
    }

    void cuptiRefusalsComeWithTheirRemedy()
    {
        ProbeResult probe = goodMachine();
        probe.cuptiError = 35;
        probe.cuptiText = "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES";
        QVERIFY(text(probe).contains("ERR_NVGPUCTRPERM"));
        probe.cuptiError = 39;
        QVERIFY(text(probe).contains("another profiler"));
        probe.cuptiError = 999;
        QVERIFY(text(probe).contains("(999)"));
    }

    void everyRefusalIsOneLine()
    {
        for (const int error : {35, 46, 100, 802, 803, 999}) {
            ProbeResult probe = goodMachine();
            probe.runtimeError = error;
            QVERIFY(!text(probe).isEmpty());
            QVERIFY(!text(probe).contains('\n'));
            QVERIFY(text(probe).contains(';')); // what it is; what to do
        }
    }
};

QTEST_GUILESS_MAIN(TestCudaMessages)
#include "tst_cuda_messages.moc"

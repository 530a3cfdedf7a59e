// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/session/capture_probe.h"
#include "capture/session/capture_session.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace stepglass;

namespace {

const QString kProgram = QString(STEPGLASS_BINARY_DIR) + "/stepglass-capture";

CaptureOptions small(const QString& output)
{
    CaptureOptions options;
    options.output = output;
    options.backend = "emulated";
    options.batch = 8;
    options.inFeatures = 128;
    options.hidden = 256;
    options.outFeatures = 64;
    return options;
}

} // namespace

class TestCaptureSession : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

private Q_SLOTS:
    void optionsBecomeArguments()
    {
        CaptureOptions options = small("out.json");
        options.learningRate = 0.5;
        options.repeat = 0;
        options.withStack = true;
        QCOMPARE(
            options.arguments().join(' '),
            QString("--output out.json --backend emulated --batch 8 --in-features 128 --hidden 256 --out-features 64 "
                    "--lr 0.5 --repeat 0 --with-stack"));
    }

    void aCaptureGoesThroughItsStates()
    {
        CaptureSession session;
        QList<CaptureState> states;
        connect(&session, &CaptureSession::stateChanged, this, [&](CaptureState state) { states << state; });
        QSignalSpy files(&session, &CaptureSession::fileStarted);
        QSignalSpy ended(&session, &CaptureSession::ended);
        const QString output = m_folder.filePath("states.json");
        session.start(small(output), kProgram);
        QVERIFY(ended.wait(60'000));
        const QList<CaptureState> expected = {CaptureState::Starting, CaptureState::Waiting, CaptureState::WarmUp,
                                              CaptureState::Active, CaptureState::Finished};
        QCOMPARE(states, expected);
        QCOMPARE(files.size(), 1);
        QCOMPARE(files[0][0].toString(), output);
        QCOMPARE(session.progress().files, QStringList{output});
        QCOMPARE(session.progress().backend, QString("emulated"));
        QVERIFY(session.progress().events > 500);
        QVERIFY(session.error().isEmpty());
    }

    void stopEndsItCleanly()
    {
        CaptureSession session;
        QSignalSpy files(&session, &CaptureSession::fileStarted);
        QSignalSpy ended(&session, &CaptureSession::ended);
        CaptureOptions options = small(m_folder.filePath("stop.json"));
        options.repeat = 0;
        options.active = 1000;
        options.wait = options.warmup = 0;
        session.start(options, kProgram);
        QVERIFY(files.wait(30'000));
        session.stop();
        QCOMPARE(session.state(), CaptureState::Stopping);
        QVERIFY(ended.wait(30'000));
        QCOMPARE(session.state(), CaptureState::Finished);
        QFile file(m_folder.filePath("stop.1.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().endsWith("]}\n"));
    }

    void aKilledProcessIsOneSentenceThatSaysWhatIsLeft()
    {
        CaptureSession session;
        QSignalSpy files(&session, &CaptureSession::fileStarted);
        QSignalSpy ended(&session, &CaptureSession::ended);
        CaptureOptions options = small(m_folder.filePath("killed.json"));
        options.active = 1'000'000;
        options.wait = options.warmup = 0;
        session.start(options, kProgram);
        QVERIFY(files.wait(30'000));
        ::kill(static_cast<pid_t>(session.processId()), SIGKILL);
        QVERIFY(ended.wait(30'000));
        QCOMPARE(session.state(), CaptureState::Failed);
        QVERIFY2(session.error().contains("signal 9"), qPrintable(session.error()));
        QVERIFY2(session.error().contains("killed.json"), qPrintable(session.error()));
        QVERIFY(!session.error().contains('\n'));
    }

    void aProcessThatDoesNotAnswerIsEnded()
    {
        const QString deaf = m_folder.filePath("deaf.sh");
        QFile script(deaf);
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write(
            "#!/bin/sh\ntrap '' TERM\necho '{\"state\":\"active\",\"step\":1}'\nwhile :; do sleep 0.1; done\n");
        script.close();
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        CaptureSession session;
        session.setStopTimeout(300);
        QSignalSpy progressed(&session, &CaptureSession::progressed);
        QSignalSpy ended(&session, &CaptureSession::ended);
        session.start(small("x.json"), deaf);
        QVERIFY(progressed.wait(10'000));
        session.stop();
        QVERIFY(ended.wait(10'000));
        QCOMPARE(session.state(), CaptureState::Failed);
        QVERIFY2(session.error().contains("did not answer"), qPrintable(session.error()));
    }

    void failuresOfTheProcessArriveAsItsOwnSentence()
    {
        CaptureSession session;
        QSignalSpy ended(&session, &CaptureSession::ended);
        session.start(small(m_folder.filePath("no/folder.json")), kProgram);
        QVERIFY(ended.wait(30'000));
        QCOMPARE(session.state(), CaptureState::Failed);
        QVERIFY2(session.error().contains("does not exist"), qPrintable(session.error()));

        CaptureOptions options = small(m_folder.filePath("x.json"));
        options.preset = "huge";
        session.start(options, kProgram);
        QVERIFY(ended.wait(30'000));
        QVERIFY2(session.error().startsWith("there is no preset 'huge'"), qPrintable(session.error()));
    }

    void aMissingProgramIsSaid()
    {
        CaptureSession session;
        QSignalSpy ended(&session, &CaptureSession::ended);
        session.start(small("x.json"), QString());
        QCOMPARE(ended.size(), 1);
        QVERIFY2(session.error().contains("not found"), qPrintable(session.error()));
        session.start(small("x.json"), m_folder.filePath("nothing"));
        QTRY_COMPARE(ended.size(), 2);
        QCOMPARE(session.state(), CaptureState::Failed);
    }

    void theProbeKnowsBackendsAndPresets()
    {
        const CaptureProbe probe = CaptureProbe::run(kProgram);
        QVERIFY2(probe.error.isEmpty(), qPrintable(probe.error));
        QCOMPARE(probe.backends.size(), 3);
        QCOMPARE(probe.presets.size(), 11);
        QCOMPARE(probe.presets[0].name, QString("baseline"));
        QCOMPARE(probe.presets[0].hidden, 8192);
        QVERIFY(probe.processors >= 1);
        QVERIFY(!CaptureProbe::run(m_folder.filePath("nothing")).error.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestCaptureSession)
#include "tst_capture_session.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What the README tells people to type works.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace {

QString readme()
{
    QFile file(STEPGLASS_SOURCE_DIR "/README.md");
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// Lines of the README that call the program.
QStringList commands()
{
    QStringList lines;
    for (const QString& line : readme().split('\n')) {
        if (line.startsWith("stepglass "))
            lines << line;
    }
    return lines;
}

} // namespace

class TestReadme : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itsCommandsSucceed_data();
    void itsCommandsSucceed();
    void itsTwoScriptsAreThere();
    void theFilesItPointsToAreThere();
};

void TestReadme::itsCommandsSucceed_data()
{
    QTest::addColumn<QString>("line");
    for (const QString& line : commands())
        QTest::newRow(qPrintable(line)) << line;
    QVERIFY(commands().size() >= 5);
}

void TestReadme::itsCommandsSucceed()
{
    QFETCH(QString, line);
    const QTemporaryDir folder;
    line.replace("resources/", STEPGLASS_SOURCE_DIR "/resources/");
    QProcess shell;
    shell.setWorkingDirectory(folder.path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", STEPGLASS_BINARY_DIR ":" + environment.value("PATH"));
    shell.setProcessEnvironment(environment);
    shell.start("sh", {"-c", line});
    QVERIFY(shell.waitForFinished(60'000));
    QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError().constData());
    QVERIFY(!shell.readAllStandardOutput().isEmpty() || !QDir(folder.path()).isEmpty());
}

void TestReadme::itsTwoScriptsAreThere()
{
    for (const char* script : {"app/run.sh", "tests/run.sh"}) {
        QVERIFY(readme().contains(QString("sh ") + script));
        QVERIFY(QFile::exists(QString(STEPGLASS_SOURCE_DIR "/") + script));
    }
}

void TestReadme::theFilesItPointsToAreThere()
{
    static const QRegularExpression kPath("`((?:app|capture|model|views|resources|tests)/[\\w./-]*)`");
    auto match = kPath.globalMatch(readme());
    QVERIFY(match.hasNext());
    while (match.hasNext()) {
        const QString path = match.next().captured(1);
        QVERIFY2(QFile::exists(QString(STEPGLASS_SOURCE_DIR "/") + path), qPrintable(path));
    }
}

QTEST_GUILESS_MAIN(TestReadme)
#include "tst_readme.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Files in the window: big ones are asked about, reading is cancelled, what was set up is found again.
#include "app/main_window.h"
#include "app/trace_page.h"
#include "tests/app/window_controls.h"

#include <QAbstractButton>
#include <QFile>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <atomic>
#include <filesystem>
#include <thread>

#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace stepglass;
using stepglass::test::buttonOf;

namespace {

constexpr int kWait = 60'000;

// A pipe that gives `events` operators and then nothing more until it is told to end: a file that takes its time.
class SlowFile
{
public:
    SlowFile(const QString& path, int events)
        : m_path(path.toStdString())
    {
        ::mkfifo(m_path.c_str(), 0600);
        m_writer = std::thread([this, events] { write(events); });
    }
    ~SlowFile()
    {
        m_end = true;
        m_writer.join();
    }

private:
    void write(int events)
    {
        const int file = ::open(m_path.c_str(), O_WRONLY);
        QByteArray text = "{\"traceEvents\":[\n";
        for (int i = 0; i < events; ++i)
            text += "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":" +
                    QByteArray::number(2 * i) + ",\"dur\":1},\n";
        for (qsizetype done = 0; done < text.size() && !m_end;) {
            const auto wrote = ::write(file, text.constData() + done, static_cast<std::size_t>(text.size() - done));
            if (wrote <= 0)
                break;
            done += wrote;
        }
        while (!m_end)
            ::usleep(5'000);
        ::close(file);
    }

    std::string m_path;
    std::atomic<bool> m_end = false;
    std::thread m_writer;
};

} // namespace

class TestWindowFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        ::signal(SIGPIPE, SIG_IGN);
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
        QFile file(m_folder.filePath("small.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":1,"ts":0,"dur":5}]})");
        m_small = file.fileName();
    }

    void aFileThatWillNotFitIsAskedAboutWithItsSizes()
    {
        const QString path = m_folder.filePath("huge.json");
        QFile(path).open(QIODevice::WriteOnly);
        std::error_code error;
        std::filesystem::resize_file(path.toStdString(), std::uintmax_t{2} << 40,
                                     error); // of nothing: it takes no room
        if (error)
            QSKIP("the file system has no files with holes of 2 TB");
        MainWindow window;
        window.show();
        QString said;
        QTimer::singleShot(100, this, [&said] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box)
                return;
            said = box->text();
            QTest::mouseClick(box->button(QMessageBox::Cancel), Qt::LeftButton);
        });
        window.openFiles({path});
        QVERIFY2(said.startsWith("huge.json (") && said.contains("TB"), qPrintable(said));
        QVERIFY2(said.contains("free"), qPrintable(said));
        QCOMPARE(window.pageCount(), 0);
    }

    void readingIsCancelledAndWhatWasReadStays()
    {
        const QString path = m_folder.filePath("slow.json");
        MainWindow window;
        window.resize(1400, 900);
        window.show();
        SlowFile file(path, 400'000);
        window.openFiles({path});
        QTRY_VERIFY_WITH_TIMEOUT(window.currentPage() && window.currentPage()->document().trace(), kWait);
        QVERIFY(!window.currentPage()->document().trace()->complete()); // the first picture comes before the rest
        QPushButton* cancel = buttonOf(window, "Cancel");
        QVERIFY(cancel);
        QTest::mouseClick(cancel, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!window.currentPage()->loader().loading(), kWait);
        QVERIFY2(window.errorShown().startsWith("Reading was cancelled"), qPrintable(window.errorShown()));
        QVERIFY(window.currentPage()->document().trace()->sliceCount() > 0);
        QVERIFY(!buttonOf(window, "Cancel"));
    }

    void theWindowIsFoundAsItWasLeft()
    {
        QList<int> sizes;
        {
            MainWindow window;
            window.show();
            window.resize(1111, 777);
            window.openFiles({m_small});
            auto* across = window.currentPage()->findChild<QSplitter*>();
            across->setSizes({500, 611});
            QTest::qWait(50);
            sizes = across->sizes();
            window.close();
        }
        MainWindow window;
        window.show();
        QCOMPARE(window.size(), QSize(1111, 777));
        window.openFiles({m_small});
        QTest::qWait(50);
        QCOMPARE(window.currentPage()->findChild<QSplitter*>()->sizes(), sizes);
    }

private:
    QTemporaryDir m_folder;
    QString m_small;
};

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    TestWindowFiles test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_window_files.moc"

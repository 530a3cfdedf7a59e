// SPDX-License-Identifier: GPL-3.0-or-later
// What the program remembers, as QSettings itself finds it in the file.
#include "app/settings.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace stepglass;

class TestSettingsStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    }
    void init() { QFile::remove(path()); }

    void everythingIsInTheFileWhenTheLastUserHasGone()
    {
        {
            Settings settings;
            settings.setUiScale(1.5);
            Settings().setValue("capture/preset", "tiny-ops"); // another user of the same store
            settings.setValue("capture/steps", 5);
            settings.setValue("capture/steps", 7);
        }
        QCOMPARE(lines(), QStringList({"[General]", "uiScale=1.5", "[capture]", "preset=tiny-ops", "steps=7"}));
    }

    void aChangeIsWrittenWhileTheProgramRuns()
    {
        Settings settings;
        settings.setTheme(ThemeName::Dark);
        QTRY_VERIFY(lines().contains("theme=dark"));
        settings.setTheme(ThemeName::Light);
        QTRY_VERIFY(lines().contains("theme=light"));
    }

    void theFileIsReadAtTheStart()
    {
        write("[General]\ntheme=dark\nthresholds=launch-bound.micro_gap=50us, nonsense\n"
              "[window]\ngeometry=@ByteArray(\\x1\\x2\\0\\x3)\n");
        Settings settings;
        QCOMPARE(settings.theme(), ThemeName::Dark);
        QCOMPARE(settings.windowGeometry(), QByteArray("\x01\x02\0\x03", 4));
        const std::map<std::string, std::string> expected{{"launch-bound.micro_gap", "50us"}};
        QCOMPARE(settings.thresholds(), expected);
        QCOMPARE(settings.uiScale(), 1.0);
    }

    void whatIsClearedGoesFromTheFile()
    {
        const QString trace = m_folder.filePath("a.json");
        QVERIFY(QFile(trace).open(QIODevice::WriteOnly));
        {
            Settings settings;
            settings.addRecentFile(trace);
            QCOMPARE(settings.recentFiles(), QStringList{trace});
            settings.setUiScale(2.0);
        }
        QVERIFY(lines().contains("recent=" + trace));
        {
            Settings settings;
            settings.clearRecentFiles();
            QVERIFY(settings.recentFiles().isEmpty());
        }
        QCOMPARE(lines(), QStringList({"[General]", "uiScale=2"}));
    }

    void whatCouldNotBeSavedIsSavedWithTheNextChange()
    {
        Settings settings;
        const QString blocked = m_folder.filePath("stepglass");
        QDir(blocked).removeRecursively();
        QVERIFY(QFile(blocked).open(QIODevice::WriteOnly)); // a file where the folder should be
        settings.setUiScale(3.0);
        QTest::qWait(100);
        QVERIFY(QFile::remove(blocked));
        settings.setTheme(ThemeName::Dark);
        QTRY_COMPARE(lines(), QStringList({"[General]", "theme=dark", "uiScale=3"}));
    }

private:
    QStringList lines() const // of the file itself: what QSettings answers is shared by the whole process
    {
        QFile file(path());
        if (!file.open(QIODevice::ReadOnly))
            return {};
        return QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
    }
    void write(const QByteArray& text) const
    {
        QDir().mkpath(QFileInfo(path()).path());
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    QString path() const { return m_folder.filePath("stepglass/stepglass.conf"); }
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestSettingsStore)
#include "tst_settings_store.moc"

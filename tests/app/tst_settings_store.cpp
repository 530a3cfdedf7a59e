// SPDX-License-Identifier: GPL-3.0-or-later
// What the program remembers, as QSettings itself finds it in the file.
#include "app/settings.h"

#include <QSettings>
#include <QStandardPaths>
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
        QSettings file(path(), QSettings::IniFormat);
        QCOMPARE(file.value("uiScale").toDouble(), 1.5);
        QCOMPARE(file.value("capture/preset").toString(), QString("tiny-ops"));
        QCOMPARE(file.value("capture/steps").toInt(), 7);
        QCOMPARE(file.allKeys().size(), 3);
    }

    void aChangeIsWrittenWhileTheProgramRuns()
    {
        Settings settings;
        settings.setTheme(ThemeName::Dark);
        QTRY_COMPARE(QSettings(path(), QSettings::IniFormat).value("theme").toString(), QString("dark"));
        settings.setTheme(ThemeName::Light);
        QTRY_COMPARE(QSettings(path(), QSettings::IniFormat).value("theme").toString(), QString("light"));
    }

    void theFileIsReadAtTheStart()
    {
        {
            QSettings file(path(), QSettings::IniFormat);
            file.setValue("theme", "dark");
            file.setValue("window/geometry", QByteArray("\x01\x02\0\x03", 4));
            file.setValue("thresholds", QStringList{"launch-bound.micro_gap=50us", "nonsense"});
        }
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
        QCOMPARE(QSettings(path(), QSettings::IniFormat).value("recent").toStringList(), QStringList{trace});
        {
            Settings settings;
            settings.clearRecentFiles();
            QVERIFY(settings.recentFiles().isEmpty());
        }
        QCOMPARE(QSettings(path(), QSettings::IniFormat).allKeys(), QStringList{"uiScale"});
    }

private:
    QString path() const { return m_folder.filePath("stepglass/stepglass.conf"); }
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestSettingsStore)
#include "tst_settings_store.moc"

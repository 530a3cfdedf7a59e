// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/format/format.h"
#include "views/theme/fonts.h"
#include "views/theme/theme.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QTest>

using namespace stepglass;

namespace {

// With plain spaces, as one reads it.
QString plain(QString text)
{
    return text.replace(QChar(0x00A0), QLatin1Char(' '));
}

QString us(const char* number)
{
    return QLatin1String(number) + QStringLiteral(" \u00B5s");
}

double inChars(const QString& text)
{
    return static_cast<double>(text.size());
}

} // namespace

class TestFormat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void durationsTakeTheUnitThatFits()
    {
        QCOMPARE(plain(formatDuration(0)), QStringLiteral("0 ns"));
        QCOMPARE(plain(formatDuration(640)), QStringLiteral("640 ns"));
        QCOMPARE(plain(formatDuration(654'849)), us("654.8"));
        QCOMPARE(plain(formatDuration(654'850)), us("654.9"));
        QCOMPARE(plain(formatDuration(7'143'201)), QStringLiteral("7.143 ms"));
        QCOMPARE(plain(formatDuration(2'105'000'000)), QStringLiteral("2.105 s"));
        QCOMPARE(plain(formatDuration(-1'500)), QStringLiteral("\u22121.5 \u00B5s"));
    }
    void aDurationNeverRoundsUpToAThousandOfItsUnit()
    {
        QCOMPARE(plain(formatDuration(999'949)), us("999.9"));
        QCOMPARE(plain(formatDuration(999'950)), QStringLiteral("1.000 ms"));
        QCOMPARE(plain(formatDuration(999'999'499)), QStringLiteral("999.999 ms"));
        QCOMPARE(plain(formatDuration(999'999'500)), QStringLiteral("1.000 s"));
        QCOMPARE(plain(formatDuration(1'234'567'000'000)), QStringLiteral("1 234.567 s"));
    }
    void exactTimesKeepEveryDigitAndNoZero()
    {
        QCOMPARE(plain(formatExact(7'143'201)), QStringLiteral("7.143201 ms"));
        QCOMPARE(plain(formatExact(7'000'000)), QStringLiteral("7 ms"));
        QCOMPARE(plain(formatExact(1'000'000'001)), QStringLiteral("1.000000001 s"));
        QCOMPARE(plain(formatExact(100)), QStringLiteral("100 ns"));
        QCOMPARE(plain(formatExact(12'300)), us("12.3"));
    }
    void ticksHaveOneUnitAndJustEnoughDigits()
    {
        QCOMPARE(plain(formatTick(17'000'000, 1'000'000)), QStringLiteral("17 ms"));
        QCOMPARE(plain(formatTick(17'500'000, 500'000)), QStringLiteral("17.5 ms"));
        QCOMPARE(plain(formatTick(17'250'000, 50'000)), QStringLiteral("17.25 ms"));
        QCOMPARE(plain(formatTick(3'000'000'000, 500'000'000)), QStringLiteral("3.0 s"));
        QCOMPARE(plain(formatTick(17'000'020, 20)), us("17 000.02"));
        QCOMPARE(plain(formatTick(-2'000'000, 1'000'000)), QStringLiteral("\u22122 ms"));
    }
    void countsAndBytesAreGrouped()
    {
        QCOMPARE(plain(formatCount(1'204'331)), QStringLiteral("1 204 331"));
        QCOMPARE(plain(formatCount(999)), QStringLiteral("999"));
        QCOMPARE(plain(formatBytes(512)), QStringLiteral("512 B"));
        QCOMPARE(plain(formatBytes(1500)), QStringLiteral("1.5 KB"));
        QCOMPARE(plain(formatBytes(205'300'000)), QStringLiteral("205 MB"));
        QCOMPARE(plain(formatBytes(-20'500'000)), QStringLiteral("\u221220.5 MB"));
        QCOMPARE(plain(formatPercent(0.3149)), QStringLiteral("31 %"));
        QCOMPARE(plain(formatPercent(0.0312)), QStringLiteral("3.1 %"));
    }
    void elisionCutsTheMiddleAndFits()
    {
        QCOMPARE(elideMiddle(QStringLiteral("short"), 5, inChars), QStringLiteral("short"));
        QCOMPARE(elideMiddle(QStringLiteral("volta_sgemm_128x64_nt"), 11, inChars), QStringLiteral("volta_\u20264_nt"));
        QCOMPARE(elideMiddle(QStringLiteral("abcdef"), 1, inChars), QString());
    }
    void bothFacesComeFromTheResources()
    {
        QCOMPARE(QFontInfo(uiFont(FontRole::Body)).family(), QStringLiteral("Stepglass Sans"));
        QCOMPARE(QFontInfo(uiFont(FontRole::Heading)).weight(), int(QFont::DemiBold));
        const QFontMetricsF body(uiFont(FontRole::Body));
        QCOMPARE(body.horizontalAdvance(QLatin1Char('1')), body.horizontalAdvance(QLatin1Char('8')));
        QVERIFY(QFontMetricsF(uiFont(FontRole::Heading)).horizontalAdvance(QStringLiteral("kernel")) >
                body.horizontalAdvance(QStringLiteral("kernel")));
    }
    void coloursTellKindsAndSpreadNames()
    {
        const Theme& light = Theme::of(ThemeName::Light);
        QCOMPARE(light.canvas, QColor(0xFF, 0xFF, 0xFF)); // palettes.json
        QCOMPARE(light.kindColor(SliceKind::Kernel), QColor(0xF0, 0xA8, 0x48));
        QCOMPARE(Theme::of(ThemeName::Dark).kindColor(SliceKind::Kernel), QColor(0xD2, 0x8A, 0x2B));
        const float own = light.kindColor(SliceKind::Kernel).lightnessF();
        for (int shade = 0; shade < kNameShades; ++shade) {
            const float l = QColor(light.sliceColor(SliceKind::Kernel, shade)).lightnessF();
            QVERIFY(std::abs(l - own) <= 0.081F);
        }
        QVERIFY(light.sliceColor(SliceKind::Kernel, 0) != light.sliceColor(SliceKind::Kernel, 7));
    }
};

QTEST_MAIN(TestFormat)
#include "tst_format.moc"

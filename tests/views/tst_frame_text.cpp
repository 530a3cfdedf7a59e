// SPDX-License-Identifier: GPL-3.0-or-later
// Texts blended from kept glyphs, against Qt's own text.
#include <QTest>

#include "views/timeline/frame_text.h"

#include <QFontMetricsF>

#include <cmath>

using namespace stepglass;

namespace {

constexpr const char* kTexts[] = {"main thread", "volta_sgemm_128x64_tn", "GPU 0  Tesla T4", "efficient->flow",
                                  "K\xC3\xA4rntner \xCE\xBCs \xE2\x80\x93"};

QImage canvas()
{
    QImage image(300, 40, QImage::Format_RGB32);
    image.fill(Qt::white);
    return image;
}

// 255 a pixel that is wholly black.
std::int64_t ink(const QImage& image, QRect within)
{
    std::int64_t sum = 0;
    for (int y = within.top(); y <= within.bottom(); ++y) {
        for (int x = within.left(); x <= within.right(); ++x)
            sum += 255 - qGreen(image.pixel(x, y));
    }
    return sum;
}

} // namespace

class TestFrameText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTextIsAsWideAsItsFontSays()
    {
        GlyphSet glyphs;
        QImage image = canvas();
        QPainter painter(&image);
        FrameText words(painter, &image, glyphs, 1);
        for (const FontRole role : {FontRole::Body, FontRole::Heading, FontRole::Secondary, FontRole::Small}) {
            const QFontMetricsF metrics(uiFont(role));
            for (const char* text : kTexts) {
                const QString said = QString::fromUtf8(text);
                QVERIFY2(std::abs(words.width(said, role) - metrics.horizontalAdvance(said)) < 0.5, text);
            }
            QCOMPARE(words.ascent(role), metrics.ascent());
            QCOMPARE(words.belowMiddle(role), (metrics.ascent() - metrics.descent()) / 2);
        }
    }
    void itHasTheInkOfQtsTextInTheSamePlace()
    {
        GlyphSet glyphs;
        for (const char* text : kTexts) {
            const QString said = QString::fromUtf8(text);
            QImage ours = canvas(), theirs = canvas();
            QPainter onOurs(&ours), onTheirs(&theirs);
            FrameText words(onOurs, &ours, glyphs, 1);
            words.draw({10, 26}, 280, said, FontRole::Body, Qt::black);
            onTheirs.setFont(uiFont(FontRole::Body));
            onTheirs.drawText(QPointF(10, 26), said);
            const double all = static_cast<double>(ink(theirs, theirs.rect()));
            QVERIFY2(std::abs(static_cast<double>(ink(ours, ours.rect())) - all) < 0.05 * all, text);
            for (int x = 0; x < 300; x += 20) { // a stripe of 20 px after the other; a glyph may lie across
                const QRect stripe(x, 0, 20, 40);
                QVERIFY2(std::abs(ink(ours, stripe) - ink(theirs, stripe)) < 2000, text);
            }
        }
    }
    void whatIsTooWideLosesItsMiddle()
    {
        GlyphAtlas glyphs(uiFont(FontRole::Body));
        const std::string_view text = "void at::native::vectorized_elementwise_kernel";
        for (const double room : {40.0, 90.0, 150.0, 200.0}) {
            const QString shown = glyphs.elided(text, room, 1);
            const QStringList parts = shown.split(QChar(0x2026));
            QCOMPARE(parts.size(), 2);
            const QString whole = QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
            QVERIFY(whole.startsWith(parts[0]) && whole.endsWith(parts[1]));
            const double width = glyphs.width(shown.toStdString());
            QVERIFY(width <= room + 0.01 && width > room - 13); // no further letter would fit
        }
        QCOMPARE(glyphs.elided("aten::mm", 200), QStringLiteral("aten::mm"));
        QCOMPARE(glyphs.elided(text, 8), QString()); // not even five letters
    }
    void onlyRowsWithinTheClipAreTouched()
    {
        GlyphAtlas glyphs(uiFont(FontRole::Body));
        QImage image = canvas();
        GlyphAtlas::Place place;
        place.x = 10;
        place.width = 200;
        place.baseline = 26;
        place.clipTop = 20;
        place.clipBottom = 24;
        glyphs.draw(image, place, "gpqyHIJKL", qRgb(0, 0, 0));
        QVERIFY(ink(image, QRect(0, 20, 300, 4)) > 0);
        QCOMPARE(ink(image, QRect(0, 0, 300, 20)), std::int64_t{0});
        QCOMPARE(ink(image, QRect(0, 24, 300, 16)), std::int64_t{0});
    }
    void nothingIsPaintedBesideTheImage()
    {
        GlyphAtlas glyphs(uiFont(FontRole::Body));
        QImage image = canvas();
        GlyphAtlas::Place place;
        place.width = 400;
        place.baseline = 26;
        place.clipBottom = 40;
        for (const double x : {-30.5, 285.25}) { // across the left and the right edge
            place.x = x;
            glyphs.draw(image, place, "a name that is cut", qRgb(0, 0, 0));
        }
        QVERIFY(ink(image, QRect(0, 0, 20, 40)) > 0);
        QVERIFY(ink(image, QRect(285, 0, 15, 40)) > 0);
        QCOMPARE(ink(image, QRect(120, 0, 150, 40)), std::int64_t{0});
    }
};

QTEST_MAIN(TestFrameText)
#include "tst_frame_text.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTest>

#include "tests/support/text_trace.h"
#include "views/export/picture_frame.h"
#include "views/export/timeline_picture.h"
#include "views/format/format.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QTemporaryDir>

using namespace stepglass;
using namespace stepglass::test;

namespace {

// A name whose letters shaping would join and whose "x" it would turn into a multiplication sign.
constexpr const char* kDrawing =
    "748/748: step ProfilerStep#3 0-1000; op aten::fill_128x128 0-900; op aten::efficient->flow 100-800\n"
    "0/7: kernel ampere_sgemm_128x64_nt 200-800 dev=0 stream=7; htod \"Memcpy HtoD (Pinned -> Device)\" 10-150 "
    "dev=0 stream=7\n";

PictureRequest request()
{
    PictureRequest r;
    r.range = {0, 1'000'000};
    r.width = 900;
    r.scope = QStringLiteral("step 3");
    r.mode = QStringLiteral("PyTorch mode");
    r.table.head = {QStringLiteral("Name"), QStringLiteral("Calls")};
    r.table.rows = {{QStringLiteral("aten::table_row"), QStringLiteral("12")}};
    return r;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The texts of an SVG, unescaped.
QStringList textsOf(const QByteArray& svg)
{
    static const QRegularExpression pattern(QStringLiteral("<text[^>]*>([^<]*)</text>"));
    QStringList texts;
    for (auto it = pattern.globalMatch(QString::fromUtf8(svg)); it.hasNext();)
        texts << it.next().captured(1).trimmed().replace(QLatin1String("&gt;"), QLatin1String(">"));
    return texts;
}

} // namespace

class TestPicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anSvgHoldsItsTextsAsTheyAre()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.svg"));
        const auto trace = textTrace(kDrawing);
        QVERIFY(savePicture(path, *trace, request()).ok());
        const QByteArray svg = contentOf(path);
        const QStringList texts = textsOf(svg);
        for (const char* text :
             {"ProfilerStep#3", "aten::fill_128x128", "aten::efficient->flow", "ampere_sgemm_128x64_nt", "Steps",
              "main thread", "GPU 0", "HtoD", "kernel", "aten::table_row", "12"})
            QVERIFY2(texts.contains(QLatin1String(text)), text);
        // 200-800 and 10-150 of 1000 us.
        QVERIFY(texts.contains(QStringLiteral("busy ") + formatPercent(0.74) + QStringLiteral(" \u00B7 idle ") +
                               formatDuration(260'000)));
        QVERIFY(texts.join(QLatin1Char('|')).contains(QStringLiteral("step 3 \u00B7 PyTorch mode")));
        QVERIFY(!svg.contains("clipPath"));
        QSvgRenderer renderer(path);
        QVERIFY(renderer.isValid());
        QCOMPARE(renderer.viewBox().width(), 900);
        static const QRegularExpression width(QStringLiteral("<svg width=\"([0-9.]+)mm\""));
        const double mm = width.match(QString::fromUtf8(svg)).captured(1).toDouble();
        QVERIFY(std::abs(mm - 900 * 25.4 / 96) < 0.5); // a px is a 96th of an inch
    }
    void instantsStandInTheLegendWhereThereAreAny()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.svg"));
        QVERIFY(savePicture(path, *textTrace(std::string(kDrawing) + "748/748: instant tick 500"), request()).ok());
        QVERIFY(textsOf(contentOf(path)).contains(QStringLiteral("instant")));
        QVERIFY(savePicture(path, *textTrace(kDrawing), request()).ok());
        QVERIFY(!textsOf(contentOf(path)).contains(QStringLiteral("instant")));
    }
    void aPdfCanBeSearched()
    {
        const QString tool = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
        if (tool.isEmpty())
            QSKIP("pdftotext is not installed");
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.pdf"));
        QVERIFY(savePicture(path, *textTrace(kDrawing), request()).ok());
        QProcess process;
        process.start(tool, {QStringLiteral("-layout"), path, QStringLiteral("-")});
        QVERIFY(process.waitForFinished());
        const QByteArray text = process.readAllStandardOutput();
        for (const char* word : {"aten::fill_128x128", "aten::efficient->flow", "ampere_sgemm_128x64_nt", "step 3"})
            QVERIFY2(text.contains(word), word);
    }
    void aPngHasTheResolutionAskedFor()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.png"));
        const auto trace = textTrace(kDrawing);
        PictureRequest r = request();
        QVERIFY(savePicture(path, *trace, r).ok());
        const QImage once(path);
        QCOMPARE(once.width(), 900);
        r.dpi = 192;
        QVERIFY(savePicture(path, *trace, r).ok());
        const QImage twice(path);
        QCOMPARE(twice.size(), once.size() * 2);
        QCOMPARE(qRound(twice.dotsPerMeterX() * 0.0254), 192);
    }
    void slicesHaveTheirKindsColour()
    {
        const auto trace = textTrace(kDrawing);
        for (const ThemeName name : {ThemeName::Light, ThemeName::Dark}) {
            PictureRequest r = request();
            r.theme = &Theme::of(name);
            const QImage image = pictureImage(*trace, r);
            const SliceId kernel = sliceNamed(*trace, "ampere_sgemm_128x64_nt");
            const LaneClass look = trace->laneClass(kernel);
            int found = 0;
            for (int y = 0; y < image.height(); ++y) // right of its label: 176 + 724 * 0.75
                found += image.pixel(719, y) == r.theme->sliceColor(look.kind(), look.shade()) ? 1 : 0;
            QCOMPARE(found, measure::kKernelLane);
        }
    }
    void theScaleBarIsARoundLength()
    {
        // 1000 px of 1 us: at most 160 us.
        QCOMPARE(scaleBarLength(TimeScale({0, 1'000'000}, 1000), 1), Ns{100'000});
        QCOMPARE(scaleBarLength(TimeScale({0, 1'000'000}, 2000), 2), Ns{100'000});
        QCOMPARE(scaleBarLength(TimeScale({0, 3'000'000'000}, 1000), 1), Ns{200'000'000});
    }
    void whatCannotBeWrittenSaysWhy()
    {
        const auto trace = textTrace(kDrawing);
        const Status ending = savePicture(QStringLiteral("a.gif"), *trace, request());
        QVERIFY(!ending.ok() && ending.message().find(".png, .svg or .pdf") != std::string::npos);
        const Status folder = savePicture(QStringLiteral("/nonexistent/a.png"), *trace, request());
        QVERIFY(!folder.ok() && folder.message().find("/nonexistent/a.png") != std::string::npos);
        PictureRequest huge = request();
        huge.width = 20'000;
        huge.dpi = 300;
        QVERIFY(!savePicture(QStringLiteral("/nonexistent/a.png"), *trace, huge).ok());
    }
};

QTEST_MAIN(TestPicture)
#include "tst_picture.moc"

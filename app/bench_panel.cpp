// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench_panel.h"

#include "app/compare_table.h"
#include "app/preset_choices.h"
#include "app/table_cell.h"
#include "views/format/format.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>

#include <algorithm>

namespace stepglass {

namespace {

constexpr int kRowHeight = 24;
constexpr int kFigures = 8;

QTableWidgetItem* time(qint64 ns)
{
    return tableCell(formatDuration(ns), true, formatExact(ns));
}

QString overheadText(const BenchmarkRecord& record)
{
    if (!record.overhead)
        return QString::fromUtf8("–");
    return changeText(record.overhead->ratio - 1);
}

} // namespace

BenchPanel::BenchPanel(Benchmarks& benchmarks, QWidget* parent)
    : QWidget(parent)
    , m_benchmarks(benchmarks)
{
    setObjectName("page");
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildOrder());
    m_figures =
        buildTable({tr("A step"), tr("Wall"), tr("Synchronised each"), tr("Device events"), tr("Not synchronised")},
                   tr("Figures of the result"));
    const char* const kTips[] = {"", QT_TR_NOOP("The device synchronised at both ends of a block: the step time"),
                                 QT_TR_NOOP("Synchronising each step changes the run"),
                                 QT_TR_NOOP("Between device events around a block"),
                                 QT_TR_NOOP("A trap: the clock is stopped before the device is, so that only launching "
                                            "is timed")};
    for (int c = 1; c < m_figures->columnCount(); ++c)
        m_figures->horizontalHeaderItem(c)->setToolTip(tr(kTips[c]));
    m_figures->setSelectionMode(QAbstractItemView::NoSelection);
    m_figures->setFocusPolicy(Qt::NoFocus);
    m_figures->setFixedHeight(kRowHeight * (kFigures + 1) + 2);
    m_figures->setRowCount(kFigures);
    column->addWidget(m_figures);
    m_summary = new QLabel(this);
    m_summary->setObjectName("soft");
    m_summary->setWordWrap(true);
    m_summary->setContentsMargins(14, 6, 14, 8);
    column->addWidget(m_summary);
    m_kept = buildTable({tr("Kept"), tr("Preset"), tr("Backend"), tr("Median"), tr("Samples a second"), tr("Profiler")},
                        tr("Kept results"));
    m_kept->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_kept->setToolTip(tr("Two that are selected can be compared"));
    column->addWidget(m_kept, 1);
    column->addStretch();
    connect(m_kept, &QTableWidget::itemSelectionChanged, this, &BenchPanel::showRecord);
    connect(&m_benchmarks, &Benchmarks::progressed, this, &BenchPanel::showProgress);
    connect(&m_benchmarks, &Benchmarks::changed, this, &BenchPanel::refresh);
    refresh();
}

QWidget* BenchPanel::buildOrder()
{
    auto* box = new QWidget(this);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(12, 8, 12, 6);
    column->setSpacing(6);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    m_preset = new QComboBox(box);
    m_preset->setAccessibleName(tr("Preset"));
    for (const PresetChoice& choice : presetChoices())
        m_preset->addItem(QString::fromLatin1(choice.name));
    m_backend = new QComboBox(box);
    m_backend->setAccessibleName(tr("Backend"));
    m_backend->addItems({"auto", "cpu", "emulated", "cuda"});
    const auto number = [&](const QString& name, int least, int value) {
        auto* made = new QSpinBox(box);
        made->setRange(least, 100'000);
        made->setValue(value);
        made->setPrefix(name + " ");
        made->setAccessibleName(name);
        made->setButtonSymbols(QAbstractSpinBox::NoButtons);
        return made;
    };
    m_warmup = number(tr("warm-up"), 0, 5);
    m_steps = number(tr("steps"), 5, 20);
    m_run = new QPushButton(tr("Run"), box);
    m_compare = new QPushButton(tr("Compare"), box);
    m_compare->setToolTip(tr("The two selected results: is the newer one faster?"));
    row->addWidget(m_preset, 2);
    row->addWidget(m_backend, 1);
    row->addWidget(m_warmup);
    row->addWidget(m_steps);
    row->addWidget(m_run);
    row->addWidget(m_compare);
    column->addLayout(row);
    m_note = new QLabel(box);
    m_note->setObjectName("soft");
    m_note->setWordWrap(true);
    column->addWidget(m_note);
    connect(m_run, &QPushButton::clicked, this, &BenchPanel::runOrStop);
    connect(m_compare, &QPushButton::clicked, this, [this] {
        const std::vector<int> rows = selectedRows(); // the newest stands first
        const auto& records = m_benchmarks.records();
        if (rows.size() == 2)
            Q_EMIT compareWanted(records[static_cast<std::size_t>(rows[1])].file,
                                 records[static_cast<std::size_t>(rows[0])].file);
    });
    return box;
}

QTableWidget* BenchPanel::buildTable(const QStringList& headings, const QString& name)
{
    auto* table = new QTableWidget(0, static_cast<int>(headings.size()), this);
    table->setAccessibleName(name);
    table->setHorizontalHeaderLabels(headings);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    table->horizontalHeader()->setFixedHeight(kRowHeight);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setMinimumSectionSize(40);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (int c = 0; c < table->columnCount(); ++c)
        table->horizontalHeaderItem(c)->setTextAlignment((c == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return table;
}

void BenchPanel::runOrStop()
{
    if (m_benchmarks.session().running()) {
        m_benchmarks.stop();
        return;
    }
    BenchmarkOrder order;
    order.workload.preset = m_preset->currentText();
    order.workload.backend = m_backend->currentText();
    order.warmup = m_warmup->value();
    order.steps = m_steps->value();
    m_benchmarks.run(order);
}

void BenchPanel::showProgress()
{
    const BenchmarkSession& session = m_benchmarks.session();
    m_run->setText(session.running() ? tr("Stop") : tr("Run"));
    if (session.running())
        m_note->setText(session.blocks() == 0 ? tr("Warming up …")
                                              : tr("Block %1 of %2 is measured …")
                                                    .arg(std::min(session.blocksDone() + 1, session.blocks()))
                                                    .arg(session.blocks()));
    m_note->setVisible(!m_note->text().isEmpty());
}

void BenchPanel::refresh()
{
    const auto& records = m_benchmarks.records();
    m_kept->setRowCount(static_cast<int>(records.size()));
    for (int r = 0; r < m_kept->rowCount(); ++r) {
        const BenchmarkRecord& record = records[static_cast<std::size_t>(r)];
        m_kept->setItem(r, 0, tableCell(record.when.toString("yyyy-MM-dd HH:mm:ss"), false, record.file));
        m_kept->setItem(r, 1, tableCell(record.preset, true));
        m_kept->setItem(r, 2, tableCell(record.backend, true, record.device));
        m_kept->setItem(r, 3, time(record.kinds[0].median));
        m_kept->setItem(r, 4, tableCell(QString::number(record.throughput, 'f', 1), true));
        m_kept->setItem(r, 5, tableCell(overheadText(record), true));
    }
    m_note->setText(m_benchmarks.error());
    showProgress();
    showRecord();
}

std::vector<int> BenchPanel::selectedRows() const
{
    std::vector<int> rows;
    const QModelIndexList selected = m_kept->selectionModel()->selectedRows();
    for (const QModelIndex& index : selected)
        rows.push_back(index.row());
    std::sort(rows.begin(), rows.end());
    return rows;
}

const BenchmarkRecord* BenchPanel::shownRecord() const
{
    const std::vector<int> rows = selectedRows();
    const std::size_t at = rows.empty() ? 0 : static_cast<std::size_t>(rows.front());
    return at < m_benchmarks.records().size() ? &m_benchmarks.records()[at] : nullptr;
}

void BenchPanel::showRecord()
{
    m_compare->setEnabled(selectedRows().size() == 2);
    const BenchmarkRecord* record = shownRecord();
    for (QWidget* widget : {static_cast<QWidget*>(m_figures), static_cast<QWidget*>(m_kept)})
        widget->setVisible(record != nullptr);
    if (!record) {
        m_summary->setText(tr("Times the built-in training step: steps in blocks, the device synchronised at both ends "
                              "of a block; per step, by device events and with the profiler recording beside it. "
                              "Results are kept and can be compared."));
        return;
    }
    const QString kRows[kFigures] = {tr("Median"), tr("95 % from"), tr("95 % to"), tr("Mean"),
                                     tr("Least"),  tr("p5"),        tr("p95"),     tr("MAD")};
    for (int r = 0; r < kFigures; ++r)
        m_figures->setItem(r, 0, tableCell(kRows[r], false));
    for (int c = 1; c <= static_cast<int>(record->kinds.size()); ++c) {
        const BenchmarkFigures& f = record->kinds[static_cast<std::size_t>(c - 1)];
        int row = 0;
        for (const qint64 ns : {f.median, f.low, f.high, f.mean, f.min, f.p5, f.p95, f.mad})
            m_figures->setItem(row++, c, time(ns));
    }
    QString text = tr("%1 samples a second on %2, %3 steps of each kind in %4 blocks.")
                       .arg(QString::number(record->throughput, 'f', 1), record->device)
                       .arg(record->steps)
                       .arg(record->blocks);
    if (record->overhead)
        text += ' ' + tr("The profiler's own cost: %1 of the step (%2 to %3).")
                          .arg(overheadText(*record), changeText(record->overhead->low - 1),
                               changeText(record->overhead->high - 1));
    if (record->drift)
        text += ' ' + tr("The step times had not settled: warm up longer.");
    m_summary->setText(text);
}

void BenchPanel::contextMenuEvent(QContextMenuEvent* event)
{
    const int row = m_kept->rowAt(m_kept->viewport()->mapFromGlobal(event->globalPos()).y());
    if (row < 0 || !m_kept->geometry().contains(event->pos()))
        return;
    const QString file = m_benchmarks.records()[static_cast<std::size_t>(row)].file;
    QMenu menu(this);
    menu.addAction(tr("Forget this result"), this, [this, file] { m_benchmarks.remove(file); });
    menu.exec(event->globalPos());
}

} // namespace stepglass

// SPDX-License-Identifier: GPL-3.0-or-later
// The step-time benchmark: runs it, shows the figures of a result, keeps results and hands two of them to be compared.
#pragma once

#include "app/benchmarks.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace stepglass {

class BenchPanel : public QWidget
{
    Q_OBJECT

public:
    explicit BenchPanel(Benchmarks& benchmarks, QWidget* parent = nullptr);

Q_SIGNALS:
    void compareWanted(const QString& fileA, const QString& fileB);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    QWidget* buildOrder();
    QTableWidget* buildTable(const QStringList& headings, const QString& name);
    void runOrStop();
    void showProgress();
    void refresh();
    void showRecord();
    const BenchmarkRecord* shownRecord() const;
    std::vector<int> selectedRows() const; // of m_kept, in order

    Benchmarks& m_benchmarks;
    QComboBox* m_preset = nullptr;
    QComboBox* m_backend = nullptr;
    QSpinBox* m_warmup = nullptr;
    QSpinBox* m_steps = nullptr;
    QPushButton* m_run = nullptr;
    QLabel* m_note = nullptr;
    QTableWidget* m_figures = nullptr;
    QLabel* m_summary = nullptr;
    QTableWidget* m_kept = nullptr;
    QPushButton* m_compare = nullptr;
};

} // namespace stepglass

// SPDX-License-Identifier: GPL-3.0-or-later
// The stops of a walk, one a line; the one that the walk has reached is marked.
#pragma once

#include "views/document/trace_document.h"

#include <QAbstractListModel>
#include <QWidget>

class QLabel;
class QListView;

namespace stepglass {

class WalkModel : public QAbstractListModel
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;
    void setWalk(std::shared_ptr<const Walk> walk, std::shared_ptr<const Trace> trace);
    const std::shared_ptr<const Walk>& walk() const { return m_walk; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::shared_ptr<const Walk> m_walk;
    std::shared_ptr<const Trace> m_trace;
};

class WalkList : public QWidget
{
    Q_OBJECT

public:
    explicit WalkList(TraceDocument& document, QWidget* parent = nullptr);
    void refresh();
    QString heading() const;
    QListView& list() const { return *m_list; }

private:
    TraceDocument& m_document;
    WalkModel m_model;
    QLabel* m_heading;
    QLabel* m_sum;
    QListView* m_list;
};

} // namespace stepglass

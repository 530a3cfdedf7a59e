// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/walk_list.h"

#include "views/format/format.h"
#include "views/theme/fonts.h"

#include <QLabel>
#include <QListView>
#include <QVBoxLayout>

namespace stepglass {

void WalkModel::setWalk(std::shared_ptr<const Walk> walk, std::shared_ptr<const Trace> trace)
{
    beginResetModel();
    m_walk = std::move(walk);
    m_trace = std::move(trace);
    endResetModel();
}

int WalkModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_walk ? 0 : static_cast<int>(m_walk->stops.size());
}

QVariant WalkModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_walk)
        return {};
    const Stop& stop = m_walk->stops[static_cast<std::size_t>(index.row())];
    const QString name = stop.slice.valid() ? toQString(m_trace->name(stop.slice)) : QString();
    const Ns at = stop.at.from - m_trace->spanStart();
    if (role == Qt::DisplayRole)
        return formatDuration(stop.at.length()) + "   " + tr("at %1").arg(formatDuration(at)) +
               (name.isEmpty() ? QString() : "   " + name);
    if (role == Qt::ToolTipRole)
        return tr("%1 at %2").arg(formatExact(stop.at.length()), formatExact(at)) +
               (name.isEmpty() ? QString() : "\n" + name);
    return {};
}

WalkList::WalkList(TraceDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_heading(new QLabel(this))
    , m_sum(new QLabel(this))
    , m_list(new QListView(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    m_heading->setFont(uiFont(FontRole::Heading));
    m_sum->setFont(uiFont(FontRole::Secondary));
    m_sum->setObjectName("soft");
    m_list->setModel(&m_model);
    m_list->setUniformItemSizes(true);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setFont(uiFont(FontRole::Secondary));
    m_list->setAccessibleName(tr("Places of the walk"));
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    column->addWidget(m_heading);
    column->addWidget(m_sum);
    column->addWidget(m_list, 1);
    const auto go = [this](const QModelIndex& index) { m_document.walkToStop(static_cast<std::size_t>(index.row())); };
    connect(m_list, &QListView::clicked, this, go);
    connect(m_list, &QListView::activated, this, go);
}

QString WalkList::heading() const
{
    return m_heading->text() + ", " + m_sum->text();
}

void WalkList::refresh()
{
    const std::shared_ptr<const Walk>& walk = m_document.walk();
    setVisible(walk != nullptr);
    if (walk != m_model.walk()) {
        m_model.setWalk(walk, m_document.trace());
        Ns sum = 0;
        for (std::size_t i = 0; walk && i < walk->stops.size(); ++i)
            sum += walk->stops[i].at.length();
        m_heading->setText(walk ? QString::fromStdString(walk->title) : QString());
        m_sum->setText(
            !walk ? QString()
                  : tr("%1 places  ·  %2  ·  N, Shift+N").arg(formatCount(walk->stops.size()), formatDuration(sum)));
    }
    if (!walk)
        return;
    const QModelIndex here = m_model.index(static_cast<int>(m_document.walkPlace()), 0);
    m_list->setCurrentIndex(here);
    m_list->scrollTo(here);
}

} // namespace stepglass

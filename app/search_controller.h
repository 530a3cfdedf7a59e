// SPDX-License-Identifier: GPL-3.0-or-later
// Search over one document: names at once, then args by a scan in the background; Enter walks the hits in time.
#pragma once

#include "app/latest_job.h"
#include "views/document/trace_document.h"

#include <QObject>
#include <QPointer>
#include <QString>

#include <vector>

namespace stepglass {

// Slices whose name contains `text` (case ignored), by start.
std::vector<SliceId> slicesNamedLike(const Trace& trace, const QString& text, std::stop_token stop = {});

class SearchController : public QObject
{
    Q_OBJECT

public:
    explicit SearchController(QObject* parent = nullptr);

    void setDocument(TraceDocument* document); // null: none
    void setText(const QString& text);
    // To the next (+1) or previous (-1) hit from the selection, or from what is in view.
    void step(int direction);
    const std::vector<SliceId>& hits() const { return m_hits; }
    bool scanning() const { return m_names.running() || m_args.running(); }
    QString note() const; // "3 of 40", "none", "12 … args"

Q_SIGNALS:
    void changed();

private:
    struct Found
    {
        std::shared_ptr<const Trace> trace;
        std::vector<SliceId> slices;
    };
    void namesFound(Found found);
    void argsFound(Found found);

    QPointer<TraceDocument> m_document;
    QMetaObject::Connection m_connection;
    QString m_text;
    std::vector<SliceId> m_hits;
    bool m_stepWhenFound = false;
    LatestJob<Found> m_names;
    LatestJob<Found> m_args;
};

} // namespace stepglass

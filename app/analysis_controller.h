// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a document's analysis up to date, off the UI thread: the newest question wins; while a file grows, a question
// is asked at most as often as leaves half of a core free.
#pragma once

#include "app/latest_job.h"
#include "model/analysis/analyze.h"
#include "model/analysis/finding_settings.h"
#include "views/document/diagnosis.h"
#include "views/document/trace_document.h"

#include <QElapsedTimer>
#include <QTimer>

#include <memory>

namespace stepglass {

class AnalysisController : public QObject
{
    Q_OBJECT

public:
    explicit AnalysisController(TraceDocument& document, QObject* parent = nullptr);

    void setOptions(const AnalysisOptions& options);
    const AnalysisOptions& options() const { return m_options; }
    void setThresholds(const FindingSettings& thresholds);
    bool busy() const { return m_prepare.running() || m_analyze.running() || m_wait.isActive(); }

Q_SIGNALS:
    void busyChanged();

private:
    void documentChanged(TraceDocument::Changes changes);
    void prepare();
    void prepared(std::shared_ptr<const PreparedTrace> prepared);
    void analyzeNow();
    void diagnoseNow();
    void analyzed(std::shared_ptr<const AnalysisResults> results);

    TraceDocument& m_document;
    AnalysisOptions m_options;
    std::shared_ptr<const PreparedTrace> m_prepared;
    // What was shown before goes with the next question: to free its hundreds of MB takes longer than a frame may.
    std::vector<std::shared_ptr<const AnalysisResults>> m_retired;
    LatestJob<std::shared_ptr<const PreparedTrace>> m_prepare;
    LatestJob<std::shared_ptr<const AnalysisResults>> m_analyze;
    LatestJob<std::shared_ptr<const Diagnosis>> m_diagnose;
    QTimer m_wait;
    QElapsedTimer m_sinceAsked;
    qint64 m_lastCost = 0; // ms from asking to the answer
};

} // namespace stepglass

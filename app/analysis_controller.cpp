// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis_controller.h"

#include <algorithm>
#include <utility>

namespace stepglass {

namespace {

constexpr qint64 kLeastPause = 250; // ms between two questions about a growing file
constexpr qint64 kShare = 4;        // of the time, one part at most goes into them

} // namespace

AnalysisController::AnalysisController(TraceDocument& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_prepare(
          this, [this](std::shared_ptr<const PreparedTrace> p) { prepared(std::move(p)); }, true)
    , m_analyze(
          this, [this](std::shared_ptr<const AnalysisResults> r) { analyzed(std::move(r)); }, true)
    , m_diagnose(this, [this](std::shared_ptr<const Diagnosis> d) { m_document.setDiagnosis(std::move(d)); })
{
    m_wait.setSingleShot(true);
    connect(&m_wait, &QTimer::timeout, this, &AnalysisController::prepare);
    connect(&document, &TraceDocument::changed, this, &AnalysisController::documentChanged);
}

void AnalysisController::setOptions(const AnalysisOptions& options)
{
    m_options = options;
    analyzeNow();
}

void AnalysisController::setThresholds(const FindingSettings& thresholds)
{
    m_options.findings = thresholds;
    analyzeNow();
}

void AnalysisController::documentChanged(TraceDocument::Changes changes)
{
    using Change = TraceDocument::Change;
    if (changes.testFlag(Change::Trace)) {
        if (m_document.trace()->complete()) {
            m_wait.stop();
            prepare();
        } else if (!m_wait.isActive()) { // else the question to come will be about this snapshot
            const qint64 pause = std::max(kLeastPause, kShare * m_lastCost);
            const qint64 left = m_sinceAsked.isValid() ? pause - m_sinceAsked.elapsed() : 0;
            m_wait.start(static_cast<int>(std::max<qint64>(left, 0)));
        }
    } else if (changes.testFlag(Change::Scope)) {
        analyzeNow();
    }
}

void AnalysisController::prepare()
{
    if (!m_document.trace()->complete() && (m_prepare.running() || m_analyze.running())) {
        m_wait.start(static_cast<int>(kLeastPause)); // a growing file never keeps an answer from coming
        return;
    }
    m_sinceAsked.start();
    m_prepare.start([trace = m_document.trace(), retired = std::exchange(m_retired, {})](std::stop_token stop) {
        return PreparedTrace::make(trace, stop);
    });
    Q_EMIT busyChanged();
}

void AnalysisController::prepared(std::shared_ptr<const PreparedTrace> prepared)
{
    if (!prepared)
        return;
    m_prepared = std::move(prepared);
    if (m_prepared->sharedTrace() == m_document.trace())
        m_document.setLinks(m_prepared->sharedLinks());
    analyzeNow();
}

void AnalysisController::analyzeNow()
{
    if (!m_prepared)
        return;
    AnalysisOptions options = m_options;
    options.previous = m_document.analysis(); // what does not depend on the scope is told once a trace
    m_analyze.start([prepared = m_prepared, scope = m_document.scope(), options = std::move(options)](
                        std::stop_token stop) { return analyze(prepared, scope, options, stop); });
    Q_EMIT busyChanged();
}

void AnalysisController::diagnoseNow()
{
    m_diagnose.start([results = m_document.analysis(), retired = std::exchange(m_retired, {})](std::stop_token stop) {
        return diagnose(results, stop);
    });
}

void AnalysisController::analyzed(std::shared_ptr<const AnalysisResults> results)
{
    if (!results)
        return;
    m_lastCost = m_sinceAsked.isValid() ? std::min<qint64>(m_sinceAsked.elapsed(), 10'000) : 0;
    m_retired.push_back(m_document.analysis());
    m_document.setAnalysis(std::move(results));
    if (m_prepared->trace().complete()) // of a growing file nothing is judged
        diagnoseNow();
    Q_EMIT busyChanged();
}

} // namespace stepglass

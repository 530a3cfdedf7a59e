// SPDX-License-Identifier: GPL-3.0-or-later
// One of two runs that are compared: a trace, which is also shown, or the result of a benchmark.
#pragma once

#include "app/latest_job.h"
#include "app/load_controller.h"
#include "model/analysis/links.h"
#include "model/analysis/run_figures.h"
#include "model/analysis/steps.h"
#include "views/document/trace_document.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace stepglass {

class CompareSide : public QObject
{
    Q_OBJECT

public:
    explicit CompareSide(QObject* parent = nullptr);

    // `trace`: the whole of `path` where it is open already, else null.
    void open(const QString& path, std::shared_ptr<const Trace> trace);

    const QString& path() const { return m_path; }
    TraceDocument& document() { return m_document; }
    const std::vector<Step>& steps() const { return m_steps; }
    const std::shared_ptr<const RunFigures>& figures() const { return m_figures; } // null until ready()
    bool isTrace() const { return m_isTrace; }
    const QString& error() const { return m_error; }

Q_SIGNALS:
    void ready(); // figures, or an error

private:
    struct Answer
    {
        std::shared_ptr<const RunFigures> figures;
        std::shared_ptr<const Links> links;
        std::vector<Step> steps;
        QString error;
    };
    static Answer figuresOf(const std::shared_ptr<const Trace>& trace, const std::string& path);
    void setTrace(std::shared_ptr<const Trace> trace);
    void take(Answer answer);

    QString m_path, m_error;
    bool m_isTrace = true;
    TraceDocument m_document;
    LoadController m_loader;
    LatestJob<Answer> m_job;
    std::vector<Step> m_steps;
    std::shared_ptr<const RunFigures> m_figures;
};

} // namespace stepglass

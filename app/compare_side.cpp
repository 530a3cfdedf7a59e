// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare_side.h"

#include "app/commands/device_input.h"
#include "app/commands/result_json.h"

namespace stepglass {

CompareSide::CompareSide(QObject* parent)
    : QObject(parent)
    , m_job(this, [this](Answer answer) { take(std::move(answer)); })
{
    connect(&m_loader, &LoadController::snapshot, this, &CompareSide::setTrace);
    connect(&m_loader, &LoadController::failed, this, [this](const QString& sentence) {
        m_error = sentence;
        Q_EMIT ready();
    });
}

void CompareSide::open(const QString& path, std::shared_ptr<const Trace> trace)
{
    m_path = path;
    const auto text = benchmarkText(path.toStdString());
    m_isTrace = !text;
    if (trace) {
        setTrace(std::move(trace));
    } else if (m_isTrace) {
        m_loader.open(path, LoadController::Mode::WholeFile);
    } else {
        auto run = readBenchmarkResult(*text, path.toStdString());
        Answer answer;
        if (run.ok())
            answer.figures = std::make_shared<const RunFigures>(std::move(run.value()));
        else
            answer.error = QString::fromStdString(run.status().message());
        take(std::move(answer));
    }
}

CompareSide::Answer CompareSide::figuresOf(const std::shared_ptr<const Trace>& trace, const std::string& path)
{
    Answer answer;
    const auto input = analyseDevices(trace, {});
    if (!input.ok()) {
        answer.error = QString::fromStdString(path + ": " + input.status().message());
        return answer;
    }
    answer.links = input.value().links;
    answer.steps = input.value().analysis->steps();
    answer.figures = std::make_shared<const RunFigures>(runFigures(*input.value().analysis, path));
    return answer;
}

void CompareSide::setTrace(std::shared_ptr<const Trace> trace)
{
    m_document.setTrace(trace);
    if (trace->complete())
        m_job.start([trace, path = m_path.toStdString()](std::stop_token) { return figuresOf(trace, path); });
}

void CompareSide::take(Answer answer)
{
    m_figures = std::move(answer.figures);
    m_steps = std::move(answer.steps);
    m_error = std::move(answer.error);
    if (answer.links)
        m_document.setLinks(std::move(answer.links));
    Q_EMIT ready();
}

} // namespace stepglass

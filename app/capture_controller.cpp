// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture_controller.h"

#include "app/live_state.h"
#include "app/preset_choices.h"
#include "app/settings.h"

#include <QDateTime>
#include <QDir>
#include <QStandardPaths>

namespace stepglass {

namespace {

QString newFile(const QString& preset)
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) + "/stepglass";
    QDir().mkpath(folder);
    const QString stamp = QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    return folder + "/" + (preset.isEmpty() ? QStringLiteral("baseline") : preset) + "-" + stamp + ".json";
}

} // namespace

CaptureController::CaptureController(Settings& settings, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
{
    connect(&m_session, &CaptureSession::stateChanged, this, &CaptureController::changed);
    connect(&m_session, &CaptureSession::progressed, this, &CaptureController::changed);
    connect(&m_session, &CaptureSession::fileStarted, this, &CaptureController::fileStarted);
    connect(&m_session, &CaptureSession::ended, this, &CaptureController::ended);
}

CaptureOptions CaptureController::lastOptions() const
{
    CaptureOptions options;
    options.preset = m_settings.value(QStringLiteral("capture/preset")).toString();
    options.backend = m_settings.value(QStringLiteral("capture/backend"), options.backend).toString();
    const auto number = [&](const char* name, int fallback) {
        return m_settings.value(QStringLiteral("capture/") + name, fallback).toInt();
    };
    options.wait = number("wait", 1);
    options.warmup = number("warmup", 3);
    if (const int active = number("active", 0); active > 0)
        options.active = active;
    options.repeat = number("repeat", 1);
    return options;
}

void CaptureController::start(CaptureOptions options)
{
    m_settings.setValue(QStringLiteral("capture/preset"), options.preset);
    m_settings.setValue(QStringLiteral("capture/backend"), options.backend);
    const auto keep = [&](const char* name, const std::optional<int>& value) {
        if (value)
            m_settings.setValue(QStringLiteral("capture/") + name, *value);
    };
    keep("wait", options.wait);
    keep("warmup", options.warmup);
    if (options.active) // 0: what is the preset's own, and goes with it
        keep("active", *options.active == presetActive(options.preset) ? 0 : *options.active);
    keep("repeat", options.repeat);
    if (options.output.isEmpty())
        options.output = newFile(options.preset);
    m_options = options;
    m_session.start(options);
}

QString CaptureController::stateText() const
{
    if (m_session.state() == CaptureState::Failed)
        return tr("failed");
    if (!running())
        return tr("idle");
    return liveState(m_options, m_session.state(), m_session.progress()).phase.toLower();
}

} // namespace stepglass

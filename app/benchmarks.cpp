// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/benchmarks.h"
#include "views/export/save_file.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace stepglass {

namespace {

BenchmarkFigures figures(const QJsonObject& json)
{
    const auto ns = [](const QJsonValue& value) { return std::llround(value.toDouble()); };
    const QJsonArray interval = json["interval"].toArray();
    return {ns(json["median"]), ns(json["mean"]), ns(json["min"]), ns(json["p5"]),
            ns(json["p95"]),    ns(json["mad"]),  ns(interval[0]), ns(interval[1])};
}

} // namespace

std::optional<BenchmarkRecord> benchmarkRecord(const QByteArray& json)
{
    const QJsonObject result = QJsonDocument::fromJson(json).object();
    if (!result["wall_ns"].isObject())
        return std::nullopt;
    BenchmarkRecord record;
    record.preset = result["preset"].toString();
    record.backend = result["backend"].toString();
    record.device = result["device"].toString();
    record.batch = result["batch"].toInteger();
    record.steps = result["steps"].toInteger();
    record.blocks = static_cast<int>(result["blocks"].toArray().size());
    const char* const kKinds[] = {"wall_ns", "per_step_synchronised_ns", "device_ns", "unsynchronised_ns"};
    for (std::size_t i = 0; i < record.kinds.size(); ++i)
        record.kinds[i] = figures(result[QLatin1String(kKinds[i])].toObject());
    record.throughput = result["throughput_per_s"].toDouble();
    record.drift = result["drift"].toBool();
    if (const QJsonObject overhead = result["overhead"].toObject(); !overhead.isEmpty()) {
        const QJsonArray interval = overhead["interval"].toArray();
        record.overhead = {overhead["ratio"].toDouble(), interval[0].toDouble(), interval[1].toDouble()};
    }
    return record;
}

Benchmarks::Benchmarks(const QString& folder, QObject* parent)
    : QObject(parent)
    , m_folder(folder)
{
    connect(&m_session, &BenchmarkSession::progressed, this, &Benchmarks::progressed);
    connect(&m_session, &BenchmarkSession::ended, this, &Benchmarks::ended);
    const QFileInfoList files = QDir(m_folder).entryInfoList({"*.json"}, QDir::Files, QDir::Time);
    for (const QFileInfo& info : files) {
        QFile file(info.absoluteFilePath());
        if (m_records.size() == kMostShown || !file.open(QIODevice::ReadOnly))
            break;
        if (auto record = benchmarkRecord(file.readAll())) {
            record->file = info.absoluteFilePath();
            record->when = info.lastModified();
            m_records.push_back(std::move(*record));
        }
    }
}

void Benchmarks::run(const BenchmarkOrder& order)
{
    m_error.clear();
    m_order = order;
    m_session.start(order);
    Q_EMIT changed();
}

void Benchmarks::ended()
{
    m_error = m_session.why();
    auto record = benchmarkRecord(m_session.result());
    if (m_error.isEmpty() && !record)
        m_error = tr("The benchmark's result cannot be read.");
    if (record) {
        record->when = QDateTime::currentDateTime();
        const QString name = record->preset + "-" + record->backend + "-";
        QDir().mkpath(m_folder);
        record->file = QDir(m_folder).filePath(name + record->when.toString("yyyyMMdd-HHmmss-zzz") + ".json");
        if (const Status saved = saveFile(record->file, m_session.result()); !saved.ok())
            m_error = tr("The result is shown but could not be kept: %1").arg(QString::fromStdString(saved.message()));
        m_records.insert(m_records.begin(), std::move(*record));
    }
    Q_EMIT changed();
}

void Benchmarks::remove(const QString& file)
{
    std::erase_if(m_records, [&](const BenchmarkRecord& record) { return record.file == file; });
    QFile::remove(file);
    Q_EMIT changed();
}

} // namespace stepglass

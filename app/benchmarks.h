// SPDX-License-Identifier: GPL-3.0-or-later
// Benchmarks of the built-in step: the one that runs, and the results that are kept, each a file.
#pragma once

#include "capture/session/benchmark_session.h"

#include <QDateTime>
#include <QObject>

#include <array>
#include <optional>
#include <vector>

namespace stepglass {

// NUMBERS of one kind of measurement, ns.
struct BenchmarkFigures
{
    qint64 median = 0, mean = 0, min = 0, p5 = 0, p95 = 0, mad = 0, low = 0, high = 0;
};

struct BenchmarkRecord
{
    QString file;
    QDateTime when;
    QString preset, backend, device;
    qint64 batch = 0, steps = 0;
    int blocks = 0;
    // Wall time, wall time synchronised each step, device events, wall time not synchronised.
    std::array<BenchmarkFigures, 4> kinds;
    double throughput = 0; // samples a second
    bool drift = false;
    struct Overhead
    {
        double ratio = 0, low = 0, high = 0; // recording / not recording
    };
    std::optional<Overhead> overhead;
};

// A result as `stepglass benchmark --json` prints it; none where it is none.
std::optional<BenchmarkRecord> benchmarkRecord(const QByteArray& json);

class Benchmarks : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t kMostShown = 100;

    // Reads what `folder` holds.
    explicit Benchmarks(const QString& folder, QObject* parent = nullptr);

    void run(const BenchmarkOrder& order);
    void stop() { m_session.stop(); }
    const BenchmarkSession& session() const { return m_session; }
    const QString& error() const { return m_error; }
    const std::vector<BenchmarkRecord>& records() const { return m_records; } // the newest first
    void remove(const QString& file);

Q_SIGNALS:
    void progressed(); // of the one that runs
    void changed();    // the records, or the error

private:
    void ended();

    QString m_folder;
    BenchmarkSession m_session;
    BenchmarkOrder m_order;
    std::vector<BenchmarkRecord> m_records;
    QString m_error;
};

} // namespace stepglass

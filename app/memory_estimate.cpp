// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/memory_estimate.h"

#include "views/format/format.h"

#include <QFile>
#include <QFileInfo>

namespace stepglass {

std::uint64_t availableMemory()
{
    QFile file(QStringLiteral("/proc/meminfo"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray& line : lines) {
        if (line.startsWith("MemAvailable:"))
            return line.mid(13).trimmed().split(' ').first().toULongLong() * 1024;
    }
    return 0;
}

QString memoryWarning(const QString& path, std::uint64_t needed, std::uint64_t available)
{
    if (available == 0 || needed <= available / 2)
        return {};
    const QFileInfo file(path);
    return QString("%1 (%2) will take about %3 of memory; %4 are free.")
        .arg(file.fileName(), formatBytes(static_cast<double>(file.size())), formatBytes(static_cast<double>(needed)),
             formatBytes(static_cast<double>(available)));
}

} // namespace stepglass

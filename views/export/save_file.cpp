// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/save_file.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace stepglass {
namespace {

Status cannot(const QString& path, const QString& why)
{
    return Status::error(path.toStdString() + ": cannot be written: " + why.toStdString());
}

} // namespace

Status saveFile(const QString& path, const QByteArray& bytes)
{
    const QFileInfo target(path);
    if (target.exists() && !target.isFile()) { // a pipe or a device is written to, not replaced
        QFile file(path);
        const bool written = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.flush();
        return written ? Status() : cannot(path, file.errorString());
    }
    QSaveFile file(path);
    file.setDirectWriteFallback(true); // where no file can be put beside it
    // commit() does not tell that writing out the buffer failed.
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush() || !file.commit())
        return cannot(path, file.errorString());
    return {};
}

Status checkSaving(const QString& path)
{
    const QFileInfo target(path), folder(target.absolutePath());
    if (target.isDir())
        return cannot(path, QStringLiteral("it is a folder"));
    if (!target.exists() && !folder.isDir())
        return cannot(path, QStringLiteral("there is no folder %1").arg(folder.filePath()));
    if (target.exists() ? !target.isWritable() : !folder.isWritable())
        return cannot(path, QStringLiteral("permission denied"));
    return {};
}

} // namespace stepglass

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace stepglass {

ThemeName Settings::theme() const
{
    return m_store->value(QStringLiteral("theme")).toString() == QLatin1String("dark") ? ThemeName::Dark
                                                                                       : ThemeName::Light;
}

void Settings::setTheme(ThemeName theme)
{
    m_store->setValue(QStringLiteral("theme"),
                      theme == ThemeName::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
}

double Settings::uiScale() const
{
    return std::clamp(m_store->value(QStringLiteral("uiScale"), 1.0).toDouble(), 1.0, 3.0);
}

void Settings::setUiScale(double scale)
{
    m_store->setValue(QStringLiteral("uiScale"), scale);
}

QStringList Settings::recentFiles() const
{
    QStringList files = m_store->value(QStringLiteral("recent")).toStringList();
    files.removeIf([](const QString& file) { return !QFileInfo::exists(file); });
    return files;
}

void Settings::addRecentFile(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = m_store->value(QStringLiteral("recent")).toStringList();
    files.removeAll(absolute);
    files.prepend(absolute);
    m_store->setValue(QStringLiteral("recent"), QStringList(files.mid(0, kRecentFiles)));
}

QString Settings::lastFolder() const
{
    const QStringList files = m_store->value(QStringLiteral("recent")).toStringList();
    return files.isEmpty() ? QDir::homePath() : QFileInfo(files.first()).absolutePath();
}

std::map<std::string, std::string> Settings::thresholds() const
{
    std::map<std::string, std::string> found;
    const QStringList pairs = m_store->value(QStringLiteral("thresholds")).toStringList();
    for (const QString& pair : pairs) {
        const qsizetype equals = pair.indexOf('=');
        if (equals > 0)
            found[pair.left(equals).toStdString()] = pair.mid(equals + 1).toStdString();
    }
    return found;
}

void Settings::setThresholds(const std::map<std::string, std::string>& thresholds)
{
    QStringList pairs;
    for (const auto& [name, value] : thresholds)
        pairs << QString::fromStdString(name + "=" + value);
    m_store->setValue(QStringLiteral("thresholds"), pairs);
}

} // namespace stepglass

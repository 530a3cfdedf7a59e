// SPDX-License-Identifier: GPL-3.0-or-later
// What the program remembers between two starts. All objects of this class share one store.
#pragma once

#include "app/settings_store.h"
#include "views/theme/theme.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <map>
#include <string>

namespace stepglass {

class Settings
{
public:
    static constexpr int kRecentFiles = 10;

    ThemeName theme() const;
    void setTheme(ThemeName theme);
    // 1.0 to 3.0; taken at the next start.
    double uiScale() const;
    void setUiScale(double scale);

    QByteArray windowGeometry() const { return m_store->value(QStringLiteral("window/geometry")).toByteArray(); }
    void setWindowGeometry(const QByteArray& geometry)
    {
        m_store->setValue(QStringLiteral("window/geometry"), geometry);
    }
    // Positions of a splitter, by its name.
    QByteArray splitter(const QString& name) const { return m_store->value("window/" + name).toByteArray(); }
    void setSplitter(const QString& name, const QByteArray& state) { m_store->setValue("window/" + name, state); }

    // Newest first; those that have gone are left out.
    QStringList recentFiles() const;
    void addRecentFile(const QString& path);
    void clearRecentFiles() { m_store->remove(QStringLiteral("recent")); }
    QString lastFolder() const;

    // Thresholds of the findings that differ from their defaults, such as "launch-bound.micro_gap" -> "50us".
    std::map<std::string, std::string> thresholds() const;
    void setThresholds(const std::map<std::string, std::string>& thresholds);

    // Last values of a dialog, by their own names.
    QVariant value(const QString& key, const QVariant& fallback = {}) const { return m_store->value(key, fallback); }
    void setValue(const QString& key, const QVariant& value) { m_store->setValue(key, value); }

private:
    std::shared_ptr<SettingsStore> m_store = SettingsStore::shared();
};

} // namespace stepglass

// SPDX-License-Identifier: GPL-3.0-or-later
// Values by key, kept in memory and written to the settings file by a thread of its own: QSettings saves with fsync(),
// which waits for half a second and more where a capture writes to the same disk, and the window must not.
#pragma once

#include <QHash>
#include <QString>
#include <QVariant>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace stepglass {

// All functions are for one thread, the window's.
class SettingsStore
{
public:
    // The one that is in use, else a new one with what the file has.
    static std::shared_ptr<SettingsStore> shared();
    SettingsStore();
    ~SettingsStore(); // returns when all is in the file
    SettingsStore(const SettingsStore&) = delete;
    SettingsStore& operator=(const SettingsStore&) = delete;

    QVariant value(const QString& key, const QVariant& fallback = {}) const { return m_values.value(key, fallback); }
    void setValue(const QString& key, const QVariant& value);
    void remove(const QString& key);

private:
    void write(std::stop_token stop);
    void hand(const QString& key, const QVariant& value);

    QHash<QString, QVariant> m_values;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    QHash<QString, QVariant> m_unsaved; // an invalid value: to be removed
    std::jthread m_thread;              // last: it uses the others
};

} // namespace stepglass

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings_store.h"

#include <QSettings>

#include <utility>

namespace stepglass {
namespace {

struct SettingsFile : QSettings
{
    SettingsFile()
        : QSettings(QStringLiteral("stepglass"), QStringLiteral("stepglass"))
    {
    }
};

} // namespace

std::shared_ptr<SettingsStore> SettingsStore::shared()
{
    static std::weak_ptr<SettingsStore> s_inUse;
    std::shared_ptr<SettingsStore> store = s_inUse.lock();
    if (!store)
        s_inUse = store = std::make_shared<SettingsStore>();
    return store;
}

SettingsStore::SettingsStore()
{
    const SettingsFile file;
    const QStringList keys = file.allKeys();
    for (const QString& key : keys)
        m_values.insert(key, file.value(key));
    m_thread = std::jthread([this](std::stop_token stop) { write(stop); });
}

SettingsStore::~SettingsStore() = default; // the thread's own asks it to stop, and waits

void SettingsStore::setValue(const QString& key, const QVariant& value)
{
    if (!value.isValid())
        return remove(key);
    if (m_values.value(key) == value)
        return;
    m_values.insert(key, value);
    hand(key, value);
}

void SettingsStore::remove(const QString& key)
{
    if (m_values.remove(key) > 0)
        hand(key, {});
}

void SettingsStore::hand(const QString& key, const QVariant& value)
{
    {
        const std::lock_guard lock(m_mutex);
        m_unsaved.insert(key, value);
    }
    m_wake.notify_one();
}

void SettingsStore::write(std::stop_token stop)
{
    QHash<QString, QVariant> changes; // with those that could not be saved: the next time may do better
    std::unique_lock lock(m_mutex);
    while (m_wake.wait(lock, stop, [this] { return !m_unsaved.isEmpty(); })) { // also when asked to stop
        changes.insert(std::exchange(m_unsaved, {}));
        lock.unlock();
        SettingsFile file;
        for (auto it = changes.cbegin(); it != changes.cend(); ++it) {
            if (it->isValid())
                file.setValue(it.key(), *it);
            else
                file.remove(it.key());
        }
        file.sync();
        if (file.status() == QSettings::NoError)
            changes.clear();
        lock.lock();
    }
}

} // namespace stepglass

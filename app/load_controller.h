// SPDX-License-Identifier: GPL-3.0-or-later
// Reads one file on a thread of its own and hands its snapshots to the UI. A capture is a file that is followed.
#pragma once

#include "app/mailbox.h"
#include "model/core/trace.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <thread>

namespace stepglass {

class LoadController : public QObject
{
    Q_OBJECT

public:
    enum class Mode
    {
        WholeFile,
        Follow // until stop()
    };

    explicit LoadController(QObject* parent = nullptr);
    ~LoadController() override; // stops and waits: some ms

    void open(const QString& path, Mode mode);
    // Whole file: gives up; what was shown stays. Following: this is the way to finish.
    void stop();
    bool loading() const { return m_loading; }
    Mode mode() const { return m_mode; }
    double share() const { return m_share; } // 0 to 1; below 0: not known

Q_SIGNALS:
    void snapshot(std::shared_ptr<const stepglass::Trace> trace);
    void progressed();
    void finished();                      // the last snapshot is complete
    void failed(const QString& sentence); // nothing, or not all, could be read
    void stopped();                       // by stop(), before a whole file was read

private:
    // All of it is in the newest one.
    struct News
    {
        std::shared_ptr<const Trace> trace;
        double share = -1;
        bool done = false;
        QString error;
    };
    void read(const std::string& path, std::stop_token stop, std::stop_token givenUp);
    void giveUp();
    void put(News news);
    void collect();

    Mailbox<News> m_box;
    std::stop_source m_givenUp; // nobody waits for the result any more
    std::jthread m_thread;
    std::shared_ptr<const Trace> m_last; // of the UI's side
    Mode m_mode = Mode::WholeFile;
    bool m_loading = false;
    bool m_stopping = false;
    double m_share = -1;
};

} // namespace stepglass

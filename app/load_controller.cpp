// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load_controller.h"

#include "app/background_thread.h"
#include "model/read/ingest.h"

#include <QMetaObject>

#include <vector>

namespace stepglass {

LoadController::LoadController(QObject* parent)
    : QObject(parent)
{
}

LoadController::~LoadController()
{
    giveUp(); // before the mailbox goes
}

void LoadController::giveUp()
{
    m_givenUp.request_stop();
    if (!m_thread.joinable())
        return;
    m_thread.request_stop();
    m_thread.join();
    m_box.take();
}

void LoadController::open(const QString& path, Mode mode)
{
    giveUp();
    m_givenUp = std::stop_source();
    m_mode = mode;
    m_loading = true;
    m_stopping = false;
    m_share = mode == Mode::Follow ? -1 : 0;
    m_last.reset();
    m_thread = std::jthread([this, file = path.toStdString(), givenUp = m_givenUp.get_token()](std::stop_token stop) {
        read(file, stop, givenUp);
    });
}

void LoadController::stop()
{
    m_stopping = true;
    m_thread.request_stop();
}

void LoadController::read(const std::string& path, std::stop_token stop, std::stop_token givenUp)
{
    yieldToWindow(Background::Reading);
    News news;
    // Kept while others hold them, so that those of a file that is still read are released here: memory goes back to
    // where it was asked for, and whoever releases it waits while this thread asks for more.
    std::vector<std::shared_ptr<const Trace>> given;
    LoadOptions options;
    options.follow = m_mode == Mode::Follow;
    options.stop = stop;
    options.onSnapshot = [&](std::shared_ptr<const Trace> trace, LoadProgress progress) {
        news.trace = std::move(trace);
        std::erase_if(given, [](const std::shared_ptr<const Trace>& t) { return t.use_count() == 1; });
        given.push_back(news.trace);
        news.share = progress.bytesTotal == 0
                         ? -1
                         : static_cast<double>(progress.bytesDone) / static_cast<double>(progress.bytesTotal);
        put(news);
    };
    Result<std::shared_ptr<const Trace>> result = loadTrace(path, options);
    // What came late while the file grew is in its place now; the file itself never says that it was late.
    if (result.ok() && options.follow && result.value()->issues()[IssueReason::LateEvent].count > 0) {
        given.clear();
        LoadOptions again;
        again.stop = givenUp; // the other one has ended the following
        if (auto whole = loadTrace(path, again); whole.ok())
            result = std::move(whole);
    }
    if (result.ok())
        news.trace = result.value();
    else
        news.error = QString::fromStdString(result.status().message());
    news.done = true;
    put(news);
}

void LoadController::put(News news)
{
    if (m_box.put(std::move(news)))
        QMetaObject::invokeMethod(this, &LoadController::collect, Qt::QueuedConnection);
}

void LoadController::collect()
{
    std::optional<News> news = m_box.take();
    if (!news)
        return;
    m_share = news->share;
    m_loading = !news->done;
    if (news->trace && news->trace != m_last) {
        m_last = news->trace;
        Q_EMIT snapshot(news->trace);
    }
    if (!news->done)
        Q_EMIT progressed();
    else if (news->error.isEmpty())
        Q_EMIT finished();
    else if (m_stopping)
        Q_EMIT stopped();
    else
        Q_EMIT failed(news->error);
}

} // namespace stepglass

// SPDX-License-Identifier: GPL-3.0-or-later
// The window without a trace: what can be done, and how to record one's own script.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace stepglass {

class Actions;

class EmptyPage : public QWidget
{
    Q_OBJECT

public:
    EmptyPage(const Actions& actions, QWidget* parent = nullptr);

    void setRecentFiles(const QStringList& files);
    // One clear sentence about what went wrong; empty: nothing did.
    void setError(const QString& sentence);
    QString error() const;

Q_SIGNALS:
    void fileChosen(const QString& path);

private:
    void placeInMiddle(QWidget* centre);
    QWidget* makeChoices(const Actions& actions);
    QWidget* makeChoice(QAction* action, const QString& title, const QString& words, bool first);
    QWidget* makeRecipe();

    QLabel* m_error;
    QVBoxLayout* m_recent = nullptr;
    QWidget* m_recentBox = nullptr;
};

} // namespace stepglass

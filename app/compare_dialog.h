// SPDX-License-Identifier: GPL-3.0-or-later
// Which two runs are to be compared: of those that are open, or files.
#pragma once

#include <QDialog>
#include <QStringList>

class QComboBox;
class QFormLayout;
class QPushButton;

namespace stepglass {

class CompareDialog : public QDialog
{
    Q_OBJECT

public:
    // `files`: what is offered; the first of them are proposed. `folder`: where choosing begins.
    CompareDialog(const QStringList& files, const QString& folder, QWidget* parent);
    QString fileA() const;
    QString fileB() const;

private:
    QComboBox* addChoice(QFormLayout* form, const QString& title, const QStringList& files, int proposed);
    void choose(QComboBox* box);
    void check();

    QString m_folder;
    QComboBox* m_a = nullptr;
    QComboBox* m_b = nullptr;
    QPushButton* m_start = nullptr;
};

} // namespace stepglass

// SPDX-License-Identifier: GPL-3.0-or-later
// All keys on one page.
#pragma once

#include <QDialog>

namespace stepglass {

class Actions;
class KeyBindings;

class KeysDialog : public QDialog
{
    Q_OBJECT

public:
    KeysDialog(const Actions& actions, const KeyBindings& bindings, QWidget* parent);
};

} // namespace stepglass

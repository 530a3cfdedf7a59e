// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/fonts.h"

#include <QFontDatabase>
#include <QString>

#include <algorithm>

namespace stepglass {

void registerFonts()
{
    static const bool once = [] {
        QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/StepglassSans-Regular.ttf"));
        QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/StepglassSans-SemiBold.ttf"));
        return true;
    }();
    Q_UNUSED(once)
}

QFont uiFont(FontRole role, double scale)
{
    registerFonts();
    QFont font(QStringLiteral("Stepglass Sans"));
    font.setStyleStrategy(static_cast<QFont::StyleStrategy>(QFont::PreferNoShaping | QFont::PreferAntialias));
    font.setHintingPreference(QFont::PreferNoHinting);
    const double px = role == FontRole::Small ? 10 : role == FontRole::Secondary ? 11 : 12;
    font.setPixelSize(std::max(1, static_cast<int>(px * scale + 0.5)));
    if (role == FontRole::Heading)
        font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace stepglass

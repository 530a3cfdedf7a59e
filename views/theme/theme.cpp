// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/theme.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepglass {
namespace {

struct KindLook
{
    SliceKind kind;
    const char* color; // of palettes.json
    const char* title;
};

constexpr KindLook kLooks[] = {
    {SliceKind::Operator, "operator", "operator"},
    {SliceKind::Step, "step", "step"},
    {SliceKind::Region, "region", "region"},
    {SliceKind::GpuRegion, "region", "region"},
    {SliceKind::RuntimeCall, "runtime", "runtime call"},
    {SliceKind::Python, "python", "Python"},
    {SliceKind::Overhead, "memset", "profiler overhead"},
    {SliceKind::Kernel, "kernel", "kernel"},
    {SliceKind::Communication, "communication", "communication"},
    {SliceKind::MemcpyHtoD, "htod", "copy HtoD"},
    {SliceKind::MemcpyDtoH, "dtoh", "copy DtoH"},
    {SliceKind::MemcpyDtoD, "dtod", "copy DtoD"},
    {SliceKind::MemcpyPtoP, "dtod", "copy PtoP"},
    {SliceKind::MemcpyOther, "dtod", "copy"},
    {SliceKind::Memset, "memset", "memset"},
    {SliceKind::Sync, "sync", "synchronisation"},
    {SliceKind::Async, "region", "async"},
    {SliceKind::Other, "operator", "other"},
};

QJsonObject palette(ThemeName name)
{
    QFile file(QStringLiteral(":/themes/palettes.json"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QJsonObject all = QJsonDocument::fromJson(file.readAll()).object();
    return all.value(name == ThemeName::Dark ? QStringLiteral("dark") : QStringLiteral("light")).toObject();
}

QColor colorOf(const QJsonObject& colors, const char* key)
{
    const QColor color(colors.value(QLatin1String(key)).toString());
    return color.isValid() ? color : QColor(128, 128, 128);
}

// `by` of 1 = 100 % in HSL lightness.
QColor lighter(const QColor& color, double by)
{
    float h = 0, s = 0, l = 0, a = 0;
    color.getHslF(&h, &s, &l, &a);
    return QColor::fromHslF(std::max(h, 0.0F), s, std::clamp(l + static_cast<float>(by), 0.0F, 1.0F), a);
}

double luminance(const QColor& color)
{
    return 0.2126 * color.redF() + 0.7152 * color.greenF() + 0.0722 * color.blueF();
}

} // namespace

QString kindTitle(SliceKind kind)
{
    for (const KindLook& look : kLooks) {
        if (look.kind == kind)
            return QString::fromLatin1(look.title);
    }
    return {};
}

const Theme& Theme::of(ThemeName name)
{
    static const Theme light(ThemeName::Light);
    static const Theme dark(ThemeName::Dark);
    return name == ThemeName::Dark ? dark : light;
}

Theme::Theme(ThemeName name)
    : m_name(name)
{
    const QJsonObject colors = palette(name);
    const std::pair<QColor*, const char*> members[] = {
        {&canvas, "canvas"}, {&panel, "panel"}, {&raised, "raised"}, {&line, "line"},
        {&border, "border"}, {&text, "text"},   {&soft, "soft"},     {&accent, "accent"},
        {&select, "select"}, {&shade, "shade"}, {&memory, "memory"}, {&accentSoft, "accentSoft"},
        {&warn, "warn"},     {&ok, "ok"},       {&ink, "ink"},       {&high, "high"},
    };
    for (const auto& [member, key] : members)
        *member = colorOf(colors, key);
    for (const KindLook& look : kLooks)
        m_kinds[static_cast<std::size_t>(look.kind)] = colorOf(colors, look.color);
    fillSlices();
}

QColor Theme::activityColor(ActivityClass activity) const
{
    switch (activity) {
    case ActivityClass::Compute:
        return kindColor(SliceKind::Kernel);
    case ActivityClass::Communication:
        return kindColor(SliceKind::Communication);
    case ActivityClass::Copy:
        return kindColor(SliceKind::MemcpyHtoD);
    case ActivityClass::Set:
        return kindColor(SliceKind::Memset);
    default:
        return dark() ? border : line;
    }
}

QColor Theme::causeColor(IdleCause cause) const
{
    switch (cause) {
    case IdleCause::DataLoading:
        return kindColor(SliceKind::Region);
    case IdleCause::HostWork:
        return kindColor(SliceKind::Operator);
    case IdleCause::BlockingCopy:
        return kindColor(SliceKind::MemcpyDtoH);
    case IdleCause::InBlockingCall:
        return kindColor(SliceKind::Sync);
    case IdleCause::AfterSync:
        return lighter(kindColor(SliceKind::Sync), dark() ? -0.18 : 0.18);
    case IdleCause::LaunchLatency:
        return kindColor(SliceKind::RuntimeCall);
    case IdleCause::Profiler:
        return kindColor(SliceKind::Overhead);
    case IdleCause::WaitingOnDevice:
        return kindColor(SliceKind::MemcpyDtoD);
    case IdleCause::LaunchNotRecorded:
        return kindColor(SliceKind::Python);
    case IdleCause::AfterLastWork:
        return kindColor(SliceKind::Step);
    default:
        return dark() ? border : line;
    }
}

void Theme::fillSlices()
{
    constexpr double kSpread = 0.08; // lightest and darkest name of a kind: that far from the kind's own colour
    for (std::size_t kind = 0; kind < m_kinds.size(); ++kind) {
        // Greys carry no hue to tell kinds apart: they vary less, or a step would look like a memset.
        const double spread = m_kinds[kind].hslSaturationF() < 0.2F ? kSpread / 4 : kSpread / 2;
        for (int s = 0; s < kNameShades; ++s) {
            const double by = spread * (s - 3) / 4.0;
            m_slices[kind][static_cast<std::size_t>(s)] = lighter(m_kinds[kind], by).rgb();
        }
        const double background = luminance(m_kinds[kind]);
        m_darkLabel[kind] = std::abs(background - luminance(ink)) >= std::abs(background - luminance(text)) || !dark();
    }
}

} // namespace stepglass

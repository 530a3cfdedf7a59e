// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/background_thread.h"
#include "app/commands/commands.h"
#include "app/main_window.h"
#include "views/theme/fonts.h"

#include <QApplication>

namespace stepglass {

int runWindow(const WindowOptions& options)
{
    keepMemory();
    QCoreApplication::setOrganizationName(QStringLiteral("stepglass"));
    QCoreApplication::setApplicationName(QStringLiteral("stepglass"));
    QCoreApplication::setApplicationVersion(QStringLiteral(STEPGLASS_VERSION));
    // Before the application is made, since Qt reads it then.
    const double scale = Settings().uiScale();
    if (scale != 1.0 && qEnvironmentVariableIsEmpty("QT_SCALE_FACTOR"))
        qputenv("QT_SCALE_FACTOR", QByteArray::number(scale));
    int argc = 1;
    char name[] = "stepglass";
    char* argv[] = {name, nullptr};
    QApplication application(argc, argv);
    QGuiApplication::setDesktopFileName(QStringLiteral("stepglass"));
    registerFonts();
    QApplication::setFont(uiFont(FontRole::Body)); // before the widgets are made, so that their size hints know it
    MainWindow window;
    window.show();
    QStringList files;
    for (const std::string& file : options.files)
        files << QString::fromStdString(file);
    window.openFiles(files);
    if (!options.capturePreset.empty())
        window.startCapture(QString::fromStdString(options.capturePreset));
    return QApplication::exec();
}

} // namespace stepglass

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"

int main(int argc, char** argv)
{
    return stepglass::runCommandLine(argc, argv);
}

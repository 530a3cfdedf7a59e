// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/output.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

namespace stepglass {
namespace {

int g_writeError = 0; // errno of the first failed write to stdout

void say(std::string_view message)
{
    std::string line = "stepglass: " + std::string(message);
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    while (line.ends_with(' '))
        line.pop_back();
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

} // namespace

int fail(int code, std::string_view message)
{
    say(message);
    return code;
}

void remark(std::string_view message)
{
    say(message);
}

void print(std::string_view text)
{
    if (g_writeError == 0 && std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
        g_writeError = errno;
}

int finishOutput(int code)
{
    if (std::fflush(stdout) != 0 && g_writeError == 0)
        g_writeError = errno;
    if (g_writeError == 0 || g_writeError == EPIPE)
        return code;
    return fail(kBadUsage, std::string("cannot write to standard output: ") + std::strerror(g_writeError));
}

} // namespace stepglass

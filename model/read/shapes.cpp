// SPDX-License-Identifier: GPL-3.0-or-later
// `Input Dims` in the one form in which tables show and group them.
#include "model/read/torch_names.h"

#include "model/read/json_scan.h"

namespace stepglass {

std::string pythonShapes(std::string_view json)
{
    // [[2,3],[[4],[5]],[]] -> [[2, 3], [], []]: at depth 3 stand the tensors of a list, which print as [].
    constexpr int kTensorDepth = 2;
    std::string out;
    out.reserve(json.size());
    int depth = 0;
    bool isList = false; // the element of depth 2 is a list of tensors
    std::size_t elementBegin = 0;
    for (const char c : json) {
        if (scan::isBlank(c))
            continue;
        if (c == '[' && ++depth == kTensorDepth) {
            elementBegin = out.size();
            isList = false;
        }
        isList = isList || (c == '[' && depth > kTensorDepth);
        if (c == ',')
            out += ", ";
        else
            out += c;
        if (c == ']' && depth-- == kTensorDepth && isList) {
            out.resize(elementBegin);
            out += "[]";
        }
    }
    return out;
}

// "32,256,13,13;\r\n64" -> [[32, 256, 13, 13], [64]]
std::string pythonShapesOfNpu(std::string_view text)
{
    if (text.empty())
        return {};
    std::string out = "[[";
    for (const char c : text) {
        if (c == ';')
            out += "], [";
        else if (c == ',')
            out += ", ";
        else if (!scan::isBlank(c))
            out += c;
    }
    return out + "]]";
}

} // namespace stepglass

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/commands/load.h"
#include "app/commands/output.h"
#include "model/analysis/call_tree.h"
#include "model/write/table_writer.h"
#include "model/write/tree_writer.h"

namespace stepglass {

int runTree(const TreeOptions& options)
{
    const auto trace = loadOrSay(options.file);
    if (!trace)
        return kUnreadable;
    const std::vector<Step> steps = listSteps(*trace, options.scope.stepRegion);
    const Result<Scope> scope = scopeOf(*trace, options.scope);
    if (!scope.ok())
        return fail(kBadUsage, scope.status().message());
    const auto tree = callTree(*PreparedTrace::make(trace), steps, scope.value());
    const std::vector<std::uint32_t> roots = treeRoots(*tree, options.region);
    if (roots.empty() && !options.region.empty())
        return fail(kBadUsage, "the trace has no region named " + options.region);
    if (!options.json)
        print("# tree, scope " + scopeText(tree->scope, tree->origin) + "\n");
    print(options.json ? treeJson(*tree, roots, options.depth) : treeText(*tree, roots, options.depth));
    return kDone;
}

} // namespace stepglass

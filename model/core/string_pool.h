// SPDX-License-Identifier: GPL-3.0-or-later
// Texts, each stored once. StringPool is the writer's side; StringTable is what a snapshot reads.
#pragma once

#include "model/core/append_column.h"
#include "model/core/ids.h"

#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stepglass {

class StringTable
{
public:
    StringTable() = default;
    StringTable(ColumnView<std::string_view> views, std::shared_ptr<const void> bytes)
        : m_views(std::move(views))
        , m_bytes(std::move(bytes))
    {
    }
    std::string_view operator[](StringId id) const
    {
        return id.value < m_views.size() ? m_views[id.value] : std::string_view();
    }
    std::uint32_t size() const { return m_views.size(); }
    // The id of `text`, or an empty id if no record used it. Linear: for tests and one-off questions.
    StringId find(std::string_view text) const;

private:
    ColumnView<std::string_view> m_views;
    std::shared_ptr<const void> m_bytes;
};

class StringPool
{
public:
    StringPool();
    StringId intern(std::string_view text);
    // Empty again, with the memory that it has. Only where no snapshot was ever taken.
    void clear();
    std::string_view operator[](StringId id) const { return m_views[id.value]; }
    std::uint32_t size() const { return m_views.size(); }
    StringTable snapshot() const;

private:
    std::string_view store(std::string_view text);

    using Blocks = std::vector<std::shared_ptr<char[]>>;
    Blocks m_blocks;
    std::size_t m_left = 0;
    char* m_next = nullptr;
    AppendColumn<std::string_view> m_views;
    std::unordered_map<std::string_view, std::uint32_t> m_index;
};

} // namespace stepglass

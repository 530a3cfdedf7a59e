// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/read/event_fields.h"

#include "model/read/json_text.h"

namespace stepglass {

// Both go by length first: comparisons with texts of known length are one or two instructions each.

Field eventField(std::string_view key)
{
    switch (key.size()) {
    case 1:
        return key[0] == 's' ? Field::Scope : Field::Count;
    case 2:
        if (key == "ph")
            return Field::Phase;
        if (key == "ts")
            return Field::Time;
        if (key == "id")
            return Field::Id;
        return key == "bp" ? Field::BindingPoint : Field::Count;
    case 3:
        if (key == "pid")
            return Field::Pid;
        if (key == "tid")
            return Field::Tid;
        if (key == "cat")
            return Field::Category;
        if (key == "dur")
            return Field::Duration;
        return key == "id2" ? Field::Id2 : Field::Count;
    case 4:
        if (key == "name")
            return Field::Name;
        return key == "args" ? Field::Args : Field::Count;
    case 7:
        if (key == "bind_id")
            return Field::BindId;
        return key == "flow_in" ? Field::FlowIn : Field::Count;
    case 8:
        return key == "flow_out" ? Field::FlowOut : Field::Count;
    default:
        return Field::Count;
    }
}

namespace {

Field shortArg(std::string_view key)
{
    switch (key.size()) {
    case 4:
        if (key == "grid")
            return Field::Grid;
        if (key == "kind")
            return Field::CopyKind;
        if (key == "name")
            return Field::ArgName;
        return key == "size" ? Field::Size : Field::Count;
    case 5:
        if (key == "block")
            return Field::Block;
        if (key == "bytes")
            return Field::Bytes;
        if (key == "count")
            return Field::RecordCount;
        return key == "Bytes" ? Field::MemoryBytes : Field::Count;
    case 6:
        if (key == "device")
            return Field::Device;
        if (key == "stream")
            return Field::Stream;
        return key == "labels" ? Field::Labels : Field::Count;
    case 9:
        if (key == "Device Id")
            return Field::DeviceId;
        if (key == "direction")
            return Field::Direction;
        return key == "Task Type" ? Field::TaskType : Field::Count;
    default:
        return Field::Count;
    }
}

} // namespace

Field argField(std::string_view key)
{
    switch (key.size()) {
    case 10:
        if (key == "Input Dims")
            return Field::InputDims;
        return key == "sort_index" ? Field::SortIndex : Field::Count;
    case 11:
        if (key == "External id")
            return Field::ExternalId;
        if (key == "correlation")
            return Field::Correlation;
        if (key == "Device Type")
            return Field::DeviceType;
        return key == "external id" ? Field::ExternalIdLower : Field::Count;
    case 12:
        return key == "warps per SM" ? Field::WarpsPerSm : Field::Count;
    case 13:
        if (key == "blocks per SM")
            return Field::BlocksPerSm;
        if (key == "connection_id")
            return Field::ConnectionId;
        return key == "shared memory" ? Field::SharedMemory : Field::Count;
    case 14:
        return key == "Total Reserved" ? Field::TotalReserved : Field::Count;
    case 15:
        return key == "Total Allocated" ? Field::TotalAllocated : Field::Count;
    case 20:
        return key == "registers per thread" ? Field::Registers : Field::Count;
    case 25:
        return key == "est. achieved occupancy %" ? Field::Occupancy : Field::Count;
    default:
        return shortArg(key);
    }
}

Field eventField(const Token& name)
{
    return name.escaped ? eventField(decodedText(name.text())) : eventField(name.text());
}

Field argField(const Token& name)
{
    return name.escaped ? argField(decodedText(name.text())) : argField(name.text());
}

} // namespace stepglass

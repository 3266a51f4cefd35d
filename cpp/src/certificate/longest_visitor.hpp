// Finds the longest pattern of each row among those visited.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "shoal/mining/extents.hpp"

namespace shoal::certificate {

// Looks below a pattern only while one of its rows could still get a longer one there.
class LongestVisitor : public mining::ExtentVisitor {
public:
    explicit LongestVisitor(std::vector<std::int32_t>& lengths) : lengths_(lengths) {}

    bool wants_room() const override { return true; }

    bool visit(const mining::Visited& at) override {
        const auto length = static_cast<std::int32_t>(at.pattern.size());
        bool open = false;
        for (std::int32_t r : at.rows) {
            std::int32_t& known = lengths_[r];
            known = std::max(known, length);
            open |= known < at.reach;
        }
        return open;
    }

    bool fits(const mining::Visited& at, std::span<const std::int32_t> room) override {
        const auto length = static_cast<std::int32_t>(at.pattern.size());
        for (std::size_t i = 0; i < room.size(); ++i)
            if (lengths_[at.rows[i]] < std::min<std::int64_t>(at.reach, length + room[i])) return true;
        return false;
    }

private:
    std::vector<std::int32_t>& lengths_;
};

}  // namespace shoal::certificate

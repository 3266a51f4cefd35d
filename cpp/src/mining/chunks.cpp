#include "chunks.hpp"

#include <algorithm>

#include "shoal/thread_pool.hpp"

namespace shoal::mining {

std::int64_t Chunk::array_bytes() const {
    return static_cast<std::int64_t>(items * sizeof(Item) + patterns * (sizeof(std::int64_t) + sizeof(std::int32_t)));
}

namespace {

// Where in the arrays a chunk begins.
struct Start {
    std::size_t pattern = 0, item = 0;
};

void write_chunk(const Chunk& chunk, Start start, Patterns& all) {
    Item* to = all.items.begin() + start.item;
    const Item* before = to;
    std::int64_t* ends = all.offsets.begin() + start.pattern + 1;
    std::int32_t* supports = all.supports.begin() + start.pattern;
    auto end = static_cast<std::int64_t>(start.item);
    for (ChunkReader reader(chunk); reader.left() > 0;) {
        const std::size_t length = reader.length();
        *supports++ = reader.support();
        *ends++ = end += static_cast<std::int64_t>(length);
        reader.write(before, to);
        before = to;
        to += length;
    }
}

}  // namespace

void write_out(std::vector<Chunk> chunks, int threads, Patterns& all) {
    std::vector<Start> starts;
    Start end{all.size(), all.items.size()};
    for (const auto& chunk : chunks) {
        starts.push_back(end);
        end.pattern += chunk.patterns;
        end.item += chunk.items;
    }
    all.items.extend(end.item - all.items.size());
    all.offsets.extend(end.pattern - all.size());
    all.supports.extend(end.pattern - all.size());
    ThreadPool pool(threads);
    pool.run(chunks.size(), [&](std::size_t c, int) {
        write_chunk(chunks[c], starts[c], all);
        chunks[c] = {};
    });
}

void write_out(const Chunk& chunk, Patterns& all) {
    const Start start{all.size(), all.items.size()};
    all.items.extend(chunk.items);
    all.offsets.extend(chunk.patterns);
    all.supports.extend(chunk.patterns);
    write_chunk(chunk, start, all);
}

}  // namespace shoal::mining

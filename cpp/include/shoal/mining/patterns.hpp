// Patterns as they are found: items end to end, where each pattern ends, and its support.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <span>
#include <utility>

#include "shoal/csr.hpp"

namespace shoal::mining {

// An array that grows with realloc: the C library moves large blocks by remapping, without a copy.
template <class T>
class Buffer {
public:
    Buffer() = default;
    Buffer(Buffer&& other) noexcept { swap(other); }
    Buffer& operator=(Buffer&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Buffer() { std::free(data_); }

    // Room for `count` more; fill it and call advance. The first memory asked for has room for `at_first`.
    T* reserve(std::size_t count, std::size_t at_first = 1024) {
        if (size_ + count > capacity_) grow(size_ + count, at_first);
        return data_ + size_;
    }
    // As much more, to be filled by the caller.
    void extend(std::size_t count) {
        reserve(count);
        size_ += count;
    }
    void advance(std::size_t count) { size_ += count; }
    void push(T value) {
        *reserve(1) = value;
        ++size_;
    }
    void append(std::span<const T> values) {
        std::copy(values.begin(), values.end(), reserve(values.size()));
        size_ += values.size();
    }
    void cut(std::size_t size) { size_ = std::min(size_, size); }
    std::size_t size() const { return size_; }
    const T* data() const { return data_; }
    T* begin() { return data_; }
    std::span<const T> view() const { return {data_, size_}; }
    const T& operator[](std::size_t i) const { return data_[i]; }
    // Hands the memory over; free it with std::free.
    T* release() {
        size_ = capacity_ = 0;
        return std::exchange(data_, nullptr);
    }

private:
    void swap(Buffer& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }
    void grow(std::size_t wanted, std::size_t at_first) {
        const std::size_t capacity = std::max<std::size_t>({wanted, capacity_ + capacity_ / 2, at_first});
        void* moved = std::realloc(data_, capacity * sizeof(T));
        if (moved == nullptr) throw std::bad_alloc();
        data_ = static_cast<T*>(moved);
        capacity_ = capacity;
    }

    T* data_ = nullptr;
    std::size_t size_ = 0, capacity_ = 0;
};

struct Patterns {
    Buffer<Item> items;            // of a pattern in the order they were found
    Buffer<std::int64_t> offsets;  // pattern p is items[offsets[p]] .. items[offsets[p + 1] - 1]
    Buffer<std::int32_t> supports;

    Patterns() { offsets.push(0); }
    std::size_t size() const { return supports.size(); }
    std::span<const Item> operator[](std::size_t p) const {
        return {items.data() + offsets[p], static_cast<std::size_t>(offsets[p + 1] - offsets[p])};
    }
    std::int64_t bytes() const {
        return static_cast<std::int64_t>(items.size() * sizeof(Item) + size() * (sizeof(std::int64_t) + sizeof(std::int32_t)));
    }
    // Only the first so many.
    void cut(std::size_t patterns) {
        if (patterns >= size()) return;
        items.cut(static_cast<std::size_t>(offsets[patterns]));
        offsets.cut(patterns + 1);
        supports.cut(patterns);
    }
    void push(std::span<const Item> pattern, std::int64_t support) {
        items.append(pattern);
        offsets.push(static_cast<std::int64_t>(items.size()));
        supports.push(static_cast<std::int32_t>(support));
    }
};

// Leaves out of each pattern what follows from another of its items: `above[i]` follows from item i, -1 if nothing does.
void drop_implied(Patterns& patterns, std::span<const Item> above);

}  // namespace shoal::mining

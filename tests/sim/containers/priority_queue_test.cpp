// SPDX-License-Identifier: MIT
// The priority queue against a sorted list, by random operations; among equals the first in is the
// first out.
#include <tandem/sim/containers/priority_queue.hpp>

#include <list>

#include <gtest/gtest.h>

#include <tandem/sim/serialize/describer.hpp>
#include <tandem/sim/serialize/reader.hpp>
#include <tests/sim/memory_limit.hpp>
#include <tests/sim/operands.hpp>

namespace tandem {
namespace {

using sim::Bytes;
using sim::canonical_bytes;
using test::k_memory_bytes_max;

// Compared by `tick` alone, told apart by `number`.
struct Event {
    std::uint32_t tick = 0;
    std::uint32_t number = 0;
    friend bool operator<(const Event& a, const Event& b) { return a.tick < b.tick; }
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(tick), CEREAL_NVP(number));
    }
};

TEST(PriorityQueue, DoesWhatASortedListDoes) {
    const std::uint64_t first_seed = test::operand_seed();
    SCOPED_TRACE(test::reproduce(first_seed));
    for (std::uint64_t seed = first_seed; seed < first_seed + 10; ++seed) {
        test::Operands operands(seed);
        PriorityQueue<Event> queue;
        std::list<Event> model;
        for (std::uint32_t i = 0; i < 1000; ++i) {
            const auto draw = static_cast<std::uint64_t>(operands.next_signed());
            if (draw % 8 < 4) {
                const Event event{static_cast<std::uint32_t>(draw >> 8 & 15U), i};
                queue.push(event);
                auto at = model.begin();
                while (at != model.end() && !(event < *at)) {
                    ++at;
                }
                model.insert(at, event);
            } else if (draw % 8 < 7 && !model.empty()) {
                ASSERT_EQ(queue.top().number, model.front().number);
                ASSERT_EQ(queue.pop().number, model.front().number);
                model.pop_front();
            } else if (draw % 64 == 7) {
                PriorityQueue<Event> read;
                ASSERT_TRUE(
                    sim::read_value(canonical_bytes(queue), read, k_memory_bytes_max, "value"));
                ASSERT_EQ(canonical_bytes(read), canonical_bytes(queue));
                queue = read;
            }
            ASSERT_EQ(queue.size(), model.size());
            ASSERT_EQ(queue.empty(), model.empty());
        }
        for (; !model.empty(); model.pop_front()) {
            ASSERT_EQ(queue.pop().number, model.front().number);
        }
        EXPECT_EQ(canonical_bytes(queue), canonical_bytes(PriorityQueue<Event>()));
    }
}

TEST(PriorityQueue, AnOrderOfTheGamesOwnIsKept) {
    PriorityQueue<int, std::greater<int>> queue;
    for (const int value : {3, 9, 1, 9}) {
        queue.push(value);
    }
    EXPECT_EQ(queue.pop(), 9);
    EXPECT_EQ(queue.pop(), 9);
    EXPECT_EQ(queue.pop(), 3);
    queue.clear();
    EXPECT_TRUE(queue.empty());
    EXPECT_EQ(canonical_bytes(queue), canonical_bytes(PriorityQueue<int>()));
}

// What cannot be copied fits too.
TEST(PriorityQueue, ElementsAreMoved) {
    struct Later {
        bool operator()(const std::unique_ptr<int>& a, const std::unique_ptr<int>& b) const {
            return *a < *b;
        }
    };
    PriorityQueue<std::unique_ptr<int>, Later> queue;
    for (const int value : {2, 1, 3}) {
        queue.push(std::make_unique<int>(value));
    }
    EXPECT_EQ(*queue.pop(), 1);
    EXPECT_EQ(*queue.pop(), 2);
    EXPECT_EQ(*queue.pop(), 3);
}

std::string refusal(const std::vector<std::uint8_t>& values,
                    const std::vector<std::uint64_t>& orders, std::uint64_t next) {
    PriorityQueue<std::uint8_t> queue;
    const auto result = sim::read_value(canonical_bytes(std::tuple(values, orders, next)), queue,
                                        k_memory_bytes_max, "value");
    return result ? "accepted" : result.error().message;
}

TEST(PriorityQueue, TheSameCallsGiveTheSameBytesAlsoAfterARestore) {
    TANDEM_SEEDED_OPERANDS(operands);
    PriorityQueue<std::uint16_t> kept;
    PriorityQueue<std::uint16_t> restored;
    for (int i = 0; i < 2'000; ++i) {
        if (operands.next() % 3 != 0 || kept.empty()) {
            const auto value = static_cast<std::uint16_t>(operands.next() % 16);
            kept.push(value);
            restored.push(value);
        } else {
            ASSERT_EQ(kept.pop(), restored.pop());
        }
        const sim::Bytes bytes = sim::canonical_bytes(kept);
        ASSERT_EQ(bytes, sim::canonical_bytes(restored));
        PriorityQueue<std::uint16_t> again;
        ASSERT_TRUE(sim::read_value(bytes, again, 1 << 20, "value"));
        restored = again;
    }
}

TEST(PriorityQueue, AnotherHistoryMayBeOtherBytesButNeverAnotherOrder) {
    PriorityQueue<int> straight;
    PriorityQueue<int> roundabout;
    for (const int value : {1, 2, 3, 2}) {
        straight.push(value);
    }
    for (const int value : {0, 3, 2, 1, 2}) {
        roundabout.push(value);
    }
    EXPECT_EQ(roundabout.pop(), 0);
    EXPECT_NE(sim::canonical_bytes(straight), sim::canonical_bytes(roundabout));
    while (!straight.empty()) {
        ASSERT_EQ(straight.pop(), roundabout.pop());
    }
    EXPECT_TRUE(roundabout.empty());
    EXPECT_EQ(sim::canonical_bytes(straight), sim::canonical_bytes(roundabout));
}

TEST(PriorityQueue, RefusesWhatNoQueueWrites) {
    EXPECT_EQ(refusal({1, 5, 2}, {7, 3, 8}, 9), "accepted");
    EXPECT_EQ(refusal({1, 5, 2}, {7, 3}, 9), "found a queue with more values than orders or fewer");
    EXPECT_EQ(refusal({1, 5, 2}, {7, 3, 9}, 9),
              "found a queue with an order that is yet to be given");
    const std::string out_of_order =
        "found a queue in which something stands before what is to leave first";
    EXPECT_EQ(refusal({1, 5, 0}, {7, 3, 8}, 9), out_of_order);
    EXPECT_EQ(refusal({1, 1}, {7, 3}, 9), out_of_order) << "equal, and entered earlier";
    EXPECT_EQ(refusal({1}, {0}, ~std::uint64_t{0}), "found a queue that has counted too far");
    EXPECT_EQ(refusal({}, {}, 1), "found an empty queue that counts on");
}

// Two that entered at once: no queue writes them, but every queue that they lead to can be
// restored.
TEST(PriorityQueue, WhatIsAcceptedLeadsToWhatIsAccepted) {
    for (const auto& [values, orders] :
         {std::pair(std::vector<std::uint8_t>{1, 5, 5}, std::vector<std::uint64_t>{0, 3, 3}),
          std::pair(std::vector<std::uint8_t>{2, 2, 2, 2, 2, 2, 2},
                    std::vector<std::uint64_t>{1, 1, 2, 2, 1, 1, 1})}) {
        PriorityQueue<std::uint8_t> queue;
        ASSERT_TRUE(sim::read_value(canonical_bytes(std::tuple(values, orders, std::uint64_t{4})),
                                    queue, k_memory_bytes_max, "value"));
        while (!queue.empty()) {
            PriorityQueue<std::uint8_t> restored;
            ASSERT_TRUE(
                sim::read_value(canonical_bytes(queue), restored, k_memory_bytes_max, "value"))
                << queue.size();
            queue.pop();
        }
    }
}

TEST(PriorityQueue, ThatHasCountedAsFarAsItMayGoesOnInTheSameOrder) {
    constexpr std::uint64_t k_most = std::uint64_t{1} << 63;
    PriorityQueue<std::uint8_t> queue;
    ASSERT_TRUE(sim::read_value(
        canonical_bytes(std::tuple(std::vector<std::uint8_t>{1, 5, 2},
                                   std::vector<std::uint64_t>{7, k_most - 1, 3}, k_most)),
        queue, k_memory_bytes_max, "value"));
    queue.push(5);
    EXPECT_EQ(
        canonical_bytes(queue),
        canonical_bytes(std::tuple(std::vector<std::uint8_t>{1, 5, 2, 5},
                                   std::vector<std::uint64_t>{1, 2, 0, 3}, std::uint64_t{4})));
}

TEST(PriorityQueueDeathTest, NothingLeavesAnEmptyQueue) {
    PriorityQueue<int> queue;
    EXPECT_DEATH(queue.pop(), "empty");
    EXPECT_DEATH(static_cast<void>(queue.top()), "empty");
}

}  // namespace
}  // namespace tandem

// SPDX-License-Identifier: MIT
// What inputs cost once they are coded: bytes a player-tick with a flush in each second, and the
// time to code and to decode.
#include <cstdio>
#include <cstring>
#include <map>
#include <string>

#include <tests/bench/replay/coding_cost.hpp>
#include <tests/bench/replay/streams.hpp>

namespace tandem::bench {
namespace {

void print(const std::string& name, std::uint32_t epoch_s, const Cost& cost) {
    const auto player_ticks = static_cast<double>(cost.player_ticks);
    std::printf(
        "%-44s %2u s  %9llu bytes  %8.4f a player-tick  encode %6.0f ns  decode %6.0f ns%s\n",
        name.c_str(), epoch_s, static_cast<unsigned long long>(cost.bytes),
        static_cast<double>(cost.bytes) / player_ticks, cost.encode_ns / player_ticks,
        cost.decode_ns / player_ticks, cost.is_exact ? "" : "  NOT EXACT");
}

// Whether everything came back exactly.
bool measure(const std::vector<Stream>& streams, const std::vector<std::uint32_t>& epochs,
             bool is_each) {
    bool is_exact = true;
    for (const std::uint32_t epoch_s : epochs) {
        std::map<std::string, Cost> groups;
        for (const Stream& stream : streams) {
            const Cost cost = cost_of(stream, epoch_s);
            groups[stream.group].add(cost);
            if (is_each) {
                print(stream.name, epoch_s, cost);
            }
        }
        for (const auto& [group, cost] : groups) {
            print(group, epoch_s, cost);
            is_exact = is_exact && cost.is_exact;
        }
    }
    return is_exact;
}

}  // namespace
}  // namespace tandem::bench

int main(int argc, char** argv) {
    using namespace tandem::bench;
    const bool is_smoke = argc > 1 && std::strcmp(argv[1], "--smoke") == 0;
    const bool is_each = argc > 1 && std::strcmp(argv[1], "--each") == 0;
    const std::vector<Stream> real = real_streams();
    bool is_exact = measure(made_streams(), {30}, is_each);
    if (real.empty()) {
        std::printf("real streams: skipped, TANDEM_DATA is not set or not there\n");
    } else if (is_smoke) {
        is_exact = measure(real, {30}, is_each) && is_exact;
    } else {
        is_exact = measure(real, {10, 30, 60}, is_each) && is_exact;
        is_exact = measure(raw_streams(real), {30}, false) && is_exact;
    }
    return is_exact ? 0 : 1;
}

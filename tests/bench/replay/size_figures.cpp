// SPDX-License-Identifier: MIT
// What a file's bytes are spent on, and what coding its inputs takes.
#include <map>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tests/bench/replay/coding_cost.hpp>
#include <tests/bench/replay/hours.hpp>
#include <tests/bench/replay/measures.hpp>
#include <tests/bench/replay/page.hpp>
#include <tests/bench/text_of.hpp>

namespace tandem::bench {
namespace {

// What all files of a group come to.
struct Group {
    std::vector<Stream> streams;
    replay::ByteShares shares;
    std::uint64_t files = 0;
    std::uint64_t player_ticks = 0;

    double a_player_tick(std::uint64_t bytes) const {
        return static_cast<double>(bytes) / static_cast<double>(player_ticks);
    }
    // Everything but keyframes.
    double overhead() const {
        const auto content = static_cast<double>(shares.inputs + shares.track);
        return (content + static_cast<double>(shares.heads + shares.rest)) / content;
    }
    void add(const replay::ByteShares& file) {
        shares.inputs += file.inputs;
        shares.track += file.track;
        shares.heads += file.heads;
        shares.rest += file.rest;
        ++files;
    }
};

std::map<std::string, Group> groups_of(const Page& page, const std::vector<Stream>& streams,
                                       const std::string& kind) {
    std::map<std::string, Group> groups;
    for (const Stream& stream : streams) {
        const std::string path = page.folder().path(kind + "_" + stream.name);
        record_stream(path, stream, {.has_keyframes = false});
        const auto replay = sound(replay::Replay::open(path));
        Group& group = groups[stream.group];
        group.add(replay.byte_shares());
        group.streams.push_back(stream);
        group.player_ticks += stream.records.size() * stream.players;
    }
    return groups;
}

// To code a player-tick, in ns.
double encode_ns(const Group& group, std::uint64_t times) {
    std::vector<double> values;
    for (std::uint64_t i = 0; i < times; ++i) {
        Cost sum;
        for (const Stream& stream : group.streams) {
            sum.add(cost_of(stream, 30));
        }
        values.push_back(sum.encode_ns / static_cast<double>(sum.player_ticks));
    }
    return median(values);
}

struct Corpus {
    const char* group;
    const char* what;
    const char* before;
    double bytes_most;
};
constexpr Corpus k_corpora[] = {{"doom", "freedoom and freedm", "1.53", 0.37},
                                {"melee", "Melee", "1.33", 0.48},
                                {"smb", "SMB", "0.37", 0.035}};
constexpr double k_encode_ns_most = 600;

void add_overhead(const Page& page, const std::string& what, const Group& group) {
    const auto kilobytes = [](std::uint64_t bytes) { return static_cast<double>(bytes) / 1e3; };
    page.add(
        "file without keyframes / (inputs + track): " + what, "1.2 to 1.47", "1.15",
        text_of("%.3f (%.1f + %.1f kB; heads %.1f, the rest of %llu %s %.1f)", group.overhead(),
                kilobytes(group.shares.inputs), kilobytes(group.shares.track),
                kilobytes(group.shares.heads), static_cast<unsigned long long>(group.files),
                group.files == 1 ? "file" : "files", kilobytes(group.shares.rest)),
        group.overhead() <= 1.15);
}

}  // namespace

void measure_inputs(const Page& page) {
    const std::vector<Stream> real = real_streams();
    const auto groups = groups_of(page, real, "as_it_is");
    const auto raw = groups_of(page, raw_streams(real), "raw");
    for (const Corpus& corpus : k_corpora) {
        const auto found = groups.find(corpus.group);
        if (found == groups.end()) {
            page.add(std::string("inputs: ") + corpus.what, "skipped, TANDEM_DATA is not there");
            continue;
        }
        const Group& group = found->second;
        const double bytes = group.a_player_tick(group.shares.inputs);
        const double ns = encode_ns(group, page.times(9));
        const Group& as_bytes = raw.at(std::string(corpus.group) + " raw");
        page.add(std::string("inputs, bytes a player-tick; to code one, ns: ") + corpus.what,
                 corpus.before, text_of("%.3f; 600", corpus.bytes_most),
                 text_of("%.4f; %.0f (imported as bare bytes %.4f)", bytes, ns,
                         as_bytes.a_player_tick(as_bytes.shares.inputs)),
                 bytes <= corpus.bytes_most && ns <= k_encode_ns_most);
    }
    std::vector<Stream> made = made_streams();
    Stream idle = made[1];
    idle.group = "idle";
    idle.name = "an hour of two players who do nothing";
    for (sim::Bytes& record : idle.records) {
        std::fill(record.begin() + 1, record.end(), std::byte{0});
    }
    made.push_back(std::move(idle));
    const auto more = groups_of(page, made, "made");
    const Group& random = more.at("random");
    const double ratio = random.a_player_tick(random.shares.inputs) / 8;
    const double ns = encode_ns(random, page.times(9));
    page.add("random pads of 8 bytes, inputs / raw; to code a player-tick, ns", "-", "1.01; 600",
             text_of("%.4f; %.0f", ratio, ns), ratio <= 1.01 && ns <= k_encode_ns_most);
    const std::uint64_t idle_bytes = more.at("idle").shares.inputs;
    const std::uint64_t held_bytes = more.at("held").shares.inputs;
    page.add("idle hour of two players, bytes of inputs: nothing pressed; pads off centre",
             "68 to 154 kB", "2,000",
             text_of("%llu; %llu", static_cast<unsigned long long>(idle_bytes),
                     static_cast<unsigned long long>(held_bytes)),
             idle_bytes <= 2'000 && held_bytes <= 2'000);
}

void measure_overhead(const Page& page) {
    const std::string path = page.folder().path("sizes_of_duel");
    auto duel = sim::erase<games::Duel>();
    const Setup setup = bots_of(duel.info());
    record_bots(path, std::move(duel), setup, page.ticks(k_duel_hour_ticks));
    const auto replay = sound(replay::Replay::open(path));
    Group hour;
    hour.add(replay.byte_shares());
    add_overhead(page, "the hour of duel", hour);
    for (const auto& [name, group] : groups_of(page, real_streams(), "overhead")) {
        add_overhead(page, name, group);
    }
    const auto bytes = static_cast<double>(replay.bytes());
    const double share = 100 * static_cast<double>(replay.byte_shares().keyframes) / bytes;
    page.add("keyframes' share of the hour of duel, %", "7 of a larger file", "5",
             text_of("%.2f of %.0f kB, %d of them", share, bytes / 1e3,
                     static_cast<int>(replay.states().size())),
             share <= 5);
}

}  // namespace tandem::bench

// SPDX-License-Identifier: MIT
// Compares the claims of bundles with their recordings, as far as the recordings can prove them.
#include <tandem/tools/program/evidence/compared_sides.hpp>

#include <algorithm>
#include <utility>

#include <tandem/tools/text/escaped.hpp>

namespace tandem::tools {
namespace {

using replay::Explanation;
using replay::Replay;

Error bad_pair(const ComparedSides& sides, const std::string& why) {
    const bool has_two = sides.bundles.size() == 2;
    return {ErrorCode::bad_data,
            sides.bundles[0].folder + (has_two ? " and " + sides.bundles[1].folder : ""),
            why + "; to compare recordings all the same, name " + sides.names.a + " and " +
                sides.names.b};
}

std::string game_text(const std::string& game, std::uint32_t version) {
    return escaped(game) + " version " + std::to_string(version);
}

std::string game_text(const BundleManifest& manifest) {
    return game_text(manifest.game, manifest.game_version);
}

// True if each of two names the other.
bool are_opposite(const BundleManifest& a, const BundleManifest& b) {
    return a.player == b.other_player && b.player == a.other_player;
}

Result<void> check_pair(const ComparedSides& sides) {
    const BundleManifest& a = sides.bundles[0].manifest;
    const BundleManifest& b = sides.bundles[1].manifest;
    if (a.game != b.game || a.game_version != b.game_version) {
        return bad_pair(sides, "these bundles are of different games: " + game_text(a) + " and " +
                                   game_text(b));
    }
    if (a.player == b.player || (a.is_host && b.is_host)) {
        return bad_pair(sides, a.player == b.player
                                   ? "both bundles are of player " + std::to_string(a.player) +
                                         ", so they are not two sides of one match"
                                   : std::string("both bundles are of a host, so they are not two "
                                                 "sides of one match"));
    }
    if (are_opposite(a, b) && a.tick != b.tick) {
        return bad_pair(sides, "these bundles are of different matches: one parted at tick " +
                                   std::to_string(a.tick) + ", the other at tick " +
                                   std::to_string(b.tick));
    }
    return {};
}

// Checks that a recording is the one of its bundle.
Result<void> check_recording(const Bundle& bundle, const std::string& path, const Replay& file) {
    const BundleManifest& manifest = bundle.manifest;
    const replay::Header& header = file.header();
    if (header.game != manifest.game || header.game_version != manifest.game_version) {
        return Error{ErrorCode::bad_data, path,
                     "is a recording of " + game_text(header.game, header.game_version) + ", and " +
                         std::string(k_manifest_name) + " says " + game_text(manifest)};
    }
    if (manifest.player >= header.setup.slots || manifest.other_player >= header.setup.slots) {
        return Error{ErrorCode::bad_data, path,
                     "is of a session of " + count_text(header.setup.slots, "player") + ", and " +
                         std::string(k_manifest_name) + " names player " +
                         std::to_string(std::max(manifest.player, manifest.other_player))};
    }
    // Sides that differed before the first tick never played a tick. In a match of more players the
    // other's ticks are not known.
    const bool is_beginning = file.ticks() == 0 && manifest.tick == 0;
    if (!is_beginning && (file.end_tick() <= manifest.tick || file.first_tick() > manifest.tick)) {
        return Error{ErrorCode::bad_data, path,
                     "holds ticks " + std::to_string(file.first_tick()) + " to before " +
                         std::to_string(file.end_tick()) + ", and not tick " +
                         std::to_string(manifest.tick) +
                         ", at which the sides parted; the bundle is cut or was put together of "
                         "two"};
    }
    return {};
}

std::string side_text(const BundleManifest& manifest) {
    return std::string(manifest.is_host ? "the host" : "a guest") + ", player " +
           std::to_string(manifest.player);
}

std::string manifest_sentence(const Bundle& bundle) {
    const BundleManifest& manifest = bundle.manifest;
    std::string text = escaped(bundle.folder) + " is of " + side_text(manifest) +
                       ", who parted from player " + std::to_string(manifest.other_player) +
                       " at tick " + std::to_string(manifest.tick) + " of " + game_text(manifest);
    if (!manifest.machine.empty()) {
        text += ", on " + manifest.machine;
    }
    text += manifest.cause.empty() ? "" : "; the match took it for " + manifest.cause;
    return manifest.text.empty() ? text : text + " and said: " + manifest.text;
}

// Says which programs the two sides were, as their recordings name them. If a recording names none,
// it says which builds they were, as far as the bundles know.
std::string builds_sentence(const ComparedSides& sides, const Replay& a, const Replay* b) {
    const auto& ours = a.header().game_build;
    const auto theirs = b != nullptr ? b->header().game_build : std::nullopt;
    if (ours && theirs) {
        const std::string both =
            replay::game_build_text(*ours) + " and " + replay::game_build_text(*theirs);
        return ours->program != theirs->program ? "no, they are different programs: " + both
               : ours->libraries != theirs->libraries
                   ? "yes, but with different libraries, or with unknown ones: " + both
                   : "yes, it is one program: " + replay::game_build_text(*ours);
    }
    const BundleManifest& first = sides.bundles[0].manifest;
    const std::string& other =
        sides.bundles.size() == 2 ? sides.bundles[1].manifest.build : first.other_build;
    if (other.empty()) {
        return "unknown: its side is " + first.build + ", and of the other nothing is said";
    }
    return first.build == other ? "yes: " + other : "no: " + first.build + " and " + other;
}

std::string parting_sentence(const ComparedSides& sides, const Explanation& explanation) {
    const std::uint64_t said = sides.bundles[0].manifest.tick;
    if (!explanation.parted_tick) {
        return "no: these recordings do not part at all";
    }
    const std::string found = "at tick " + std::to_string(explanation.parted_tick->number);
    return explanation.parted_tick->number == said
               ? "yes, " + found
               : "no: " + found + ", and the bundle says tick " + std::to_string(said);
}

}  // namespace

std::vector<std::string> ComparedSides::files_read() const {
    std::vector<std::string> files{names.a, names.b};
    for (const Bundle& bundle : bundles) {
        files.insert(files.end(), {bundle.ours, bundle.theirs});
        // These are the files that a manifest names, and those that lie beside the recordings even
        // if it does not name them.
        for (const std::string& name :
             {std::string(k_manifest_name), bundle.manifest.packets, std::string(k_packets_name)}) {
            if (!name.empty()) {
                files.push_back(bundle.folder + "/" + name);
            }
        }
    }
    files.erase(std::remove(files.begin(), files.end(), ""), files.end());
    return files;
}

Result<ComparedSides> open_sides(const std::string& a, const std::string& b) {
    ComparedSides sides{{a, b}, {}};
    for (std::string* const name : {&sides.names.a, &sides.names.b}) {
        if (name->empty() || !is_folder(*name)) {
            continue;
        }
        auto bundle = open_bundle(*name);
        TANDEM_TRY(bundle);
        *name = bundle->ours;
        sides.bundles.push_back(std::move(bundle).value());
    }
    if (b.empty() && !sides.bundles.empty()) {
        sides.names.b = sides.bundles[0].theirs;
    }
    if (sides.bundles.size() == 2) {
        TANDEM_TRY(check_pair(sides));
    }
    return sides;
}

Result<void> check_sides(const ComparedSides& sides, const Replay& a, const Replay* b) {
    for (const Bundle& bundle : sides.bundles) {
        for (const auto& [path, file] :
             {std::pair(&sides.names.a, &a), std::pair(&sides.names.b, b)}) {
            const bool is_of_it =
                !path->empty() && (*path == bundle.ours || *path == bundle.theirs);
            if (!is_of_it) {
                continue;
            }
            TANDEM_TRY(check_recording(bundle, *path, *file));
        }
    }
    const bool is_one_match = b == nullptr || a.start_hashes().records == b->start_hashes().records;
    if (sides.bundles.size() == 2 && !is_one_match) {
        return bad_pair(sides,
                        "these bundles are of different matches, which began with different "
                        "setups");
    }
    return {};
}

Result<void> check_parting(const ComparedSides& sides, const Explanation& explanation) {
    const bool is_pair = sides.bundles.size() == 2 &&
                         are_opposite(sides.bundles[0].manifest, sides.bundles[1].manifest);
    if (is_pair && explanation.parted_tick &&
        explanation.parted_tick->number < sides.bundles[0].manifest.tick) {
        return bad_pair(sides,
                        "these bundles are of different matches: their recordings part at "
                        "tick " +
                            std::to_string(explanation.parted_tick->number) +
                            ", and each says that all was equal before tick " +
                            std::to_string(sides.bundles[0].manifest.tick));
    }
    return {};
}

void add_bundle_evidence(const ComparedSides& sides, const Replay& a, const Replay* b,
                         Explanation& explanation) {
    if (sides.bundles.empty()) {
        return;
    }
    std::vector<replay::EvidenceStep> steps;
    for (const Bundle& bundle : sides.bundles) {
        steps.push_back({"what does the bundle say", manifest_sentence(bundle)});
    }
    steps.push_back({"do both sides say the same of their build", builds_sentence(sides, a, b)});
    if (sides.lacks_theirs()) {
        steps.push_back({"what is known of the other side",
                         "nothing: " + sides.bundles[0].manifest.theirs_missing +
                             "; so that side's recording is asked alone"});
        if (explanation.cause == replay::CauseClass::none) {
            explanation.cause = replay::CauseClass::unknown;
            explanation.tick = sim::Tick{sides.bundles[0].manifest.tick};
            explanation.proof =
                "that side's recording is what the simulation here gives; what the other side did "
                "can only be told from its recording";
        }
    } else {
        steps.push_back(
            {"do they part where the match saw it", parting_sentence(sides, explanation)});
    }
    explanation.steps.insert(explanation.steps.begin(), steps.begin(), steps.end());
}

JsonArray bundles_json(const ComparedSides& sides) {
    JsonArray all;
    for (const Bundle& bundle : sides.bundles) {
        JsonObject facts{{"folder", bundle.folder}};
        for (auto& member : manifest_facts(bundle.manifest)) {
            facts.push_back(std::move(member));
        }
        all.emplace_back(std::move(facts));
    }
    return all;
}

}  // namespace tandem::tools

// SPDX-License-Identifier: MIT
// The table of planted faults. The sources of the games say what each mistake is.
#include <tests/misbehaving/planted_faults.hpp>

#include <utility>

namespace tandem::misbehaving {
namespace {

constexpr const char* k_left_out = "a member that serialize leaves out";
constexpr const char* k_static = "a static or global that changes";
constexpr const char* k_unwritten = "a byte that was never written";
constexpr const char* k_ties = "equal elements in std::sort or a heap";

constexpr ToldByChaos k_measured = ToldByChaos::measured;
constexpr ToldByChaos k_always = ToldByChaos::always;

PlantedFault row(const char* game, const char* cause_class, const char* reason, const char* field,
                 CaughtBy caught = {}, OtherFinders found = {}) {
    return {game, cause_class, reason, field, caught, std::move(found)};
}

}  // namespace

const std::vector<PlantedFault>& planted_faults() {
    static const std::vector<PlantedFault> faults{
        // The columns are: game, class, reason, field, what check catches it by, other finders.
        // ---- What belongs to the state (state_mistakes.hpp) ----
        // The other side went on from a state that it had saved.
        row("missing_field", "unsaved", "field", "total", {"fresh", k_left_out},
            {.changed_by = {"restore@60"},
             .unchanged_by = {"copy"},
             .chaos = k_always,
             .inquest = {"used~1"},
             .is_unsaved_in_recordings = true,
             .sides = {{"plain"}, {"restored"}}}),
        row("missing_late", "unsaved", "field", "total", {"fresh", k_left_out},
            {.chaos = k_measured,
             .is_unsaved_in_recordings = true,
             .sides = {{"plain"}, {"restored"}}}),
        // No state ever differs, but what the game answers.
        row("missing_at_the_end", "unsaved", "", "",
            {"fresh",
             "finished() differs though the state is the same: it reads a member that "
             "serialize leaves out"}),
        row("missing_in_the_picture", "unsaved", "", "",
            {"fresh", "draw differs though the state is the same"}),
        row("missing_for_bots", "unsaved", "", "",
            {"fresh", "bot_input differs though the state is the same"}),
        row("branching_serialize", "unsaved", "", "",
            {"serialize", "without a condition on values"}),
        row("changing_serialize", "unsaved", "serialize", "saves",
            {"serialize", "changes something"},
            {.changed_by = {"save@3"}, .unchanged_by = {"copy"}, .chaos = k_measured}),
        row("stale_cache", "unsaved", "cache", "total", {"dirty", "most likely a cache"},
            {.changed_by = {"used~1", "late~1"},
             .unchanged_by = {"restore~1", "copy~1"},
             .chaos = k_always,
             .inquest = {"used~1"}}),
        // The other side's process had played a match before.
        row("static_local", "local", "static", "total", {"twin", k_static},
            {.changed_by = {"neighbour@30"},
             .unchanged_by = {"restore"},
             .chaos = k_always,
             .inquest = {"late@40", 41},
             .has_evidence = true,
             .sides = {{"plain"}, {"second"}}}),
        row("static_seldom", "local", "static", "total", {"twin", k_static},
            {.chaos = k_measured, .has_evidence = true, .sides = {{"plain"}, {"second"}}}),
        row("global_random", "local", "static", "total", {"twin", "rand()"},
            {.chaos = k_measured, .sides = {{"plain"}, {"second"}}}),
        row("self_pointer", "local", "copy", "total",
            {"copy", "a member points into its own object"},
            {.changed_by = {"copy@60"}, .unchanged_by = {"observe"}, .chaos = k_always}),
        row("drawing_decides", "local", "observed", "total", {"observed", "a mutable member"},
            {.changed_by = {"observe@60"}, .unchanged_by = {"rounding/up"}, .chaos = k_always}),
        row("bots_decide", "local", "", "total", {"observed", "a mutable member"}),
        // Copying loses what restoring does.
        row("copied_anew", "unsaved", "", "total", {"fresh", ""}),

        // ---- Where a session begins (reset_mistakes.hpp) ----
        // A few ticks show the first, and a long session the second.
        row("forgetful_reset", "local", "reset", "combo",
            {"reset", "as an earlier session made it"},
            {.changed_by = {"reset"}, .unchanged_by = {"copy"}, .chaos = k_measured}),
        row("forgetful_late", "local", "reset", "is_late",
            {"reset", "as an earlier session made it"}, {.chaos = k_measured}),
        // Matches find these two (tests/tools/end_to_end/advice_test.cpp).
        row("score_file", "", "", ""),
        row("hidden_score_file", "", "", ""),

        // ---- Threads (thread_mistakes.hpp) ----
        row("thread_decides", "local", "thread", "total", {"thread", ""},
            {.changed_by = {"thread@60"}, .unchanged_by = {"copy"}, .chaos = k_always}),
        row("shared_scratch", "local", "thread", "total", {"thread", "a static buffer"},
            {.changed_by = {"beside"}, .unchanged_by = {"thread"}, .chaos = k_measured}),
        // The process may well crash before a number differs.
        row("shared_container", "local", "", "", {"thread", "a static buffer"}),

        // ---- Memory, addresses, surroundings and time (machine_mistakes.hpp) ----
        // Here memory holds something again, and the same each time.
        row("uninitialised_byte", "local", "unwritten", "last", {"memory", k_unwritten, false},
            {.changed_by = {"pattern/5a"},
             .chaos = k_measured,
             .inquest = {"pattern/77"},
             .has_evidence = true,
             .sides = {{"plain", "90"}, {"plain", "165"}},
             .other_classes = {"unknown"}}),
        row("unwritten_member", "local", "", "scores[0]", {"memory", k_unwritten}),
        row("address_value", "local", "address", "", {},
            {.changed_by = {"heap/2"},
             .chaos = k_measured,
             .inquest = {"heap/2"},
             .has_evidence = true,
             .sides = {{"plain"}, {"plain"}},
             .other_classes = {"unknown"}}),
        row("pointer_key", "local", "address", "total", {"memory", "a pointer as a key", false},
            {.changed_by = {"heap/2"},
             .unchanged_by = {"again", "later@90000"},
             .chaos = k_measured,
             .has_evidence = true}),
        row("address_iteration", "local", "address", "total", {"process", "an address", false},
            {.chaos = k_measured, .has_evidence = true}),
        row("process_address", "local", "", "total", {"process", "an address", false}),
        row("locale_number", "local", "locale", "", {},
            {.changed_by = {"locale"}, .unchanged_by = {"environment"}, .chaos = k_measured}),
        row("local_hour", "local", "environment", "", {},
            {.changed_by = {"environment"}, .unchanged_by = {"locale"}, .chaos = k_measured}),
        // A second that ends while runs are compared makes them differ like chance does.
        row("wall_clock", "local", "clock", "total", {"process", "a clock", false},
            {.other_reason = "chance",
             .changed_by = {"later"},
             .chaos = k_measured,
             .has_evidence = true}),
        // Two games of one process already differ, and yet it is none of the process's variables.
        row("fine_clock", "local", "chance", "total", {"process", "a clock"}),

        // ---- Chance (random_mistakes.hpp) ----
        // Luck decides which probe sees what is seldom.
        row("device_random", "local", "chance", "total", {"process", "random_device"},
            {.chaos = k_measured, .has_evidence = true, .sides = {{"plain"}, {"plain"}}}),
        // Three runs of one tick may draw the same bit.
        row("device_bit", "local", "chance", "total", {"memory", "random_device", false},
            {.chaos = k_measured,
             .has_evidence = true,
             .sides = {{"plain"}, {"plain"}},
             .other_classes = {"unknown"}}),
        row("device_seldom", "local", "chance", "total", {"memory", "random_device", false},
            {.chaos = k_always, .has_evidence = true}),
        row("device_rare", "local", "chance", "", {}, {.chaos = k_measured}),
        row("engine_seeded_once", "local", "chance", "total", {"memory", "random_device", false},
            {.chaos = k_measured, .has_evidence = true}),
        row("engine_seeded_at_reset", "local", "chance", "", {}, {.chaos = k_measured}),
        row("random_file", "local", "chance", "", {}, {.chaos = k_measured}),
        row("process_number", "local", "chance", "total",
            {"thread", "the number of a process", false},
            {.chaos = k_measured, .has_evidence = true}),
        row("time_taken", "local", "chance", "total", {"process", "a clock", false},
            {.has_evidence = true}),

        // ---- Standard library and compiler (library_mistakes.hpp, build_mistakes.hpp) ----
        // These are the same in every run of one build.
        row("unordered_iteration", "build", "", "total", {},
            {.against = {"build", "an unordered container"}, .other = OtherBuild::libcxx}),
        row("library_random", "build", "", "total", {},
            {.against = {"build", "a distribution of <random>"}, .other = OtherBuild::libcxx}),
        row("heap_ties", "build", "", "total", {},
            {.against = {"build", k_ties}, .other = OtherBuild::libcxx}),
        row("sort_ties", "build", "", "total", {},
            {.against = {"build", k_ties}, .other = OtherBuild::libcxx}),
        // This one is seen by its rounding in one build, and by a build that contracts.
        row("contraction", "build", "rounding", "total",
            {"rounding", "floating point decides something"},
            {.against = {"build", "floating point", false},
             .other = OtherBuild::contracted,
             .changed_by = {"rounding/down"},
             .unchanged_by = {"restore"},
             .chaos = k_always}),
        // The builds call themselves alike, so that all that is known is that the rules differ.
        row("rules_by_macro", "build", "", "", {},
            {.sides = {{"plain"}, {"plain", "", true}}, .other_classes = {"local", "unknown"}}),
    };
    return faults;
}

}  // namespace tandem::misbehaving

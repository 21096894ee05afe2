// SPDX-License-Identifier: MIT
// inventory: the loops of the articles, and what else these have beside claims, and where each of
// it is shown.
#include <tandem/tools/lab/sections/sections.hpp>

#include <array>
#include <string>
#include <string_view>

#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {
namespace {

struct Item {
    std::string_view kind;
    std::string_view subject;
    // Sections, claims and loops by their names, as the tests read them back; or "not shown" and
    // why.
    std::string_view shown;
};

constexpr std::array k_helpers{
    Item{"helper", "a sync of naps of 1 ms until a deadline", "loop W2; C40, C41"},
    Item{"helper", "waiting for the display, swap interval 1 or 2",
         "loop W3; C42; no torn picture, see C89"},
    Item{"helper", "a game behind an interface, an engine for several", "C87; who calls whom: C75"},
    Item{"helper", "the loop ends when its window closes",
         "C75; sim::RunToken is what a window's close would stop"},
    Item{"helper", "events of the window on the main thread",
         "not shown: there is no window; the keys of a terminal are read by the loop's own thread"},
    Item{"helper", "title, clear colour and context hints of a window",
         "not shown: there is no window"},
    Item{"helper", "a new size is signalled once and consumed",
         "C86; pixels against screen coordinates: not shown, there is no display"},
    Item{"helper", "keys as what is held, and as what was pressed", "lab physics (tap, hold); C26"},
    Item{"helper", "events awaited or looked for", "lab events; loops G4, G5; C72, C88"},
    Item{"helper", "the next callback is asked for before the work",
         "loops M1, M2, M4, M5; not told from asking after it: a request of this model's screen "
         "counts "
         "from the callback's end"},
    Item{"helper", "a token of the last request, and a guard", "loop M1c; C75"},
    Item{"helper", "no name in the global scope", "not shown: a matter of JavaScript"},
    Item{"helper", "time of a fine, monotonic clock, never the date", "C30, C31"},
    Item{"helper", "updates that are queued, each of a whole tick", "loop M2; C78, C80"},
    Item{"helper", "a view as position + speed * interpolation", "C49, C50, C52"},
    Item{"helper", "at most so many updates a frame", "lab stall; loops L3, L4, G3; C45, C54"},
    Item{"helper", "get_distance(fps)", "lab numbers; C11, C12, C13, C14"},
    Item{"helper", "DummyGame: a colour that two keys move by 0.01 an update, from 0 to 1",
         "C60, which holds one of them; a held key: lab physics (hold)"},
    Item{"helper", "a timer of the time since it was last asked",
         "loops W1, W2 and W3 ask their platform's clock, which is all that it does"},
    Item{"helper", "the phases input, update, render",
         "lab loops: every loop calls its platform in the order of its article"},
};

constexpr std::array k_policies{
    Item{"policy", "who owns the loop: the game, an engine, the platform",
         "lab loops --repaired: sim::GameLoop's run and on_frame"},
    Item{"policy", "power: all it can, or a cap", "lab loops (busy); C35, C36"},
    Item{"policy", "speed: by frame, in step with the display, by time, by tick",
         "lab loops; loops L0, G7a, G7b, L2, L3, G2"},
    Item{"policy", "a gap: left out, made up for, or filled by a peer",
         "lab gap; lab lockstep; C79, C80, C81"},
    Item{"policy", "watching how many ticks come at once", "C82 (sim::PaceMonitor)"},
    Item{"policy", "work that may wait is spread", "lab throttled; C83"},
    Item{"policy", "failing gracefully where the machine is too slow",
         "lab quality; C45, C54, C76"},
    Item{"policy", "changing how time passes late in a project",
         "not shown: it is about people's work; a Tandem game keeps its step whatever the loop"},
    Item{"policy", "a game that waits for its player still moves", "C73"},
    Item{"policy", "collisions along the way of fast objects", "lab physics (shot); C23"},
};

constexpr std::array k_ambiguities{
    Item{
        "A01", "interpolation: onward from the last state, or between the last two",
        "C49, C50 and C52 show the first; sim::Alpha is for the second, and lab report draws both"},
    Item{"A02", "an interpolation above 1", "lab loops (alpha max); C52, C58"},
    Item{"A03", "the first tick now or a tick later, > or >=", "lab loops (L4, G2, M2); C78"},
    Item{"A04", "> at a refresh that is a tick's boundary", "lab gap (M2 with >=); C78"},
    Item{"A05", "which constant the floor of 5 pictures a second is made of", "C45"},
    Item{"A06", "60 pictures a second in 16, 16.5 or 16.67 ms",
         "lab numbers (slots); lab loops: G1 naps to 16 ms, M5 has 16.5, sim::TickRate is a ratio"},
    Item{"A07", "get_distance under Python 2 and 3", "lab numbers"},
    Item{"A08", "25, 20, 30, 50 or more ticks a second", "lab lockstep (refusals); C61, C62"},
    Item{"A09", "how each loop catches up", "lab stall; lab gap"},
    Item{"A10", "a nap below zero", "C38, which counts the late frames and says how late they are"},
    Item{"A11", "a float's slot is too short, and naps drift",
         "lab numbers (slots); C41 (tandem lab claims --real)"},
    Item{"A12", "1/30 as a double moves updates to the next frame", "lab numbers (late updates)"},
    Item{"A13", "sleep: precise to a tenth of a second, or to a millisecond", "C40, C41"},
    Item{"A14", "naps beside vsync, no cap, an endless while", "loops W2, W3; C42, C54, C75"},
    Item{"A15", "an update that is given time and ignores it",
         "not run: the step of a Tandem game is given none, see C32"},
    Item{"A16", "record inputs, or states", "lab replay (stored, bytes); C01, C03"},
    Item{"A17", "0.001 units a microsecond or a millisecond", "lab numbers, in milliseconds"},
    Item{"A18", "a misprediction is seen for a second, or very shortly", "C52"},
    Item{"A19", "a synchronised loop at half the speed", "not shown: a mistranslation"},
    Item{"A20", "a bullet flies faster, or farther a frame", "lab numbers (bullets); C16, C18"},
    Item{"A21", "rounding grows with the frames, truncation shrinks", "lab physics; C14, C17"},
    Item{"A22", "what a fixed tick needs besides",
         "lab replay (controls), lab match (F-broken arms), and the misbehaving games of "
         "tests/misbehaving, each caught by tandem check"},
    Item{"A23", "a variable step cannot be replayed",
         "lab replay (stored): with its steps recorded it can; lab match (V-same, V-hostdt)"},
    Item{"A24", "input by frame, update or picture", "C26, C77"},
    Item{"A25", "milliseconds in 32 bits wrap after 49.7 days",
         "lab numbers (wrap): loops L3 and L4 stop for as long, or run ahead and wait; C38 has a "
         "nap of 32 bits"},
    Item{"A26", "an article that asks for a review of its own code", "not testable: a remark"},
    Item{"A27", "whose thread and whose loop", "lab loops --repaired"},
    Item{"A28", "a gap alone, and a gap in lockstep", "lab lockstep (standstill); C79, C81"},
    Item{"A29", "passing through is harmless, or is to be prevented",
         "lab physics (shot); C23, whose arm that holds is the lab's own sweep: sim "
         "has no collisions"},
};

template <std::size_t size>
Table table_of(std::string name, std::string title, const char* key,
               const std::array<Item, size>& items);
Table table_of_loops();

}  // namespace

sim::Result<std::vector<Table>> inventory_section(const Request&) {
    return std::vector<Table>{
        table_of_loops(),
        table_of("helpers", "Helpers and components of the articles, and what shows them", "kind",
                 k_helpers),
        table_of("policies", "Policies that the articles discuss", "kind", k_policies),
        table_of("ambiguities", "Where the articles are unclear or disagree (A01 to A29)", "id",
                 k_ambiguities)};
}

namespace {

template <std::size_t size>
Table table_of(std::string name, std::string title, const char* key,
               const std::array<Item, size>& items) {
    Table table{.name = std::move(name),
                .title = std::move(title),
                .columns = {{key, key}, {"subject", "subject"}, {"shown", "where"}},
                .row_names = 2,
                .in_paragraphs = true};
    for (const Item& item : items) {
        table.rows.push_back(
            {std::string(item.kind), std::string(item.subject), std::string(item.shown)});
    }
    return table;
}

Table table_of_loops() {
    Table table{.name = "loops",
                .title = "Loops of the articles, as published and repaired",
                .columns = {{"id", "id"},
                            {"article", "article"},
                            {"name", "name"},
                            {"constants", "constants"},
                            {"published", "as published"},
                            {"repaired", "repaired"}},
                .row_names = 3,
                .in_paragraphs = true};
    Articles articles;
    for (const Loop& loop : loops()) {
        articles = articles | loop.articles;
        table.rows.push_back({std::string(loop.id), articles_text(loop.articles),
                              std::string(loop.name), text_or_nothing(loop.constants),
                              std::string(loop.limit), std::string(loop.remedy)});
    }
    table.notes = article_notes(articles);
    table.notes.emplace_back(
        "What is repaired holds wherever the machine can; tandem lab loops --repaired runs it.");
    table.notes.emplace_back(
        "Below, a word in brackets after a section is its table's name in --json and --csv.");
    return table;
}

}  // namespace
}  // namespace tandem::tools::lab

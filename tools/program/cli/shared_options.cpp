// SPDX-License-Identifier: MIT
// Declares each option once, and reads it once.
#include <tandem/tools/program/cli/shared_options.hpp>

#include <tandem/tools/inputs/source.hpp>

namespace tandem::tools {

std::vector<Option> global_options(const std::vector<std::string>& games) {
    return {{.names = {"-h", "--help"}, .sentence = "Print this help message and exit"},
            {.names = {"--game"},
             .value_name = "NAME",
             .sentence = "Game to start; a file names its own",
             .value = Text{.words = games}},
            {.names = {"--json"}, .sentence = "One JSON object per line on standard output"},
            {.names = {"--quiet"}, .sentence = "No remarks on standard error, only errors"},
            {.names = {"--version"}, .sentence = "Print version and build"}};
}

Option players_option(std::string sentence, std::string default_text) {
    return {.names = {"--players"},
            .value_name = "N",
            .sentence = std::move(sentence),
            .default_text = std::move(default_text),
            .value = Whole{.least = 1, .most = std::numeric_limits<std::uint32_t>::max()}};
}

Option players_alone_option() {
    return players_option("How many players take part", "as many as the sources have, or 2");
}

std::vector<Option> playing_options(Option players, std::string bot) {
    return {{.names = {"--inputs"},
             .value_name = "[P=]SOURCE",
             .sentence = "Who plays: " + source_forms() + "; with P= player P alone",
             .default_text = std::move(bot),
             .value = Text{.words = source_words()},
             .is_repeated = true},
            {.names = {"--ticks"},
             .value_name = "N",
             .sentence = "Stop after this many ticks; in a match the least of all sides counts",
             .value = Whole{.least = 1}},
            {.names = {"--seed"},
             .value_name = "S",
             .sentence = "Seed of the session; a joiner refuses a host with another",
             .default_text = std::to_string(k_seed_default),
             .value = Whole{}},
            std::move(players),
            {.names = {"--option"},
             .value_name = "K=V",
             .sentence = "An option of the game by its field path, each once",
             .default_text = "the game's own",
             .value = Text{},
             .is_repeated = true}};
}

std::vector<Option> file_options() {
    return {
        {.names = {"--keyframe-ticks"},
         .value_name = "N",
         .sentence = "At least so many ticks between keyframes, which a seek simulates",
         .default_text = "32 s",
         .value = Whole{.least = 1}},
        {.names = {"--keyframe-bytes"},
         .value_name = "N",
         .sentence = "The most bytes of keyframes for a second of the session; 0 for none",
         .default_text = "4096",
         .value = Whole{}},
        {.names = {"--track"},
         .value_name = "BITS",
         .sentence = "Bits of the chain in the file at every tick: 0, 8, 16 or 64",
         .default_text = "16",
         .value = OneOf{{"0", "8", "16", "64"}}},
        {.names = {"--sync"},
         .value_name = "WHEN",
         .sentence = "Wait for the disk, against a power cut: none, second or tick",
         .default_text = "second",
         .value = OneOf{{"none", "second", "tick"}}},
        {.names = {"--keep-going"}, .sentence = "Play on without a recording if the disk is full"}};
}

std::vector<Option> view_options() {
    return {{.names = {"--view"},
             .value_name = "VIEW",
             .sentence = "terminal, window or none",
             .default_text = "terminal where a person plays or looks on",
             .value = OneOf{{"terminal", "window", "none"}}},
            {.names = {"--fps"},
             .value_name = "N",
             .sentence = "The most pictures a second in a window",
             .default_text = "the display's",
             .value = Whole{.least = 1, .most = 1000}}};
}

ViewChoice view_choice(const Arguments& arguments) {
    ViewChoice choice;
    choice.view = arguments.text("--view");
    choice.fps_max = arguments.whole<std::uint32_t>("--fps");
    return choice;
}

std::vector<Option> session_options(Option players) {
    const Option output{.names = {"-o", "--output"},
                        .value_name = "FILE",
                        .sentence = "File to write, never one that is read",
                        .default_text = "GAME-DATE-TIME.tandem",
                        .value = Path{}};
    return joined({{output},
                   playing_options(std::move(players)),
                   {{.names = {"--plant"},
                     .value_name = "TICK:FIELD",
                     .sentence = "Flip the lowest bit of this field of the state after that tick, "
                                 "to see it found",
                     .value = Text{}},
                    {.names = {"--name"},
                     .value_name = "NAME",
                     .sentence = "Your name, to stand in the file",
                     .value = Text{}},
                    {.names = {"--force"}, .sentence = "Replace the file if it exists"}},
                   file_options()});
}

std::vector<Option> match_options(Option players) {
    return joined({session_options(std::move(players)),
                   view_options(),
                   {{.names = {"--delay"},
                     .value_name = "N|auto",
                     .sentence = "Input delay in ticks, or auto, which follows the line",
                     .default_text = "auto",
                     .value = Text{.words = {"auto"}}},
                    {.names = {"--key-file"},
                     .value_name = "FILE",
                     .sentence = "Let only those take part who have the match key in this file",
                     .value = Path{}},
                    {.names = {"--passphrase-file"},
                     .value_name = "FILE",
                     .sentence = "The same with a passphrase, words that can be told",
                     .value = Path{}},
                    {.names = {"--wait-return"},
                     .value_name = "S",
                     .sentence = "Wait so many seconds for a side that is lost, where nobody else "
                                 "is left; 0: nobody comes back",
                     .default_text = "120",
                     .value = Whole{.most = 86'400}},
                    {.names = {"--secret-file"},
                     .value_name = "FILE",
                     .sentence = "Keep the secret with which this side comes back in this file",
                     .default_text = "a file of its own in $XDG_STATE_HOME/tandem",
                     .value = Path{}},
                    {.names = {"--second-copy"},
                     .sentence = "Send each tick twice, for a line that loses much"},
                    {.names = {"--unpaced"},
                     .sentence = "Run as fast as inputs arrive instead of in real time"},
                    {.names = {"--no-bundle"},
                     .sentence = "Leave no folder of evidence beside the recording at a desync"},
                    {.names = {"--net-report"},
                     .value_name = "FILE.svg",
                     .sentence = "Draw what the network did into this picture at the end",
                     .value = Path{}},
                    trace_option("Write ticks, packets and stalls of this side for Perfetto")}});
}

Option trace_option(std::string sentence) {
    return {.names = {"--trace"},
            .value_name = "FILE.json",
            .sentence = std::move(sentence),
            .value = Path{}};
}

std::vector<Option> joined(std::initializer_list<std::vector<Option>> lists) {
    std::vector<Option> all;
    for (const std::vector<Option>& list : lists) {
        all.insert(all.end(), list.begin(), list.end());
    }
    return all;
}

SessionArguments playing_arguments(const Arguments& arguments) {
    SessionArguments session;
    session.inputs = arguments.texts("--inputs");
    session.ticks = arguments.whole("--ticks");
    session.seed = arguments.whole("--seed");
    session.players = arguments.whole<std::uint32_t>("--players");
    session.options = arguments.texts("--option");
    return session;
}

SessionArguments session_arguments(const Arguments& arguments) {
    SessionArguments session = playing_arguments(arguments);
    session.output = arguments.text("--output");
    session.plant = arguments.text("--plant");
    session.player_name = arguments.text("--name");
    session.force = arguments.flag("--force");
    session.keyframe_ticks = arguments.whole("--keyframe-ticks");
    session.keyframe_bytes_per_second = arguments.whole("--keyframe-bytes");
    if (const std::string bits = arguments.text("--track"); !bits.empty()) {
        session.track_bits = static_cast<std::uint32_t>(std::stoul(bits));
    }
    session.sync = arguments.text("--sync");
    session.keep_going = arguments.flag("--keep-going");
    return session;
}

}  // namespace tandem::tools

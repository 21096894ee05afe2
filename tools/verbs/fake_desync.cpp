// SPDX-License-Identifier: MIT
// The verb fake-desync writes a recording as the other side of its match would have made it, had
// something gone wrong there.
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/explain/faked_session.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/types.hpp>
#include <tandem/tools/process/message.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/program/session/output_file.hpp>
#include <tandem/tools/program/session/tick_options.hpp>
#include <tandem/tools/program/trial/trial.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem {

template <class Archive>
void serialize(Archive& ar, Slot& slot) {
    ar(CEREAL_NVP(slot.index));
}

}  // namespace tandem

namespace tandem::tools {
namespace {

using replay::FakeKind;

std::vector<std::string> kind_names() {
    std::vector<std::string> names;
    for (const FakeKind kind : replay::fake_kinds()) {
        names.push_back(fake_kind_text(kind));
    }
    return names;
}

// A line of help: the class that explain should tell of each kind, and the planted fault.
std::string meaning_of_kind(FakeKind kind) {
    switch (kind) {
        case FakeKind::flipped_bit:
            return "memory: a bit flips behind the step";
        case FakeKind::bit_between:
            return "memory: a bit flips between two ticks";
        case FakeKind::lost_input:
            return "inputs: a player's input is lost, and recorded so";
        case FakeKind::late_input:
            return "inputs: the step gets a player's input again";
        case FakeKind::unsaved_field:
            return "unsaved: a load forgets a field";
        case FakeKind::static_variable:
            return "local: a static variable takes part";
        case FakeKind::unwritten_byte:
            return "local: an unwritten byte takes part";
        case FakeKind::other_build:
            return "build, or unknown without --against: other rules";
        case FakeKind::other_setup:
            return "setup: another seed, and the file says so";
        case FakeKind::lost_setup:
            return "recording: another seed than the file says";
    }
    return "";
}

HelpSection kinds_section() {
    HelpSection section{"Kinds, each with the class that explain should tell", {}};
    for (const FakeKind kind : replay::fake_kinds()) {
        section.entries.emplace_back(fake_kind_text(kind), meaning_of_kind(kind));
    }
    return section;
}

FakeKind kind_of(const std::string& name) {
    for (const FakeKind kind : replay::fake_kinds()) {
        if (fake_kind_text(kind) == name) {
            return kind;
        }
    }
    TANDEM_ASSERT(false);
    return FakeKind::flipped_bit;
}

// The result that is made in another process.
struct MadeFake {
    replay::Faked faked;
    sim::Bytes recording;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(faked.tick.number), CEREAL_NVP(faked.text), CEREAL_NVP(faked.path),
           CEREAL_NVP(faked.bit), CEREAL_NVP(faked.player), CEREAL_NVP(recording));
    }
};

// Makes the fake with the blocks and keyframes of the sound one, and with no word of the fault.
Result<sim::Bytes> make_fake(const replay::Replay& sound, const RegisteredGame& game,
                             const replay::FakePlan& plan, replay::RecorderOptions options) {
    const replay::Header& header = sound.header();
    options.block_ticks = header.block_ticks;
    options.epoch_ticks = header.epoch_ticks;
    options.keyframe_ticks = header.keyframe_ticks;
    options.has_flush_thread = false;
    options.clock = nullptr;
    options.build = header.build;
    options.game_build = header.game_build;
    if (plan.kind == FakeKind::other_build) {
        options.build += ", other rules";
        if (options.game_build) {
            options.game_build->program.bytes[0] ^= std::byte{0xff};
        }
    }
    replay::BufferOutput buffer;
    replay::Recorder recorder(buffer, options);
    const auto faked = replay::fake_session(sound, game.make(), plan, recorder);
    return faked ? Result<sim::Bytes>(sim::canonical_bytes(MadeFake{*faked, buffer.bytes()}))
                 : faked.error();
}

// Makes the fake in a process of its own, then writes it here. The error is whole.
Result<replay::Faked> write(const replay::Replay& sound, const std::string& path,
                            const RegisteredGame& game, const replay::FakePlan& plan,
                            const SessionArguments& output, const TrialLimits& limits,
                            Context& context) {
    auto opened = open_whole_output(output.output, output.force);
    TANDEM_TRY(opened);
    const auto options = recorder_options(output, context.console);
    const auto message = bytes_of_trial(
        context, "simulating",
        [&](const replay::Progress&) { return make_fake(sound, game, plan, options); }, limits);
    if (!message) {
        return message.error().within(path);
    }
    const auto made = read_message<MadeFake>(*message, damaged_answer(), [&](const MadeFake& read) {
        return !read.faked.player || read.faked.player->index < sound.header().setup.slots;
    });
    if (!made) {
        return made.error().within(path);
    }
    TANDEM_TRY(write_whole(**opened, made->recording));
    return made->faked;
}

Result<int> run_fake_desync(const Arguments& arguments, Context& context) {
    const std::string path = arguments.text("FILE");
    SessionArguments output;
    output.output = arguments.text("--output");
    output.force = arguments.flag("--force");
    if (output.output.empty()) {
        return Error{ErrorCode::usage, "--output", "say where to write to: -o OUT.tandem"};
    }
    const auto file = open_replay(path, context);
    TANDEM_TRY(file);
    const auto game = game_of(*file, path, context);
    TANDEM_TRY(game);
    TANDEM_TRY(check_output("--output", output.output, output, {path}));
    if (file->ticks() == 0) {
        const sim::Error empty{ErrorCode::usage, path, "holds no tick that a fault could be in"};
        return context.fail(file->flaw() ? *file->flaw() : empty);
    }
    if (file->flaw()) {
        context.console.complain(*file->flaw());
    }
    const std::uint64_t middle = file->first_tick() + file->ticks() / 2;
    const replay::FakePlan plan{kind_of(arguments.text("KIND")),
                                sim::Tick{arguments.whole("--at").value_or(middle)},
                                arguments.whole("--seed").value_or(1)};
    if (plan.tick.number >= file->end_tick()) {
        return Error{ErrorCode::usage, "--at",
                     "the recording ends before tick " + std::to_string(plan.tick.number)};
    }
    const SignalGuard signals;
    const auto faked = write(*file, path, *game, plan, output, trial_limits(arguments), context);
    if (pending_signal() != 0) {
        return exit_code_of_signal(pending_signal());
    }
    TANDEM_TRY(faked);
    context.console.print("wrote " + escaped(output.output) + " with a fault at tick " +
                          std::to_string(faked->tick.number) + ": " + escaped(faked->text));
    context.console.report(
        {{"file", output.output},
         {"from", path},
         {"kind", fake_kind_text(plan.kind)},
         {"tick", faked->tick.number},
         {"text", faked->text},
         {"path", faked->path.empty() ? JsonValue() : JsonValue(faked->path)},
         {"bit", faked->bit},
         {"player", faked->player ? JsonValue(faked->player->index) : JsonValue()},
         {"seed", plan.seed}});
    return 0;
}

}  // namespace

Verb fake_desync_verb() {
    return {
        .name = "fake-desync",
        .sentence = "Make a recording that desyncs from another, to practise on",
        .example = "fake-desync bit a.tandem -o b.tandem",
        .options = {{.names = {"KIND"},
                     .sentence = "What goes wrong",
                     .value = OneOf{kind_names()},
                     .is_required = true},
                    {.names = {"FILE"},
                     .sentence = "A recording that this program reproduces",
                     .value = Path{},
                     .is_required = true},
                    {.names = {"--at"},
                     .value_name = "T",
                     .sentence = "The tick at which it begins",
                     .default_text = "in the middle",
                     .value = Whole{}},
                    {.names = {"--seed"},
                     .value_name = "S",
                     .sentence = "Decides field, bit and player",
                     .default_text = "1",
                     .value = Whole{}},
                    {.names = {"-o", "--output"},
                     .value_name = "OUT",
                     .sentence = "File to write",
                     .value = Path{}},
                    {.names = {"--force"}, .sentence = "Replace the file if it exists"},
                    patience_option(),
                    memory_option()},
        .sections = {kinds_section()},
        .run = &reported<&run_fake_desync>,
    };
}

}  // namespace tandem::tools

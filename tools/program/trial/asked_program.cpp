// SPDX-License-Identifier: MIT
// Asks the other program one question after another. Each wait for an answer has an end to
// patience.
#include <tandem/tools/program/trial/asked_program.hpp>

#include <utility>

#include <tandem/tools/check/remote.hpp>
#include <tandem/tools/check/simulate.hpp>
#include <tandem/tools/process/child.hpp>
#include <tandem/tools/process/command.hpp>
#include <tandem/tools/process/conversation.hpp>
#include <tandem/tools/system/output.hpp>
#include <tandem/tools/system/program_identity.hpp>

namespace tandem::tools {
namespace {

using check::Answer;
using check::Question;

// The most bytes of the states at the ends of one tick's phases, all together.
constexpr std::uint64_t k_phase_bytes_max = std::uint64_t{512} << 20;

class AskedProgram final : public replay::GameProgram {
public:
    // `file` is the program's file; empty: unknown.
    AskedProgram(Child child, const sim::GameInfo& game, AskHooks hooks, std::string file)
        : hooks_(std::move(hooks)),
          program_(std::move(child), hooks_.is_interrupted),
          answer_bytes_max_(check::answer_bytes_max(game.state_bytes_max)),
          file_(std::move(file)) {}

    Result<void> greet(const sim::GameInfo& game) {
        Bytes message;
        program_.wait_at_most(hooks_.greeting_patience);
        if (!program_.send(check::encode(check::Conditions{.is_asked = true})) ||
            !program_.receive(message, check::k_greeting_bytes_max)) {
            return Error{ErrorCode::refused, "",
                         "it did not answer as another build of this program would (" +
                             program_.silence_text() +
                             "); it has to be a program whose main hands its arguments to "
                             "tandem::tools::run"};
        }
        const auto hello = check::decode_hello(message);
        if (!hello) {
            return Error{ErrorCode::refused, "", hello.error().message};
        }
        build_ = hello->build;
        return check::check_same_game(*hello, game);
    }

    std::string build() const override { return build_; }
    std::optional<sim::Digest> digest() const override {
        return file_.empty() ? std::nullopt : digest_of_file(file_);
    }

    Result<void> reset(const Setup& setup) override {
        return done(ask({Question::Kind::reset, {sim::encode_setup(setup)}}));
    }
    Result<void> restore(ByteView state) override {
        return done(ask({Question::Kind::restore, {Bytes(state.begin(), state.end())}}));
    }

    Result<std::vector<sim::StateHash>> step(const std::vector<Bytes>& records) override {
        std::vector<sim::StateHash> hashes;
        for (std::size_t i = 0; i < records.size(); ++i) {
            const auto answer = i == 0 ? ask({Question::Kind::step, records}) : receive();
            TANDEM_TRY(answer);
            if (answer->is_failed) {
                break;
            }
            hashes.push_back(answer->hash);
        }
        return hashes;
    }

    Result<std::vector<sim::PhaseHash>> step_with_phases(ByteView record) override {
        const auto first = ask({Question::Kind::phases, {Bytes(record.begin(), record.end())}});
        TANDEM_TRY(done(first));
        std::vector<sim::PhaseHash> phases;
        std::uint64_t bytes = 0;
        for (std::uint32_t i = 0; i < first->count; ++i) {
            auto answer = receive();
            TANDEM_TRY(answer);
            bytes += answer->state.size();
            if (bytes > k_phase_bytes_max) {
                return lost("the states at the ends of its phases are more than " +
                            std::to_string(k_phase_bytes_max) + " bytes");
            }
            phases.push_back({std::move(answer->text), answer->hash, std::move(answer->state)});
        }
        return phases;
    }

    Result<Bytes> save() override {
        auto answer = ask({Question::Kind::save, {}});
        TANDEM_TRY(done(answer));
        return std::move(answer->state);
    }

private:
    Error lost(std::string why) {
        is_lost_ = std::move(why);
        return {ErrorCode::io, "", is_lost_};
    }

    Result<Answer> ask(const Question& question) {
        if (!is_lost_.empty()) {
            return Error{ErrorCode::io, "", is_lost_};
        }
        const Bytes message = check::encode(question);
        if (message.size() > Channel::k_message_bytes_max) {
            return lost("the question is too long for a message");
        }
        program_.wait_at_most(hooks_.answer_patience);
        if (program_.has_more()) {
            return lost("it answered what it had not been asked");
        }
        return program_.send(message) ? receive() : Result<Answer>(lost(program_.silence_text()));
    }

    Result<Answer> receive() {
        Bytes message;
        program_.wait_at_most(hooks_.answer_patience);
        if (!program_.receive(message, answer_bytes_max_)) {
            return lost(program_.silence_text());
        }
        auto answer = check::decode_answer(message);
        return answer ? std::move(answer) : lost(answer.error().message);
    }

    static Result<void> done(const Result<Answer>& answer) {
        TANDEM_TRY(answer);
        return answer->is_failed ? Result<void>(Error{ErrorCode::step_failed, "", answer->text})
                                 : Result<void>();
    }

    AskHooks hooks_;
    Conversation program_;
    std::uint64_t answer_bytes_max_;
    std::string file_;
    std::string build_;
    std::string is_lost_;  // the reason why nothing more can be asked
};

}  // namespace

Result<std::unique_ptr<replay::GameProgram>> start_asked_program(
    const std::vector<std::string>& command, const sim::GameInfo& game, AskHooks hooks) {
    TANDEM_TRY(check_command(command));
    auto child = Child::start({check::companion_command(command, game.name)});
    TANDEM_TRY(child);
    auto program =
        std::make_unique<AskedProgram>(std::move(*child), game, std::move(hooks),
                                       command.size() == 1 ? command.front() : std::string());
    TANDEM_TRY(program->greet(game));
    return std::unique_ptr<replay::GameProgram>(std::move(program));
}

replay::ProgramStarter own_program_starter(const std::vector<std::string>& own_program,
                                           const sim::GameInfo& game, AskHooks hooks) {
    if (own_program.empty()) {
        return nullptr;
    }
    return [own_program, &game, hooks = std::move(hooks)] {
        return start_asked_program(own_program, game, hooks);
    };
}

}  // namespace tandem::tools

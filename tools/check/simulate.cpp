// SPDX-License-Identifier: MIT
// Answers questions in order, each as soon as it is done, so that the asker knows how far this
// program has come.
#include <tandem/tools/check/simulate.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include <tandem/tools/check/messages.hpp>
#include <tandem/tools/process/message.hpp>

namespace tandem::tools::check {
namespace {

constexpr std::size_t k_answer_text_bytes_max = 1'024;
constexpr std::uint32_t k_records_max = 65'536;

Error no_message(const char* what) {
    return {ErrorCode::bad_data, "", std::string("what arrived is no ") + what};
}

std::string cut_answer(std::string text) {
    return text.size() > k_answer_text_bytes_max ? text.substr(0, k_answer_text_bytes_max) : text;
}

class QuestionServer {
public:
    QuestionServer(const RegisteredGame& game, Channel& channel)
        : game_(game), channel_(channel), simulation_(game.make()) {}

    // Answers one question. False if nobody listens any more.
    bool execute(const Question& question) {
        switch (question.kind) {
            case Question::Kind::reset:
                return reset(question.contents.at(0));
            case Question::Kind::restore:
                return answer(is_reset_ ? simulation_.restore(question.contents.at(0))
                                        : Result<void>(too_early()));
            case Question::Kind::step:
                return step(question.contents);
            case Question::Kind::phases:
                return step_with_phases(question.contents.at(0));
            case Question::Kind::save:
                return save();
        }
        return false;
    }

private:
    static Error too_early() {
        return {ErrorCode::usage, "", "everything else comes after a reset"};
    }

    bool send(const Answer& said) { return channel_.send(encode(said)); }

    bool answer(const Result<void>& done) {
        Answer said;
        said.is_failed = !done;
        said.text = done ? "" : cut_answer(done.error().text());
        said.hash = done ? simulation_.state_hash() : sim::StateHash{};
        return send(said);
    }

    bool reset(const Bytes& content) {
        const auto setup = sim::decode_setup(content);
        if (!setup) {
            return answer(setup.error());
        }
        simulation_ = game_.make();
        const auto done = simulation_.reset(*setup);
        is_reset_ = done.has_value();
        return answer(done);
    }

    bool step(const std::vector<Bytes>& records) {
        for (const Bytes& record : records) {
            const auto done = is_reset_ ? simulation_.step(record) : Result<void>(too_early());
            if (!answer(done)) {
                return false;
            }
            if (!done) {
                break;
            }
        }
        return true;
    }

    bool step_with_phases(const Bytes& record) {
        auto phases = is_reset_ ? simulation_.step_with_phases(record, sim::PhaseDetail::states)
                                : Result<std::vector<sim::PhaseHash>>(too_early());
        if (!phases || phases->size() > k_phases_max) {
            return answer(phases ? Result<void>(Error{ErrorCode::usage, "", "too many phases"})
                                 : Result<void>(phases.error()));
        }
        Answer first;
        first.hash = simulation_.state_hash();
        first.count = static_cast<std::uint32_t>(phases->size());
        if (!send(first)) {
            return false;
        }
        for (sim::PhaseHash& phase : *phases) {
            Answer said;
            said.hash = phase.state_hash;
            said.text = cut_answer(phase.phase);
            said.state = std::move(phase.state);
            if (!send(said)) {
                return false;
            }
        }
        return true;
    }

    bool save() {
        Answer said;
        if (!is_reset_) {
            return answer(too_early());
        }
        if (auto saved = simulation_.save(said.state); !saved) {
            return answer(saved);
        }
        said.hash = simulation_.state_hash();
        return send(said);
    }

    const RegisteredGame& game_;
    Channel& channel_;
    sim::AnySimulation simulation_;
    bool is_reset_ = false;
};

}  // namespace

Bytes encode(const Question& question) { return sim::canonical_bytes(question); }
Bytes encode(const Answer& answer) { return sim::canonical_bytes(answer); }

Result<Question> decode_question(ByteView bytes) {
    return read_message<Question>(bytes, no_message("question"), [](const Question& question) {
        const std::size_t contents = question.contents.size();
        switch (question.kind) {
            case Question::Kind::step:
                return contents <= k_records_max;
            case Question::Kind::save:
                return contents == 0;
            case Question::Kind::reset:
            case Question::Kind::restore:
            case Question::Kind::phases:
                return contents == 1;
        }
        return false;
    });
}

Result<Answer> decode_answer(ByteView bytes) {
    return read_message<Answer>(bytes, no_message("answer"), [](const Answer& answer) {
        return answer.text.size() <= k_answer_text_bytes_max && answer.count <= k_phases_max;
    });
}

std::uint64_t answer_bytes_max(std::uint64_t state_bytes_max) {
    constexpr std::uint64_t k_rest = 64 + k_answer_text_bytes_max;
    return std::min(state_bytes_max + k_rest, Channel::k_message_bytes_max);
}

Result<void> serve_questions(const RegisteredGame& game, Channel& channel) {
    if (!channel.send(encode(hello_of(*game.info, false)))) {
        return {};
    }
    QuestionServer server(game, channel);
    Bytes message;
    while (channel.receive(message)) {
        const auto question = decode_question(message);
        TANDEM_TRY(question);
        if (!server.execute(*question)) {
            break;
        }
    }
    return {};
}

}  // namespace tandem::tools::check

// SPDX-License-Identifier: MIT
// Questions are answered in order, each as soon as it is done, so that whoever asks knows how far
// this program has come.
#include <tandem/tools/check/simulate.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include <tandem/tools/check/messages.hpp>

namespace tandem::tools::check {
namespace {

using sim::ByteReader;
using sim::Bytes;
using sim::ByteView;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

// Raised whenever a message changes.
constexpr std::string_view k_simulate_protocol = "tandem explain 1";
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

    // False where nobody listens any more.
    bool obey(const Question& question) {
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

Bytes encode_simulate_greeting() {
    Bytes out;
    sim::append_text(out, k_simulate_protocol);
    return out;
}

bool is_simulate_greeting(ByteView message) {
    ByteReader reader(message);
    return reader.text(k_answer_text_bytes_max) == k_simulate_protocol && reader.at_end();
}

Bytes encode(const Question& question) {
    Bytes out;
    sim::append_le(out, static_cast<std::uint8_t>(question.kind));
    for (const Bytes& content : question.contents) {
        sim::append_block(out, content);
    }
    return out;
}

Result<Question> decode_question(ByteView bytes) {
    ByteReader reader(bytes);
    const std::uint8_t kind = reader.u8();
    Question question;
    question.kind = static_cast<Question::Kind>(kind);
    while (!reader.failed() && !reader.at_end() && question.contents.size() < k_records_max) {
        const ByteView content = reader.block(static_cast<std::size_t>(bytes.size()));
        question.contents.emplace_back(content.begin(), content.end());
    }
    const bool is_one = question.kind != Question::Kind::step &&
                        question.kind != Question::Kind::save && question.contents.size() != 1;
    const bool has_none = question.kind == Question::Kind::save && !question.contents.empty();
    if (reader.failed() || !reader.at_end() || is_one || has_none ||
        kind > static_cast<std::uint8_t>(Question::Kind::save)) {
        return no_message("question");
    }
    return question;
}

Bytes encode(const Answer& answer) {
    Bytes out;
    sim::append_flag(out, answer.is_failed);
    sim::append_le(out, answer.hash.value);
    sim::append_text(out, answer.text);
    sim::append_le(out, answer.count);
    sim::append_block(out, answer.state);
    return out;
}

std::uint64_t answer_bytes_max(std::uint64_t state_bytes_max) {
    constexpr std::uint64_t k_rest = 64 + k_answer_text_bytes_max;
    return std::min(state_bytes_max + k_rest, Channel::k_message_bytes_max);
}

Result<Answer> decode_answer(ByteView bytes) {
    ByteReader reader(bytes);
    Answer answer;
    answer.is_failed = reader.flag();
    answer.hash = sim::StateHash{reader.u64()};
    answer.text = reader.text(k_answer_text_bytes_max);
    answer.count = reader.u32();
    const ByteView state = reader.block(bytes.size());
    if (reader.failed() || !reader.at_end() || answer.count > k_phases_max) {
        return no_message("answer");
    }
    answer.state.assign(state.begin(), state.end());
    return answer;
}

Result<void> serve_questions(const RegisteredGame& game, Channel& channel) {
    if (!channel.send(encode(hello_of(*game.info, false)))) {
        return {};
    }
    QuestionServer server(game, channel);
    Bytes message;
    while (channel.receive(message)) {
        const auto question = decode_question(message);
        if (!question) {
            return question.error();
        }
        if (!server.obey(*question)) {
            break;
        }
    }
    return {};
}

}  // namespace tandem::tools::check

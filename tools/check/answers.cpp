// SPDX-License-Identifier: MIT
// Draws onto a canvas that keeps the calls, and asks the bots of all slots.
#include <tandem/tools/check/answers.hpp>

#include <bit>
#include <initializer_list>
#include <string_view>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/display.hpp>

namespace tandem::tools::check {
namespace {

using sim::AnySimulation;

// Keeps every call with its arguments, one after the other.
class CallsCanvas final : public Canvas {
public:
    explicit CallsCanvas(Bytes& calls) : calls_(calls) {}

    void view(float left, float bottom, float right, float top) override {
        append('v', {left, bottom, right, top}, {});
    }
    void line(float x0, float y0, float x1, float y1, Color color) override {
        append('l', {x0, y0, x1, y1}, color);
    }
    void circle(float x, float y, float radius, Color color) override {
        append('c', {x, y, radius}, color);
    }
    void fill_rectangle(float left, float bottom, float right, float top, Color color) override {
        append('r', {left, bottom, right, top}, color);
    }
    void polygon(std::span<const DrawPoint> corners, Color color) override {
        for (const DrawPoint& corner : corners) {
            append('p', {corner.x, corner.y}, color);
        }
    }
    void text(float x, float y, std::string_view text, Color color) override {
        append('t', {x, y}, color);
        append(text);
    }
    void status(std::string_view text) override {
        append('s', {}, {});
        append(text);
    }

private:
    void append(char call, std::initializer_list<float> places, Color color) {
        sim::append(calls_, sim::as_bytes(std::string_view(&call, 1)));
        for (const float place : places) {
            sim::append_le(calls_, std::bit_cast<std::uint32_t>(place));
        }
        for (const std::uint8_t part : {color.red, color.green, color.blue}) {
            sim::append_le(calls_, part);
        }
    }
    void append(std::string_view text) { sim::append_block(calls_, sim::as_bytes(text)); }

    Bytes& calls_;
};

struct Answers {
    Bytes picture;
    Bytes inputs;
};

// The answers of a copy. An error is a part of them, because only one of two games may fail.
Answers answers_of(const AnySimulation& simulation, std::uint64_t ticks_done) {
    const AnySimulation copy = simulation.clone();
    Answers answers;
    CallsCanvas canvas(answers.picture);
    if (auto drawn = copy.draw(canvas, copy, {1, 2}); !drawn) {
        canvas.status(drawn.error().text());
    }
    const Setup& setup = copy.setup();
    for (std::uint32_t slot = 0; slot < setup.slots; ++slot) {
        const auto input = copy.bot_input(Slot{slot}, ticks_done, setup.seed);
        sim::append(answers.inputs,
                    input ? sim::ByteView(*input) : sim::as_bytes(input.error().text()));
    }
    return answers;
}

}  // namespace

const char* differing_answer(const AnySimulation& main, const AnySimulation& other,
                             std::uint64_t ticks_done) {
    const Answers ours = answers_of(main, ticks_done);
    const Answers theirs = answers_of(other, ticks_done);
    if (ours.picture == theirs.picture && ours.inputs == theirs.inputs) {
        return nullptr;
    }
    const Answers again = answers_of(main, ticks_done);
    if (ours.picture != theirs.picture && ours.picture == again.picture) {
        return "draw";
    }
    return ours.inputs != theirs.inputs && ours.inputs == again.inputs ? "bot_input" : nullptr;
}

}  // namespace tandem::tools::check

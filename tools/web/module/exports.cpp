// SPDX-License-Identifier: MIT
// These are the functions that the page calls: numbers in, numbers out. A text goes in through the
// buffer and comes back by viewer_text. Ticks and times are doubles, which hold every whole number
// that a recording has.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/web/module/viewer.hpp>

// The attribute keeps a function that is called from outside of the module.
#define TANDEM_EXPORT extern "C" __attribute__((used, visibility("default")))

namespace {

using namespace tandem;
using tools::web::Viewer;

struct ModulePage {
    Viewer viewer;
    sim::Bytes buffer;  // filled by the page
    std::string text;   // the last answer or error
};

ModulePage& page() {
    static ModulePage k_page;
    return k_page;
}

std::chrono::nanoseconds time_of(double milliseconds) {
    constexpr double k_nanoseconds = 1e6;
    return std::chrono::nanoseconds(std::llround(milliseconds * k_nanoseconds));
}

std::uint64_t whole(double number) { return number > 0 ? static_cast<std::uint64_t>(number) : 0; }

std::string buffer_text(std::size_t size) {
    const sim::Bytes& buffer = page().buffer;
    return {reinterpret_cast<const char*>(buffer.data()), std::min(size, buffer.size())};
}

int fail(std::string text) {
    page().text = std::move(text);
    return -1;
}

// No exception may reach the page, where it would be a number without words.
template <class Function>
int guarded(Function&& function) {
    try {
        return function();
    } catch (const std::bad_alloc&) {
        return fail("the browser gives this page no more memory; close other files");
    } catch (const std::exception& exception) {
        return fail("this should not have happened: " + tools::escaped(exception.what()));
    }
}

// Returns 0 with the text, or -1 with the error.
template <class Function>
int text_of(Function&& function) {
    return guarded([&] {
        auto answer = function();
        if (!answer) {
            return fail(tools::escaped(answer.error().text()));
        }
        page().text = std::move(*answer);
        return 0;
    });
}

template <class Function>
int done_of(Function&& function) {
    return guarded([&] {
        const auto done = function();
        return done ? 0 : fail(tools::escaped(done.error().text()));
    });
}

}  // namespace

TANDEM_EXPORT void* viewer_buffer(std::size_t size) {
    const int made = guarded([&] {
        page().buffer.resize(size);
        return 0;
    });
    return made == 0 ? page().buffer.data() : nullptr;
}

TANDEM_EXPORT const char* viewer_text() { return page().text.c_str(); }

TANDEM_EXPORT int viewer_games() {
    page().text = Viewer::games();
    return 0;
}

// The buffer holds the name and then the file.
TANDEM_EXPORT int viewer_open(std::size_t name_bytes) {
    return guarded([&] {
        std::string name = buffer_text(name_bytes);
        sim::Bytes file = std::exchange(page().buffer, {});
        file.erase(file.begin(),
                   file.begin() + static_cast<std::ptrdiff_t>(std::min(name_bytes, file.size())));
        const auto opened = page().viewer.open(std::move(name), std::move(file));
        return opened ? *opened : fail(tools::escaped(opened.error().text()));
    });
}

TANDEM_EXPORT void viewer_close(int file) { page().viewer.close(file); }

TANDEM_EXPORT int viewer_facts(int file) {
    return text_of([&] { return page().viewer.facts(file); });
}

TANDEM_EXPORT int viewer_compare(int a, int b) {
    return text_of([&] { return page().viewer.compare(a, b); });
}

TANDEM_EXPORT int viewer_watch(int a, int b, double now) {
    return done_of([&] { return page().viewer.watch(a, b, time_of(now)); });
}

TANDEM_EXPORT int viewer_watch_frame(double now) {
    return text_of([&] { return page().viewer.watch_frame(time_of(now)); });
}

TANDEM_EXPORT int viewer_press(int key, double now) {
    return text_of(
        [&] { return page().viewer.press(static_cast<std::uint8_t>(key), time_of(now)); });
}

TANDEM_EXPORT int viewer_inputs(int side) {
    return text_of([&] { return page().viewer.inputs(static_cast<std::size_t>(side)); });
}

TANDEM_EXPORT int viewer_verify(int file) {
    return done_of([&] { return page().viewer.begin_verifying(file); });
}

TANDEM_EXPORT int viewer_verify_part(double ticks) {
    return text_of([&] { return page().viewer.verify_part(whole(ticks)); });
}

TANDEM_EXPORT int viewer_strips(int file) {
    return done_of([&] { return page().viewer.begin_strips(file); });
}

// Returns 1 if there is more to read, 0 if that was all.
TANDEM_EXPORT int viewer_strips_part(double ticks) {
    return guarded([&] {
        const auto more = page().viewer.strips_part(whole(ticks));
        return more ? static_cast<int>(*more) : fail(more.error().text());
    });
}

TANDEM_EXPORT const std::uint8_t* viewer_strip_levels() {
    const auto* strips = page().viewer.strips();
    return strips == nullptr ? nullptr : strips->levels().data();
}

TANDEM_EXPORT int viewer_strip_columns() { return tools::k_strip_columns; }

TANDEM_EXPORT int viewer_take_over(int slot, double now) {
    return done_of([&] {
        return page().viewer.hand_over(Slot{static_cast<std::uint32_t>(slot)}, time_of(now));
    });
}

// The buffer holds the game's name.
TANDEM_EXPORT int viewer_play(std::size_t name_bytes, int players, double seed, double now) {
    return done_of([&] {
        return page().viewer.play(buffer_text(name_bytes), static_cast<std::uint32_t>(players),
                                  whole(seed), time_of(now));
    });
}

TANDEM_EXPORT int viewer_live_frame(double now) {
    return text_of([&] { return page().viewer.live_frame(time_of(now)); });
}

TANDEM_EXPORT void viewer_hold(int key, int is_down) {
    if (auto* live = page().viewer.live()) {
        live->hold(static_cast<std::uint8_t>(key), is_down != 0);
    }
}

TANDEM_EXPORT void viewer_release_all() {
    if (auto* live = page().viewer.live()) {
        live->release_all();
    }
}

TANDEM_EXPORT void viewer_point(double x, double y, int is_down, int is_second) {
    if (auto* live = page().viewer.live()) {
        live->point({static_cast<float>(x), static_cast<float>(y)}, is_down != 0, is_second != 0);
    }
}

TANDEM_EXPORT void viewer_point_away() {
    if (auto* live = page().viewer.live()) {
        live->point_away();
    }
}

TANDEM_EXPORT void viewer_pause() {
    if (auto* live = page().viewer.live()) {
        live->pause();
    }
}

TANDEM_EXPORT void viewer_resume(double now) {
    if (auto* live = page().viewer.live()) {
        live->resume(time_of(now));
    }
}

// The person ends the session.
TANDEM_EXPORT void viewer_end_live() {
    if (auto* live = page().viewer.live()) {
        live->end(sim::EndReason::interrupted);
    }
}

TANDEM_EXPORT const std::byte* viewer_live_bytes() {
    const auto* live = page().viewer.live();
    return live == nullptr ? nullptr : live->bytes().data();
}

TANDEM_EXPORT std::size_t viewer_live_size() {
    const auto* live = page().viewer.live();
    return live == nullptr ? 0 : live->bytes().size();
}

TANDEM_EXPORT void viewer_stop_live() { page().viewer.stop_live(); }

TANDEM_EXPORT int viewer_draw(int side, int width, int height, double text_height) {
    return text_of([&] {
        return page().viewer.draw(static_cast<std::size_t>(side), static_cast<std::uint32_t>(width),
                                  static_cast<std::uint32_t>(height),
                                  static_cast<float>(text_height));
    });
}

TANDEM_EXPORT const std::uint32_t* viewer_pixels(int side) {
    const auto* raster = page().viewer.raster(static_cast<std::size_t>(side));
    return raster == nullptr ? nullptr : raster->pixels().data();
}

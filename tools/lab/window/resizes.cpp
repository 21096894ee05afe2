// SPDX-License-Identifier: MIT
// A display answers when it likes, so that its answer is waited for, but not for ever.
#include <tandem/tools/lab/window/resizes.hpp>

#include <array>

#include <tandem/tools/system/clock.hpp>

namespace tandem::tools::lab::window {
namespace {

using std::chrono::milliseconds;

constexpr std::array k_sizes{WindowSize{500, 400}, WindowSize{700, 300}, WindowSize{320, 240}};
constexpr std::uint64_t k_pictures_after = 10;

// Waits until the window has that size, at most for half a second.
void await(const WindowSize& size, LabWindow& window) {
    constexpr milliseconds k_longest(500);
    constexpr milliseconds k_pause(2);
    const auto end = steady_now() + k_longest;
    while (window.is_open() && window.size_signals().size != size && steady_now() < end) {
        sleep_until(steady_now() + k_pause);
    }
}

}  // namespace

std::optional<Resizes> try_resizes(LabWindow& window) {
    const WindowSize before{window.display().width, window.display().height};
    window.begin("three new sizes", 1);
    std::uint64_t seen = window.size_signals().count;
    const std::uint64_t first = seen;
    for (const WindowSize& size : k_sizes) {
        window.resize(size);
    }
    await(k_sizes.back(), window);
    Resizes resizes;
    bool is_kept = false;
    WindowSize viewport = before;
    for (; resizes.pictures < k_pictures_after && window.is_open(); ++resizes.pictures) {
        const SizeSignals now = window.size_signals();
        const bool is_signalled = now.count != seen;
        seen = now.count;
        is_kept = is_kept || is_signalled;
        resizes.kept += is_kept ? 1U : 0U;
        if (is_signalled) {
            ++resizes.consumed;
            viewport = now.size;
        }
        window.draw({.updates = resizes.pictures});
        window.show();
    }
    resizes.signals = seen - first;
    resizes.is_last_size = viewport == k_sizes.back();
    window.resize(before);
    await(before, window);
    return window.gone() ? std::nullopt : std::optional(resizes);
}

}  // namespace tandem::tools::lab::window

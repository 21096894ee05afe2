// SPDX-License-Identifier: MIT
// Changes the surroundings of this program without the game's help.
#include <tandem/tools/check/surroundings.hpp>

#include <algorithm>
#include <array>
#include <cfenv>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <locale>
#include <span>
#include <string>
#include <vector>

#include <unistd.h>

#ifdef __SSE2__
#include <immintrin.h>
#define TANDEM_HAS_MXCSR
#endif
#ifdef __GLIBC__
#include <malloc.h>
#define TANDEM_HAS_MALLOPT
#endif

#include <tandem/sim/assert.hpp>
#include <tandem/sim/game/guard.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::tools::check {
namespace {

// This is more than the frames of a step that is not recursive.
constexpr std::size_t k_stack_bytes = 64 * 1024;

thread_local std::byte g_stack_pattern{};  // pattern of the StackPattern that lives

// Tells the optimiser that somebody looks at these bytes.
void escape(void* pointer) { asm volatile("" : : "r"(pointer) : "memory"); }

#ifdef TANDEM_HAS_MALLOPT
// Refills the blocks that were given back. They lie ready at hand for each size, with their last
// content: this takes them all, writes the pattern and gives them back.
void refill_kept_blocks(std::byte pattern) {
    constexpr std::size_t k_size_step = 16;
    constexpr std::size_t k_size_max = 1040;
    constexpr std::size_t k_kept = 7;
    for (std::size_t size = k_size_step - 8; size <= k_size_max; size += k_size_step) {
        std::array<void*, k_kept> blocks{};
        for (void*& block : blocks) {
            block = std::malloc(size);
            if (block != nullptr) {
                std::memset(block, std::to_integer<int>(pattern), size);
                escape(block);
            }
        }
        for (void* const block : blocks) {
            std::free(block);
        }
    }
}
#endif

}  // namespace

RoundingMode::RoundingMode(std::size_t mode) {
    TANDEM_ASSERT(mode < k_rounding_modes);
#ifdef FE_UPWARD
    constexpr std::array<int, k_rounding_modes> k_rounding_values{FE_UPWARD, FE_DOWNWARD,
                                                                  FE_TOWARDZERO};
    previous_ = std::fegetround();
    std::fesetround(k_rounding_values[mode]);
#endif
}

RoundingMode::~RoundingMode() {
#ifdef FE_UPWARD
    std::fesetround(previous_);
#endif
}

bool RoundingMode::is_possible() {
#ifdef FE_UPWARD
    const RoundingMode rounding;
    return std::fegetround() == FE_UPWARD;
#else
    return false;
#endif
}

#ifdef TANDEM_HAS_MXCSR

FlushingToZero::FlushingToZero() : previous_(_mm_getcsr()) {
    constexpr unsigned k_flush_and_take_for_zero = 0x8040;
    _mm_setcsr(previous_ | k_flush_and_take_for_zero);
}

FlushingToZero::~FlushingToZero() { _mm_setcsr(previous_); }

bool FlushingToZero::is_possible() { return true; }

#else

FlushingToZero::FlushingToZero() { static_cast<void>(previous_); }

FlushingToZero::~FlushingToZero() = default;

bool FlushingToZero::is_possible() { return false; }

#endif

[[gnu::noinline]] void fill_stack(std::byte pattern) {
    std::array<std::byte, k_stack_bytes> frame;
    std::memset(frame.data(), std::to_integer<int>(pattern), frame.size());
    escape(frame.data());
}

StackPattern::StackPattern(std::byte pattern) {
    TANDEM_ASSERT(sim::detail::g_before_game_code == nullptr);
    g_stack_pattern = pattern;
    sim::detail::g_before_game_code = [] { fill_stack(g_stack_pattern); };
}

StackPattern::~StackPattern() { sim::detail::g_before_game_code = nullptr; }

void shuffle_heap(std::uint64_t seed) {
    constexpr std::size_t k_size_step = 16;
    constexpr std::size_t k_size_max = 1024;
    constexpr std::size_t k_blocks = 128;
    // These blocks stay taken, so that their neighbours are not joined again, and are never given
    // back.
    static std::vector<void*>& kept = *new std::vector<void*>();
    Random random(seed);
    std::vector<void*> freed;
    for (std::size_t size = k_size_step; size <= k_size_max; size += k_size_step) {
        for (std::size_t block = 0; block < k_blocks; ++block) {
            void* const taken = std::malloc(size);
            (block % 2 == 0 ? freed : kept).push_back(taken);
        }
    }
    random.shuffle(std::span(freed));
    for (void* const block : freed) {
        std::free(block);
    }
}

bool fill_heap(std::byte pattern) {
#ifdef TANDEM_HAS_MALLOPT
    mallopt(M_PERTURB, std::to_integer<int>(pattern));
    if (pattern != std::byte{0}) {
        refill_kept_blocks(pattern);
    }
    return true;
#else
    static_cast<void>(pattern);
    return false;
#endif
}

void change_allocator(std::uint64_t number) {
#ifdef TANDEM_HAS_MALLOPT
    if (number % 2 != 0) {
        constexpr int k_small = 256;
        constexpr int k_maps = 20'000;
        mallopt(M_MMAP_THRESHOLD, k_small);
        mallopt(M_MMAP_MAX, k_maps);
    }
#else
    static_cast<void>(number);
#endif
}

bool change_locale() {
    class OtherPoint : public std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    bool is_installed = false;
    for (const char* const name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8",
                                   "de_DE", "fr_FR", "nb_NO.utf8", "pt_BR.utf8"}) {
        is_installed = is_installed || std::setlocale(LC_ALL, name) != nullptr;
    }
    std::locale::global(std::locale(std::locale::classic(), new OtherPoint));
    return is_installed;
}

void change_environment() {
    ::setenv("TZ", "Pacific/Apia", 1);
    ::setenv("LANG", "de_DE.UTF-8", 1);
    ::setenv("HOME", "/", 1);
    ::setenv("TANDEM_COMPANION", std::string(1000, '.').c_str(), 1);
    ::unsetenv("USER");
    ::tzset();
    static_cast<void>(::chdir("/") == 0);
}

bool heap_is_filled() {
    // Above what an allocator keeps at hand from earlier: a page that nobody had is zero.
    constexpr std::size_t k_bytes = 100'000;
    auto* const block = static_cast<unsigned char*>(std::malloc(k_bytes));
    if (block == nullptr) {
        return false;
    }
    escape(block);
    const unsigned char first = block[k_bytes / 2];
    const bool is_filled = first != 0 && std::all_of(block + k_bytes / 2, block + k_bytes,
                                                     [&](unsigned char b) { return b == first; });
    std::free(block);
    return is_filled;
}

}  // namespace tandem::tools::check

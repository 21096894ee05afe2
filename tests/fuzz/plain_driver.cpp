// SPDX-License-Identifier: MIT
// Drives a fuzz target without libFuzzer, for compilers that have none: every corpus file as it is,
// then seeded mutations of them. It understands the same arguments and gets no feedback.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Options {
    std::uint64_t seed = 1;
    std::uint64_t runs = 10'000;
    std::size_t size_max = 65'536;
    std::vector<std::filesystem::path> corpus;
};

bool take_number(std::string_view argument, std::string_view name, std::uint64_t& value) {
    if (!argument.starts_with(name))
        return false;
    value = std::strtoull(std::string(argument.substr(name.size())).c_str(), nullptr, 10);
    return true;
}

Options parse(int argc, char** argv) {
    Options options;
    for (int index = 1; index < argc; ++index) {
        const std::string_view argument = argv[index];
        std::uint64_t number = 0;
        if (take_number(argument, "-seed=", options.seed))
            continue;
        if (take_number(argument, "-runs=", options.runs))
            continue;
        if (take_number(argument, "-max_len=", number)) {
            options.size_max = static_cast<std::size_t>(number);
        } else if (!argument.starts_with("-")) {  // libFuzzer has more flags, none of use here
            options.corpus.emplace_back(argument);
        }
    }
    return options;
}

Bytes read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return Bytes(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

std::vector<Bytes> read_corpus(const Options& options) {
    std::vector<std::filesystem::path> paths;
    for (const auto& root : options.corpus) {
        if (std::filesystem::is_regular_file(root))
            paths.push_back(root);
        if (!std::filesystem::is_directory(root))
            continue;
        for (const auto& entry : std::filesystem::directory_iterator(root)) {
            if (entry.is_regular_file())
                paths.push_back(entry.path());
        }
    }
    std::stable_sort(paths.begin(), paths.end());
    std::vector<Bytes> corpus{Bytes{}};
    for (const auto& path : paths)
        corpus.push_back(read_file(path));
    return corpus;
}

// SplitMix64 (Steele, Lea and Flood, 2014): the driver must not lean on what it tests.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
        return mixed ^ (mixed >> 31U);
    }
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }
    std::uint8_t byte() { return static_cast<std::uint8_t>(next() & 0xFFU); }

private:
    std::uint64_t state_;
};

void mutate(Bytes& bytes, Dice& dice, std::size_t size_max) {
    const std::size_t kind = bytes.empty() ? 3 : dice.below(6);
    const std::size_t at = bytes.empty() ? 0 : dice.below(bytes.size());
    const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    switch (kind) {
        case 0:
            *place = static_cast<std::uint8_t>(*place ^ (1U << dice.below(8)));
            break;
        case 1:
            *place = dice.byte();
            break;
        case 2:
            bytes.resize(at);
            break;
        case 3:
            bytes.insert(place, 1 + dice.below(16), dice.byte());
            break;
        case 4:
            bytes.erase(place);
            break;
        default:  // a length field's extremes
            for (std::size_t i = at; i < bytes.size() && i < at + 4; ++i)
                bytes[i] = 0xFF;
    }
    if (bytes.size() > size_max)
        bytes.resize(size_max);
}

}  // namespace

int main(int argc, char** argv) {
    const Options options = parse(argc, argv);
    const std::vector<Bytes> corpus = read_corpus(options);
    for (const Bytes& bytes : corpus)
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());

    Dice dice(options.seed);
    for (std::uint64_t run = 0; run < options.runs; ++run) {
        Bytes bytes = corpus[dice.below(corpus.size())];
        for (std::size_t count = 1 + dice.below(8); count > 0; --count) {
            mutate(bytes, dice, options.size_max);
        }
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    std::printf("%zu corpus inputs and %llu mutations with seed %llu\n", corpus.size() - 1,
                static_cast<unsigned long long>(options.runs),
                static_cast<unsigned long long>(options.seed));
    return 0;
}

// SPDX-License-Identifier: MIT
// tandem-object-check: proves by the object code that a simulation's step computes no floating
// point and refers to no clock, random source, thread, input or output.
#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <tandem/tools/object_check/examine.hpp>

namespace tandem::object_check {
namespace {

constexpr const char* k_usage =
    "usage: tandem-object-check [--objdump PROGRAM] [--all] [--except NAME]... OBJECT...\n"
    "Examines what can be reached from the instances of tandem::sim::StepRoots in these objects,\n"
    "as tandem_add_simulation makes them; --all: every function. --except leaves objects out "
    "whose\n"
    "file is called NAME. Exit code: 0 nothing found, 1 found, 2 usage, 3 not to be read.\n";

// How tandem::sim::StepRoots<...> begins in an object file.
constexpr std::string_view k_roots = "_ZN6tandem3sim9StepRootsI";

struct Arguments {
    std::string objdump = "objdump";
    bool all = false;
    std::vector<std::string> exceptions;
    std::vector<std::string> objects;
};

std::optional<Arguments> parse(const std::vector<std::string>& words) {
    Arguments arguments;
    for (std::size_t word = 0; word < words.size(); ++word) {
        const bool has_value = word + 1 < words.size();
        if (words[word] == "--all") {
            arguments.all = true;
        } else if (words[word] == "--objdump" && has_value) {
            arguments.objdump = words[++word];
        } else if (words[word] == "--except" && has_value) {
            arguments.exceptions.push_back(words[++word]);
        } else if (words[word].starts_with("-")) {
            return std::nullopt;
        } else {
            arguments.objects.push_back(words[word]);
        }
    }
    return arguments.objects.empty() ? std::nullopt : std::optional(arguments);
}

std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

std::string quoted(const std::string& word) {
    std::string text = "'";
    for (const char letter : word) {
        text += letter == '\'' ? "'\\''" : std::string(1, letter);
    }
    return text + "'";
}

// What the command prints; nothing where it fails.
std::optional<std::string> output_of(const std::string& command) {
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) {
        return std::nullopt;
    }
    std::string text;
    std::array<char, 1 << 16> buffer;
    for (std::size_t size = 0; (size = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
        text.append(buffer.data(), size);
    }
    return pclose(pipe) == 0 ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<Object> read_object(const std::string& objdump, const std::string& path) {
    const auto listed = [&](std::string_view options) {
        return output_of("LC_ALL=C " + quoted(objdump) + " " + std::string(options) + " " +
                         quoted(path));
    };
    const auto code = listed(k_objdump_code);
    const auto data = code ? listed(k_objdump_data) : std::nullopt;
    return data ? std::optional(parse_listing(*code + *data, file_name(path))) : std::nullopt;
}

// The reason why these objects prove nothing, or an empty text.
std::string unproven(const std::vector<Object>& objects, const Examination& examination) {
    for (const Object& object : objects) {
        if (object.architecture == Architecture::unknown) {
            return object.name +
                   " is for a processor whose instructions are not known here (known: "
                   "x86-64, i386, aarch64).";
        }
    }
    return examination.roots > 0
               ? std::string()
               : "there is no function to begin with. Are these the objects of "
                 "tandem_add_simulation, compiled without link-time optimisation?";
}

int run(const Arguments& arguments) {
    std::vector<Object> objects;
    for (const std::string& path : arguments.objects) {
        if (std::count(arguments.exceptions.begin(), arguments.exceptions.end(), file_name(path)) >
            0) {
            continue;
        }
        auto object = read_object(arguments.objdump, path);
        if (!object) {
            std::fprintf(stderr,
                         "tandem-object-check: %s could not list %s; it must be GNU objdump "
                         "(Debian: apt-get install binutils), and the file an object file.\n",
                         arguments.objdump.c_str(), path.c_str());
            return 3;
        }
        objects.push_back(std::move(*object));
    }
    const Examination examination = examine(objects, arguments.all ? std::string_view{} : k_roots);
    if (const std::string reason = unproven(objects, examination); !reason.empty()) {
        std::fprintf(stderr, "tandem-object-check: %s\n", reason.c_str());
        return 3;
    }
    for (const Finding& finding : examination.findings) {
        std::printf("%s\n", text_of(finding).c_str());
    }
    std::printf("%zu functions examined from %zu entry points in %zu objects: %zu findings\n",
                examination.functions, examination.roots, objects.size(),
                examination.findings.size());
    return examination.findings.empty() ? 0 : 1;
}

}  // namespace
}  // namespace tandem::object_check

int main(int argc, char** argv) {
    const auto arguments =
        tandem::object_check::parse(std::vector<std::string>(argv + 1, argv + argc));
    if (!arguments) {
        std::fputs(tandem::object_check::k_usage, stderr);
        return 2;
    }
    return tandem::object_check::run(*arguments);
}

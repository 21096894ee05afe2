// SPDX-License-Identifier: MIT
// tandem-object-check proves by the object code that a simulation's step computes no floating
// point, asks no clock or random source and links only functions that a step may link.
#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <tandem/tools/object_check/examine.hpp>
#include <tandem/tools/object_check/report.hpp>
#include <tandem/tools/object_check/widths.hpp>

namespace tandem::object_check {
namespace {

constexpr const char* k_usage =
    "usage: tandem-object-check [--objdump PROGRAM] [--all] [--except NAME]... [--allow "
    "SYMBOL]...\n"
    "                           [--source FILE]... [--each] OBJECT...\n"
    "Examines what can be reached from the instances of tandem::sim::StepRoots in these objects,\n"
    "as tandem_add_simulation makes them, and names each floating-point instruction, each one "
    "that\n"
    "reads a clock, a random source or the machine, thread-local and other variables that outlive\n"
    "the game, and every symbol that is not on the list of what a step may link: memory and\n"
    "strings, containers and exceptions of C++, what compilers call, and Tandem's core.\n"
    "  --allow SYMBOL     a symbol that you answer for: its name in the object file, or the C++ "
    "name\n"
    "                     with or without parameters; a star at its end stands for any rest\n"
    "  --source FILE      what the compiler's preprocessor (-E) makes of the game's source: no "
    "member\n"
    "                     that a serialize names may be written with size_t, long and the like;\n"
    "                     --allow takes Game::member too\n"
    "  --each             tells every finding in full; else those of one kind and one name are "
    "told\n"
    "                     by the first of them, floating point before all others\n"
    "  --all              begins with every function\n"
    "  --except NAME      leaves out objects whose file is called NAME\n"
    "  --objdump PROGRAM  GNU's or LLVM's; else objdump\n"
    "Exit code: 0 nothing found, 1 found, 2 usage, 3 not to be read, 77 nothing is proven, "
    "because\n"
    "the processor is none of x86-64, i386, aarch64, riscv, s390 (ctest calls this skipped).\n";

constexpr int k_skipped = 77;  // the code of automake and Meson

// tandem::sim::StepRoots<...> begins so in an object file.
constexpr std::string_view k_roots = "_ZN6tandem3sim9StepRootsI";

struct ObjectCheckArguments {
    std::string objdump = "objdump";
    bool all = false;
    bool help = false;
    bool each = false;
    std::vector<std::string> exceptions;
    std::vector<std::string> allowed;
    std::vector<std::string> sources;
    std::vector<std::string> objects;
};

std::optional<ObjectCheckArguments> parse(const std::vector<std::string>& words);
std::string file_name(const std::string& path);
std::string quoted(const std::string& word);
std::optional<std::string> output_of(const std::string& command);
std::optional<Object> read_object(const std::string& objdump, const std::string& path,
                                  const std::string& more = "");
void add_lines(const ObjectCheckArguments& arguments, const std::vector<ObjectFinding>& findings,
               const std::vector<std::string>& paths, std::vector<Object>& objects);
std::string counted(std::size_t count, const std::string& singular, const std::string& plural);
std::optional<std::vector<Width>> widths_of(const ObjectCheckArguments& arguments);
void report(const ObjectCheckArguments& arguments, const std::vector<ObjectFinding>& findings,
            const std::vector<Width>& widths);
int run(const ObjectCheckArguments& arguments);

}  // namespace

}  // namespace tandem::object_check

int main(int argc, char** argv) {
    const auto arguments =
        tandem::object_check::parse(std::vector<std::string>(argv + 1, argv + argc));
    if (!arguments) {
        std::fputs(tandem::object_check::k_usage, stderr);
        return 2;
    }
    if (arguments->help) {
        std::fputs(tandem::object_check::k_usage, stdout);
        return 0;
    }
    return tandem::object_check::run(*arguments);
}

namespace tandem::object_check {
namespace {

std::optional<ObjectCheckArguments> parse(const std::vector<std::string>& words) {
    ObjectCheckArguments arguments;
    for (std::size_t word = 0; word < words.size(); ++word) {
        const bool has_value = word + 1 < words.size();
        if (words[word] == "--all") {
            arguments.all = true;
        } else if (words[word] == "--each") {
            arguments.each = true;
        } else if (words[word] == "--help") {
            arguments.help = true;
        } else if (words[word] == "--allow" && has_value) {
            arguments.allowed.push_back(words[++word]);
        } else if (words[word] == "--objdump" && has_value) {
            arguments.objdump = words[++word];
        } else if (words[word] == "--source" && has_value) {
            arguments.sources.push_back(words[++word]);
        } else if (words[word] == "--except" && has_value) {
            arguments.exceptions.push_back(words[++word]);
        } else if (words[word].starts_with("-")) {
            return std::nullopt;
        } else {
            arguments.objects.push_back(words[word]);
        }
    }
    return arguments.objects.empty() && !arguments.help ? std::nullopt : std::optional(arguments);
}

std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

std::string quoted(const std::string& word) {
    std::string text = "'";
    for (const char letter : word) {
        text += letter == '\'' ? "'\\''" : std::string(1, letter);
    }
    return text + "'";
}

// Returns the output of the command; nothing if it fails.
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

std::optional<Object> read_object(const std::string& objdump, const std::string& path,
                                  const std::string& more) {
    const auto listed = [&](const std::string& options) {
        return output_of("LC_ALL=C " + quoted(objdump) + " " + options + " " + quoted(path));
    };
    const auto code = listed(std::string(k_objdump_code) + more);
    const auto data = code ? listed(std::string(k_objdump_data)) : std::nullopt;
    return data ? std::optional(parse_listing(*code + *data, file_name(path))) : std::nullopt;
}

// Reads the objects of findings again, with the lines of the source, which takes objdump longer.
void add_lines(const ObjectCheckArguments& arguments, const std::vector<ObjectFinding>& findings,
               const std::vector<std::string>& paths, std::vector<Object>& objects) {
    for (std::size_t index = 0; index < objects.size(); ++index) {
        const auto is_here = [&](const ObjectFinding& found) {
            return found.object == objects[index].name;
        };
        if (std::none_of(findings.begin(), findings.end(), is_here)) {
            continue;
        }
        for (const std::string_view options : k_objdump_lines) {
            // An option that objdump does not know is no news for the user.
            if (auto object = read_object(arguments.objdump, paths[index],
                                          " 2>/dev/null " + std::string(options))) {
                objects[index] = std::move(*object);
                break;
            }
        }
    }
}

std::string counted(std::size_t count, const std::string& singular, const std::string& plural) {
    return std::to_string(count) + " " + (count == 1 ? singular : plural);
}

// Finds the widths of all the sources; nothing if one cannot be read, which is said.
std::optional<std::vector<Width>> widths_of(const ObjectCheckArguments& arguments) {
    std::vector<Width> all;
    for (const std::string& path : arguments.sources) {
        std::ifstream file(path);
        const std::string text((std::istreambuf_iterator<char>(file)), {});
        if (!file) {
            std::fprintf(stderr, "tandem-object-check: %s could not be read.\n", path.c_str());
            return std::nullopt;
        }
        const auto widths = find_widths(text, arguments.allowed);
        all.insert(all.end(), widths.begin(), widths.end());
    }
    return all;
}

// The most important finding comes first, and the totals come last.
void report(const ObjectCheckArguments& arguments, const std::vector<ObjectFinding>& findings,
            const std::vector<Width>& widths) {
    const std::vector<Group> groups = grouped(findings);
    for (const Group& group : groups) {
        if (!arguments.each) {
            std::printf("%s\n", text_of(group).c_str());
            continue;
        }
        for (const ObjectFinding& finding : group.findings) {
            std::printf("%s\n", text_of(finding).c_str());
        }
    }
    for (const Width& width : widths) {
        std::printf("%s\n", text_of(width).c_str());
    }
    std::string summary = summary_of(groups);
    if (!widths.empty()) {
        summary += (summary.empty() ? "" : ", ") + counted(widths.size(), "width", "widths") +
                   " that the machine chooses";
    }
    if (!summary.empty()) {
        std::printf("By kind: %s\n", summary.c_str());
    }
}

int run(const ObjectCheckArguments& arguments) {
    const auto widths = widths_of(arguments);
    if (!widths) {
        return 3;
    }
    std::vector<Object> objects;
    std::vector<std::string> paths;
    for (const std::string& path : arguments.objects) {
        if (std::count(arguments.exceptions.begin(), arguments.exceptions.end(), file_name(path)) >
            0) {
            continue;
        }
        auto object = read_object(arguments.objdump, path);
        if (!object) {
            std::fprintf(stderr,
                         "tandem-object-check: %s could not list %s; it must be GNU's objdump "
                         "(Debian: apt-get install binutils) or LLVM's, and the file an object "
                         "file.\n",
                         arguments.objdump.c_str(), path.c_str());
            return 3;
        }
        if (object->architecture == Architecture::unknown) {
            std::printf(
                "Skipped: %s is for a processor whose instructions are not known here "
                "(known: x86-64, i386, aarch64, riscv, s390, as ELF objects), so nothing "
                "is proven.\n",
                object->name.c_str());
            return k_skipped;
        }
        objects.push_back(std::move(*object));
        paths.push_back(path);
    }
    const std::string_view roots = arguments.all ? std::string_view{} : k_roots;
    Examination examination = examine(objects, roots, arguments.allowed);
    if (examination.roots == 0) {
        std::fputs(
            "tandem-object-check: there is no function to begin with. Are these the objects "
            "of tandem_add_simulation, compiled without link-time optimisation?\n",
            stderr);
        return 3;
    }
    if (!examination.findings.empty()) {
        add_lines(arguments, examination.findings, paths, objects);
        examination = examine(objects, roots, arguments.allowed);
    }
    report(arguments, examination.findings, *widths);
    const std::size_t findings = examination.findings.size() + widths->size();
    std::printf("%s examined from %s in %s: %s\n",
                counted(examination.functions, "function", "functions").c_str(),
                counted(examination.roots, "entry point", "entry points").c_str(),
                counted(objects.size(), "object", "objects").c_str(),
                counted(findings, "finding", "findings").c_str());
    return findings == 0 ? 0 : 1;
}

}  // namespace
}  // namespace tandem::object_check

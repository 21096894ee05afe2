// SPDX-License-Identifier: MIT
// Layers, third parties, the ban list of deterministic code, and the conventions of every file.
#include <tests/tidy/rules.hpp>

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <regex>

#include <tests/tidy/rooms.hpp>
#include <tests/tidy/switches.hpp>

namespace tandem::tidy {
namespace {

bool has_suffix(const File& file, std::initializer_list<std::string_view> suffixes) {
    return std::any_of(suffixes.begin(), suffixes.end(),
                       [&](std::string_view suffix) { return file.path.ends_with(suffix); });
}

bool is_header(const File& file) { return has_suffix(file, {".hpp"}); }
bool is_cpp(const File& file) { return has_suffix(file, {".hpp", ".cpp"}); }
bool is_program_text(const File& file) {
    return has_suffix(file, {".hpp", ".cpp", ".cmake", "CMakeLists.txt", ".sh", ".py", ".ci/run"});
}
std::string folder_of(const File& file) { return file.path.substr(0, file.path.find('/')); }
bool in_folder(const File& file, const std::vector<std::string_view>& folders) {
    return std::any_of(folders.begin(), folders.end(), [&](std::string_view folder) {
        return file.path.starts_with(std::string(folder) + "/");
    });
}
bool is_game(const File& file) { return in_folder(file, {"tools/games"}); }
// Everything that a step may call.
bool is_deterministic(const File& file) { return in_folder(file, {"sim", "tools/games"}); }

void find_pattern(const std::vector<std::string>& lines, const std::regex& pattern,
                  const std::string& message, std::vector<Finding>& findings) {
    for (std::size_t index = 0; index < lines.size(); ++index) {
        if (std::regex_search(lines[index], pattern)) {
            findings.push_back({index + 1, message});
        }
    }
}

// ---- Layers -------------------------------------------------------------------------------------

// A bundled game lives in tools, but sees what a stranger's game would: sim and its own folder.
const std::vector<std::string_view>& folders_open_to(const File& file) {
    static const std::vector<std::string_view> k_game{"sim", "tools/games"};
    static const std::vector<std::string_view> k_sim{"sim"};
    static const std::vector<std::string_view> k_replay{"sim", "replay"};
    static const std::vector<std::string_view> k_net{"sim", "net"};
    static const std::vector<std::string_view> k_all{"sim", "replay", "net", "tools"};
    const std::string folder = folder_of(file);
    if (is_game(file))
        return k_game;
    if (folder == "sim")
        return k_sim;
    if (folder == "replay")
        return k_replay;
    if (folder == "net")
        return k_net;
    return k_all;
}

void check_layers(const File& file, std::vector<Finding>& findings) {
    if (!is_cpp(file))
        return;
    const auto& open = folders_open_to(file);
    for (const Include& include : includes_of(file)) {
        if (include.quoted && folder_of(file) != "tests") {
            findings.push_back({include.line, "write <tandem/...>, not quotes"});
        }
        if (!include.target.starts_with("tandem/"))
            continue;
        const std::string rest = include.target.substr(7);
        const bool allowed = std::any_of(open.begin(), open.end(), [&](std::string_view folder) {
            return rest.starts_with(std::string(folder) + "/");
        });
        if (!allowed) {
            findings.push_back({include.line, "this layer may not include " + rest});
        }
    }
}

// Which sources may see a third party. Headers see none but Cereal, or it would reach every
// consumer.
struct ThirdParty {
    std::string_view prefix;
    std::vector<std::string_view> folders;
    bool in_headers;
};

const std::vector<ThirdParty>& third_parties() {
    static const std::vector<ThirdParty> k_table{
        {"cereal/", {"sim", "tools/games"}, true},
        {"xxhash.h", {"sim", "replay"}, false},
        // The processor's own vectors, for batch forms with a plain twin.
        {"immintrin.h", {"sim", "tools/check"}, false},
        {"malloc.h", {"tools/check"}, false},
        {"zstd.h", {"replay"}, false},
        {"enet/", {"net"}, false},
        {"sodium", {"net"}, false},
        {"CLI/", {"tools"}, false},
        {"nlohmann/", {"tools"}, false},
        // The window's functions are found at run time, by the types that its header gives them.
        {"SDL", {"tools"}, true},
        {"png.h", {"tools"}, false},
        // Names in object files, as people write them.
        {"cxxabi.h", {"tools/object_check"}, false},
        // The operating system's own headers: adapters of sockets, files and terminals.
        {"sys/", {"replay/files", "net", "tools"}, false},
        {"netinet/", {"net", "tools/web"}, false},
        {"arpa/", {"net", "tools/web"}, false},
        {"unistd.h", {"replay/files", "net", "tools"}, false},
        {"fcntl.h", {"replay/files", "tools"}, false},
        {"poll.h", {"net", "replay/files", "tools"}, false},
        {"signal.h", {"tools"}, false},
        {"termios.h", {"tools"}, false},
        {"spawn.h", {"tools"}, false},
        {"dlfcn.h", {"tools"}, false},
    };
    return k_table;
}

void check_third_parties(const File& file, std::vector<Finding>& findings) {
    if (!is_cpp(file) || folder_of(file) == "tests")
        return;
    for (const Include& include : includes_of(file)) {
        const bool standard = include.target.find_first_of("/.") == std::string::npos;
        if (standard || include.target.starts_with("tandem/"))
            continue;
        const auto& table = third_parties();
        const bool allowed = std::any_of(table.begin(), table.end(), [&](const ThirdParty& entry) {
            return include.target.starts_with(entry.prefix) && in_folder(file, entry.folders) &&
                   (entry.in_headers || !is_header(file)) &&
                   (!is_game(file) || entry.prefix == "cereal/");
        });
        if (!allowed) {
            findings.push_back({include.line, "not for this file: " + include.target});
        }
    }
}

// ---- Banned words -------------------------------------------------------------------------------

struct Ban {
    std::string_view name;
    std::function<bool(const File&)> applies;
    std::string_view pattern;
    std::string_view instead;
    std::vector<std::string_view> canaries;
    std::vector<std::string_view> near_misses;
};

bool is_clockless(const File& file) {
    return is_cpp(file) && in_folder(file, {"sim", "replay", "net", "tools/games"});
}
bool is_deterministic_cpp(const File& file) { return is_cpp(file) && is_deterministic(file); }
bool is_own_header(const File& file) { return is_header(file) && folder_of(file) != "tests"; }

const std::vector<Ban>& bans() {
    static const std::vector<Ban> k_bans{
        {"floating_point",
         // A game draws in a file of its own; its header declares draw(..., float alpha).
         [](const File& file) {
             return is_deterministic_cpp(file) && !has_suffix(file, {"_draw.cpp"});
         },
         R"(\b(float(?! alpha\b)|double)\b|<cmath>|<cfenv>)",
         "tandem::Fixed; floating point is for drawing only",
         {"float x = 0;", "auto y = double(z);", "#include <cmath>"},
         {"// a float would differ", "refuse(\"double\");", "void draw(Canvas&, float alpha);",
          "int floating = 1;"}},
        {"clock",
         is_clockless,
         R"(_clock\b|\b(time|clock|gettimeofday|nanosleep)\s*\(|sleep_(for|until))",
         "in a game the tick number, elsewhere time passed in; the one clock lives in tools",
         {"auto t = std::chrono::steady_clock::now();", "seed = time(nullptr);"},
         {"next_time(4);", "runtime(4);", "// no steady_clock"}},
        {"threads",
         is_deterministic_cpp,
         R"(<(thread|mutex|shared_mutex|future|condition_variable|semaphore|barrier)>)"
         R"(|\bthread_local\b)",
         "one thread steps a simulation",
         {"#include <thread>", "thread_local int x;"},
         {}},
        {"library_random",
         is_deterministic_cpp,
         R"(<random>|\bs?rand\s*\(|std::shuffle|random_device)",
         "tandem::Random: distributions differ between libraries",
         {"#include <random>", "int x = rand();", "std::shuffle(a, b, g);"},
         {"brand(3);"}},
        {"unordered_containers",
         is_deterministic_cpp,
         R"(\bunordered_\w+)",
         "std::map or a sorted vector: iteration order must be the same everywhere",
         {"std::unordered_map<int, int> m;", "#include <unordered_set>"},
         {"// no unordered_map"}},
        {"unstable_order",
         is_deterministic_cpp,
         R"(std::(ranges::)?(sort|nth_element|partial_sort\w*|partition)\b)"
         R"(|std::(ranges::)?(make|push|pop|sort)_heap\b|std::(priority_queue|hash)\b)",
         "std::stable_sort: equal keys must keep one order everywhere",
         {"std::sort(a, b);", "std::make_heap(a, b);", "std::hash<int>{}(1);"},
         {"std::stable_sort(a, b);", "std::is_sorted(a, b);", "std::stable_partition(a, b);"}},
        {"input_and_output",
         is_deterministic_cpp,
         R"(<(iostream|fstream|cstdio|filesystem|print|syncstream)>)"
         R"(|\b[fs]?n?printf\s*\(|\bgetenv\s*\(|std::c(out|err|in)\b)",
         "values in, values out: files and terminals belong to tools",
         {"std::printf(\"x\");", "#include <fstream>", "std::getenv(\"HOME\");"},
         {"blueprint(1);"}},
        {"mutable_statics",
         is_deterministic_cpp,
         R"(^\s+(static|inline\s+static|static\s+inline)\s+(?!const|inline\b))"
         R"([\w:<>, *&]+\s+[*&]?\w+\s*(=|\{|;))",
         "a member of the game: what is not serialized is not restored",
         {"    static int calls = 0;", "    static std::vector<int> cache;",
          "    inline static int calls = 0;", "    static inline int calls{};",
          "    static int* next = nullptr;"},
         {"    static constexpr int k_max = 3;", "    static Fixed from(int x) {",
          "    static const int k_y = 2;", "    inline static constexpr int k_z{1};"}},
        // What stands at the beginning of a line stands in a namespace: clang-format indents all
        // else.
        {"mutable_globals",
         is_deterministic_cpp,
         R"(^(static\s+|inline\s+|extern\s+|constinit\s+)*)"
         R"((?!(static|inline|extern|constinit|const|constexpr|consteval|using|namespace|return)"
         R"(|struct|class|enum|union|typedef|friend|concept|requires|template)\b))"
         R"([A-Za-z_][\w:]*(<.*>)?(\s*[*&]+\s*|\s+)\w+(\[\w*\])*\s*(=(?!=)|\{|;))"
         // The pointer to what is const is mutable all the same.
         R"(|^(static\s+|inline\s+)*const\s+[\w:]+\s*\*\s*\w+\s*(=|\{|;))"
         R"(|^(static\s+|inline\s+)*[\w:]+[\s*&]+\(\*\w+\)\()",
         "a member of the game: what is not serialized is not restored",
         {"int calls = 0;", "static int calls;", "inline std::map<int, int> cache;",
          "std::array<int, 3> table{};", "extern int calls;", "int* next = nullptr;",
          "int calls[3] = {};", "const char* text = \"x\";", "int (*hook)(int) = nullptr;",
          "std::uint64_t seed{1};", "constinit int calls = 0;",
          "std::atomic<AssertHandler> current_handler{&print_and_abort};"},
         {"constexpr int k_max = 3;", "inline constexpr std::array<int, 2> k_table{1, 2};",
          "const std::string k_name = \"x\";", "static constexpr int k_y{2};", "struct Unit {",
          "namespace tandem {", "using Bytes = std::vector<std::byte>;", "int main() {",
          "Fixed from(int x) {", "    int local = 0;", "template <class T>", "class Forward;",
          "const char* const k_text = \"x\";", "enum class Kind : std::uint8_t {",
          "extern const int k_z;", "Result<void> Timeline::start(const Setup& setup) {",
          "}  // namespace"}},
        {"pointer_keys",
         is_deterministic_cpp,
         R"(\b(map|set)\s*<[^<>,]*\*)",
         "an index as the key: addresses differ in every run",
         {"std::map<Unit*, int> m;", "std::set<const Unit *> s;"},
         {"std::map<int, Unit*> m;", "reset(*this);", "offset < size * 2;"}},
        {"addresses_as_values",
         is_deterministic_cpp,
         R"(\bu?intptr_t\b)",
         "an index: addresses differ in every run",
         {"auto id = reinterpret_cast<std::uintptr_t>(p);"},
         {}},
        {"third_party_names",
         is_own_header,
         R"(\b_?ENet\w*|\benet_(?!transport\.hpp)\w+|\bZSTD_\w+|\bXXH\w+|\bCLI::|\bnlohmann\b)"
         R"(|\b(crypto|sodium)_\w+\()",
         "a type of ours: no public header names a third party's",
         {"ENetHost* host_;", "void add(CLI::App& app);", "nlohmann::json j;", "XXH64_hash_t h;",
          "int enet_initialize();"},
         {"// XXH3 over the bytes", "class EnetTransport;",
          "#include <tandem/net/transport/enet_transport.hpp>"}},
        {"using_namespace",
         is_own_header,
         R"(^using\s+namespace\b)",
         "the name in full",
         {"using namespace std;"},
         {"    using namespace detail;"}},
        {"endl", is_cpp, R"(\bstd::endl\b)", "'\\n': endl flushes", {"out << std::endl;"}, {}},
    };
    return k_bans;
}

Rule rule_of(const Ban& ban) {
    const std::string path = ban.applies(make_file("sim/x.hpp", ""))      ? "sim/x.hpp"
                             : ban.applies(make_file("replay/x.hpp", "")) ? "replay/x.hpp"
                                                                          : "tools/games/x.hpp";
    Rule rule;
    rule.name = ban.name;
    rule.check = [&ban, pattern = std::regex(std::string(ban.pattern))](
                     const File& file, std::vector<Finding>& findings) {
        if (!ban.applies(file))
            return;
        find_pattern(file.code, pattern, "use instead: " + std::string(ban.instead), findings);
    };
    for (const auto& text : ban.canaries)
        rule.canaries.push_back({path, std::string(text)});
    for (const auto& text : ban.near_misses)
        rule.near_misses.push_back({path, std::string(text)});
    return rule;
}

// ---- Conventions --------------------------------------------------------------------------------

void check_opening(const File& file, std::vector<Finding>& findings) {
    if (!is_program_text(file))
        return;
    const bool script = !file.lines.empty() && file.lines[0].starts_with("#!");
    const std::size_t first = script ? 1 : 0;
    const std::string mark = is_cpp(file) ? "// " : "# ";
    if (file.lines.size() <= first || file.lines[first] != mark + "SPDX-License-Identifier: MIT") {
        findings.push_back({first + 1, "the first line is the SPDX line"});
    } else if (is_cpp(file) && (file.lines.size() < 2 || !file.lines[1].starts_with("// "))) {
        findings.push_back({2, "after the SPDX line: what this file is for"});
    }
    const auto once = std::find(file.lines.begin(), file.lines.end(), "#pragma once");
    if (is_header(file) && once == file.lines.end()) {
        findings.push_back({1, "a header has #pragma once"});
    }
}

std::size_t columns(const std::string& line) {
    return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;  // not a UTF-8 continuation
    }));
}

void check_sizes(const File& file, std::vector<Finding>& findings) {
    if (!is_program_text(file))
        return;
    const std::size_t lines_max = is_header(file) ? 250 : 600;
    if (file.lines.size() > lines_max) {
        findings.push_back({lines_max + 1, "too long: " + std::to_string(file.lines.size()) +
                                               " lines of " + std::to_string(lines_max)});
    }
    for (std::size_t index = 0; index < file.lines.size(); ++index) {
        const std::string& line = file.lines[index];
        if (columns(line) > 100 && line.find("https://") == std::string::npos) {
            findings.push_back({index + 1, "over 100 columns"});
        }
    }
}

void check_leftovers(const File& file, std::vector<Finding>& findings) {
    // Written apart, so that this file does not find itself.
    static const std::regex k_marker(
        "\\b(TO"
        "DO|FIX"
        "ME|XX"
        "X|HA"
        "CK)\\b");
    static const std::regex k_place(
        "(^|[^\\w.~}*])/(wo"
        "rk|ho"
        "me|ro"
        "ot)/");
    static const std::regex k_host(
        R"(https?://[^/\s]*(\.internal|\.local|\.corp|proxy|registry|artifactory|nexus|:\d))"
        R"(|\b(10\.\d+|192\.168|172\.(1[6-9]|2\d|3[01]))(\.\d+){2}\b)");
    static const std::regex k_space(R"(\t|[ \t]$)");
    find_pattern(file.lines, k_marker, "finish it, or file an issue", findings);
    find_pattern(file.lines, k_place, "a path of one machine", findings);
    // A test parses addresses; it is not told by one where anything is.
    if (folder_of(file) != "tests")
        find_pattern(file.lines, k_host, "a host of one network", findings);
    find_pattern(file.lines, k_space, "a tab or a space at the end", findings);
}

// ---- Comments -----------------------------------------------------------------------------------

// Add a folder once all its comments are sentences with a subject.
const std::vector<std::string_view>& folders_of_sentences() {
    static const std::vector<std::string_view> k_folders{"sim", "net", "replay", "tools"};
    return k_folders;
}

// The column where the comment of a line begins, or npos.
std::size_t comment_column(const std::string& line, const std::string& uncommented) {
    const auto begin =
        std::mismatch(line.begin(), line.end(), uncommented.begin(), uncommented.end()).first;
    const std::size_t column = static_cast<std::size_t>(begin - line.begin());
    return line.compare(column, 2, "//") == 0 ? column : std::string::npos;
}

// Checks the first word of each comment. A comment goes on as long as nothing but a comment in the
// same column follows. The SPDX line is a comment of its own.
void check_comments(const File& file, std::vector<Finding>& findings) {
    static const std::regex k_fragment("^// *(what|whether|of|one)\\b", std::regex::icase);
    if (!is_cpp(file) || !in_folder(file, folders_of_sentences()))
        return;
    std::size_t column_above = std::string::npos;
    for (std::size_t index = 0; index < file.lines.size(); ++index) {
        const std::string& line = file.lines[index];
        const std::size_t column = comment_column(line, file.uncommented[index]);
        const bool goes_on = column == column_above && line.find_first_not_of(' ') == column;
        const std::string comment = column == std::string::npos ? "" : line.substr(column);
        if (!goes_on && std::regex_search(comment, k_fragment)) {
            findings.push_back({index + 1, "begin the comment with its subject"});
        }
        column_above = comment.starts_with("// SPDX") ? std::string::npos : column;
    }
}

// ---- Verbs --------------------------------------------------------------------------------------

// A verb with two meanings makes a reader look the function up: take was receive and extract.
void check_verbs(const File& file, std::vector<Finding>& findings) {
    static const std::regex k_vague("\\b(take|tell|note|put|look|say|hear|obey)(_[a-z0-9_]+)?\\(");
    if (is_cpp(file) && folder_of(file) != "tests") {
        find_pattern(file.uncommented, k_vague,
                     "name it by a verb with one meaning: receive, extract, read, write, report, "
                     "append, count, find; on_... for a call of a state machine",
                     findings);
    }
}

// ---- Order --------------------------------------------------------------------------------------

// A reader opens a source for what it exports. Helpers are declared above it and follow it.
void check_order(const File& file, std::vector<Finding>& findings) {
    static const std::regex k_no_function(
        "(namespace|using|struct|class|enum|constexpr|const|static|template|extern|friend)\\b");
    constexpr std::size_t k_lines_before_max = 200;
    if (!file.path.ends_with(".cpp") || folder_of(file) == "tests")
        return;
    bool is_unnamed = false;
    for (std::size_t index = 0; index < file.code.size(); ++index) {
        const std::string& line = file.code[index];
        if (line.starts_with("namespace {")) {
            is_unnamed = true;
        } else if (file.lines[index] == "}  // namespace") {
            is_unnamed = false;
        } else if (!is_unnamed && !line.empty() && (std::isalpha(line[0]) != 0) &&
                   !std::regex_search(line, k_no_function,
                                      std::regex_constants::match_continuous)) {
            if (index > k_lines_before_max) {
                findings.push_back(
                    {index + 1, "let the exported function stand before its helpers"});
            }
            return;
        }
    }
}

std::vector<Rule> make_rules() {
    const std::string spdx = "// SPDX-License-Identifier: MIT\n// What for.\n#pragma once\n";
    std::vector<Rule> rules{
        {"layers",
         check_layers,
         {{"sim/x.hpp", "#include <tandem/replay/reader.hpp>"},
          {"net/x.cpp", "#include <tandem/replay/reader.hpp>"},
          {"replay/x.cpp", "#include <tandem/net/lockstep.hpp>"},
          {"replay/x.cpp", "#include <tandem/tools/run.hpp>"},
          {"tools/games/x.cpp", "#include <tandem/tools/system/clock.hpp>"},
          {"tools/games/x.cpp", "#include <tandem/net/lockstep.hpp>"},
          {"sim/x.cpp", "#include \"fixed.hpp\""}},
         {{"net/x.cpp", "#include <tandem/sim/math/fixed.hpp>"},
          {"tools/games/x.cpp", "#include <tandem/tools/games/duel.hpp>"},
          {"tools/x.cpp", "#include <tandem/replay/reader.hpp>"},
          {"sim/x.cpp", "// #include <tandem/net/lockstep.hpp>"}}},
        {"third_parties",
         check_third_parties,
         {{"tools/games/x.cpp", "#include <unistd.h>"},
          {"sim/x.hpp", "#include <xxhash.h>"},
          {"sim/x.cpp", "#include <zstd.h>"},
          {"net/x.hpp", "#include <enet/enet.h>"},
          {"replay/x.cpp", "#include <sodium.h>"},
          {"tools/run.hpp", "#include <CLI/CLI.hpp>"},
          {"tools/x.cpp", "#include <boost/any.hpp>"},
          {"sim/x.cpp", "#include <unistd.h>"},
          {"replay/play/x.cpp", "#include <unistd.h>"},
          {"net/x.cpp", "#include <cereal/cereal.hpp>"}},
         {{"sim/x.cpp", "#include <xxhash.h>\n#include <vector>"},
          {"sim/x.hpp", "#include <cereal/cereal.hpp>"},
          {"tests/sim/x.cpp", "#include <gtest/gtest.h>"}}},
        {"opening",
         check_opening,
         {{"sim/x.cpp", "// What for.\n"},
          {"sim/x.cpp", "// SPDX-License-Identifier: MIT\nint x;"},
          {"sim/x.hpp", "// SPDX-License-Identifier: MIT\n// What for.\nint x;"},
          {"tools/x.sh", "#!/usr/bin/env bash\necho"}},
         {{"sim/x.hpp", spdx},
          {"tools/x.sh", "#!/usr/bin/env bash\n# SPDX-License-Identifier: MIT\n"}}},
        {"sizes",
         check_sizes,
         {{"sim/x.cpp", std::string(101, 'a')},
          {"sim/x.hpp", std::string(251, '\n')},
          {"sim/x.cpp", std::string(601, '\n')}},
         {{"sim/x.cpp", std::string(100, 'a')},
          {"sim/x.cpp", std::string(600, '\n')},
          {"README.md", std::string(200, 'a')}}},
        {"leftovers",
         check_leftovers,
         {{"README.md", std::string("TO") + "DO: more"},
          {"sim/x.cpp", std::string("// see /ho") + "me/me/x"},
          {"tools/x.sh", std::string("cd /wo") + "rk/main"},
          {"CMakeLists.txt", std::string("https://pypi.inter") + "nal/simple"},
          {"tools/x.sh", std::string("host=192.16") + "8.7.1"},
          {"sim/x.cpp", "int x; "}},
         {{"tools/x.sh", "mktemp -d tandem.XXXXXX"},
          {"sim/x.cpp", "https://github.com/a/b"},
          {"tools/x.cpp", "join(\"127.0.0.1\")"},
          {"CHANGELOG.md", "version 10.2.1"}}},
        {"comments",
         check_comments,
         {{"sim/x.hpp", "// Whether it is over.\nbool is_over();"},
          {"net/x.cpp", "// SPDX-License-Identifier: MIT\n// What goes out.\n"},
          {"net/x.hpp", "int a = 0;  // how many\nint b = 0;  // one of them"},
          {"sim/x.hpp", "int a = 0;  // how many\n// Of all ticks.\nint b = 0;"}},
         {{"sim/x.hpp", "// True if it holds\n// What is asked. One call is enough.\n"},
          {"sim/x.hpp", "int a = 0;  // the tick\n            // Of the last call"},
          {"net/x.cpp", "// Once it was Offered, Whatever it is.\n"},
          {"net/x.cpp", "// Offsets\nsay(\"// What is it?\");"},
          {"tests/sim/x.cpp", "// Whether it is over."}}},
    };
    rules.push_back({"verbs",
                     check_verbs,
                     {{"sim/x.hpp", "Bytes take();"},
                      {"net/x.cpp", "    peer.note_answer(now);"},
                      {"tools/x.cpp", "    console->say(line);"}},
                     {{"sim/x.hpp", "Bytes extract();  // what take() was"},
                      {"tools/x.cpp", "    mistake(intake(given), notes(found));"},
                      {"tests/net/x.cpp", "    terminal.take(text);"}}});
    const std::string helper = "namespace {\n" + std::string(200, '\n') + "}  // namespace\n";
    rules.push_back(
        {"order",
         check_order,
         {{"sim/x.cpp", helper + "int x() {\n}"},
          {"tools/x.cpp", helper + "struct A {\n};\nA::A() = default;"}},
         {{"sim/x.cpp", "namespace {\nint y();\n}  // namespace\nint x() {\n}\n" + helper},
          {"sim/x.cpp", helper + "constexpr int k_none = 0;"},
          {"tests/x.cpp", helper + "int x() {\n}"}}});
    rules.push_back(rooms_rule());
    rules.push_back(switches_rule());
    for (const Ban& ban : bans())
        rules.push_back(rule_of(ban));
    return rules;
}

}  // namespace

const std::vector<Rule>& all_rules() {
    static const std::vector<Rule> k_rules = make_rules();
    return k_rules;
}

const std::vector<Exception>& exceptions() {
    static const std::vector<Exception> k_exceptions{
        {"sim/assert.cpp", "input_and_output", "the process ends here and must say why"},
        {"sim/assert.cpp", "mutable_globals", "how a process ends; no step returns from it"},
        {"sim/math/fixed_batch.cpp", "order", "a macro at its end makes what it exports"},
        {"sim/game/guard.hpp", "threads",
         "what check does right before a game's code; no step can see it"},
        {"sim/game/game_call.cpp", "threads",
         "which of the game's functions a thread is in; no step can see it"},
        {"sim/game/step_count.hpp", "mutable_globals",
         "tells another process that there is life; no step reads it"},
        {"sim/schema/floating_text.cpp", "floating_point",
         "turns stored bits into text; no step includes it"},
        {"sim/schema/floating_text.cpp", "input_and_output", "snprintf into its own buffer"},
        {"sim/game/display.hpp", "floating_point", "drawing only; no step includes it"},
        {"sim/math/estimate.cpp", "floating_point",
         "estimates that integers correct to the last bit"},
        {"sim/math/fault.cpp", "threads", "who hears of faults on a thread; no step can see it"},
        {"sim/schema/field_compare.cpp", "pointer_keys",
         "looked up and never walked; no step calls it"},
        {"sim/serialize/type_traits.hpp", "unordered_containers", "names them to refuse them"},
        {"sim/serialize/type_kind.hpp", "unstable_order", "names std::priority_queue to refuse it"},
        {"tests/sim/rich_game.hpp", "sizes", "one of every kind of field, together on purpose"},
    };
    return k_exceptions;
}

}  // namespace tandem::tidy

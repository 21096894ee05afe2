// SPDX-License-Identifier: MIT
// Each case has a header, a source that uses something, or both.
#include <tests/tidy/include_cases.hpp>

#include <utility>

namespace tandem::tidy {
namespace {

Snippet header(std::string text) { return {"sim/bytes/thing.hpp", std::move(text)}; }
Snippet source(std::string text) { return {"sim/bytes/user.cpp", std::move(text)}; }
Snippet other(std::string text) { return {"sim/bytes/other.hpp", std::move(text)}; }

const std::string k_include = "#include <tandem/sim/bytes/thing.hpp>\n";

// What a header declares, and how a source that does not include it may use that.
struct Forgotten {
    std::string declaration;
    std::string use;
};

std::vector<Forgotten> forgotten() {
    const std::string in_sim = "namespace tandem::sim {\nclass Thing {};\n}";
    return {
        {"class Thing {};", "Thing x;"},
        {"class Thing {};", "void f(const Thing& x);"},
        {"class Thing {};", "void f(const Thing);"},
        {"class Thing {};", "struct A : public Thing {};"},
        {"class [[nodiscard]] Thing final : Base {};", "Thing x;"},
        {"template <class T>\nstruct Thing {};", "void f(Thing<int> x);"},
        {in_sim, "auto x = sim::Thing{};"},
        {in_sim, "using tandem::sim::Thing;\nThing x;"},
        {"enum class Thing { one, two };", "auto x = Thing::one;"},
        {"using Thing = int;", "Thing x;"},
        {"template <class T>\nconcept Thing = true;", "template <Thing T>\nvoid f(T);"},
        {"inline constexpr int k_things = 3;", "int x = y * k_things;"},
        {"inline constexpr Bytes k_things{1, 2};", "int x = y & k_things;"},
        {"template <class T>\ninline constexpr bool is_thing_v = false;", "int x = is_thing_v<A>;"},
        {"int make_thing(int x);", "int x = make_thing(3);"},
        {"Array<int, 3> make_thing(int x);", "auto x = apply(&make_thing);"},
        {"const int& make_thing(int x);", "auto x = apply(3, make_thing);"},
        {"#define THING(x) (x)", "int x = THING(3);"},
        {"#define HAS_THING 1", "#if HAS_THING\nint x;\n#endif"},
        {"class Thing {};", "#define MAKE() \\\n    Thing {}"},
        // Each branch opens the function anew.
        {"#if A\nvoid f() {\n#else\nvoid g() {\n#endif\n}\nclass Thing {};", "Thing x;"},
    };
}

std::vector<IncludeCase> foreign_canaries() {
    return {
        {{source("#include <vector>\nstd::map<int, int> x;")},
         "user.cpp:2: uses std::map, but no include leads to <map>"},
        {{source("auto x = std::ranges::sort(y);")}, "std::sort, but no include leads to <algori"},
        {{source("using std::swap;")}, "uses std::swap, but no include leads to <utility>"},
        {{source("// #include <map>\nstd::map<int, int> x;")}, "uses std::map"},
        {{source("auto text = R\"(\n#include <map>)\";\nstd::map<int, int> x;")}, ":3: uses"},
        {{source("#define SUM(x) std::accumulate(x.begin(), x.end(), 0)")}, "std::accumulate"},
        {{source("auto x = std::frobnicate(1);")}, "std::frobnicate has no row"},
        // The source includes what the header needs: that is luck.
        {{header("inline std::map<int, int> x;"), source("#include <map>\n" + k_include)},
         "thing.hpp:1: uses std::map"},
        {{source("int x = ::close(3);")}, "uses ::close, but no include leads to <unistd.h>"},
        {{source("int f() {\n    return ::frobnicate(3);\n}")}, "::frobnicate has no row"},
        {{source("#include <cstdio>\nint x = errno;")}, "uses errno"},
        {{source("int x = SIGINT;")}, "uses SIGINT"},
        {{source("void f() { ar(CEREAL_NVP(x)); }")}, "<cereal/cereal.hpp>"},
        {{source("#include <vector>\nnlohmann::json x;")}, "<nlohmann/json.hpp>"},
        {{source("TEST(Thing, Is) {}")}, "<gtest/gtest.h>"},
        {{source("#include <cereal/access.hpp>\nauto x = cereal::make_nvp(y, z);")},
         "uses cereal::make_nvp, but no include leads to <cereal/cereal.hpp>"},
    };
}

}  // namespace

std::vector<IncludeCase> include_canaries() {
    std::vector<IncludeCase> cases = foreign_canaries();
    for (Forgotten& entry : forgotten()) {
        cases.push_back({{header(std::move(entry.declaration)), source(std::move(entry.use))},
                         "but no include leads to <tandem/sim/bytes/thing.hpp>"});
    }
    // A class has a member of this name, but behind a namespace no member can be meant.
    cases.push_back({{header("namespace tandem::sim {\nint take(int x);\n}"),
                      other("struct Other {\n    int take(int x);\n};"),
                      source("#include <tandem/sim/bytes/other.hpp>\nint x = sim::take(3);")},
                     "uses sim::take"});
    // Each layer has an Event of its own.
    const Snippet ours = header("namespace tandem::sim {\nstruct Event {};\n}");
    const Snippet theirs = other("namespace tandem::net {\nstruct Event {};\n}");
    for (const char* use : {"namespace tandem::sim {\nEvent x;\n}", "auto x = sim::Event{};",
                            "namespace tandem::net {\nusing sim::Event;\n}"}) {
        cases.push_back(
            {{ours, theirs, source(std::string("#include <tandem/sim/bytes/other.hpp>\n") + use)},
             "Event, but no include leads to <tandem/sim/bytes/thing.hpp>"});
    }
    // A variable of a function is nobody else's.
    cases.push_back(
        {{header("int thing(int x);"), other("inline void f() {\n    int thing = 3;\n}"),
          source("#include <tandem/sim/bytes/other.hpp>\nint x = thing(3);")},
         "uses thing"});
    cases.push_back({{{"sim/bytes/user.hpp", ""},
                      source("#include <string>\n#include <tandem/sim/bytes/user.hpp>")},
                     "user.cpp:1: its own header comes first: sim/bytes/user.hpp"});
    cases.push_back({{{"sim/bytes/user.hpp", ""}, source("int x;")}, "its own header comes first"});
    return cases;
}

std::vector<std::vector<Snippet>> include_near_misses() {
    std::vector<std::vector<Snippet>> trees{
        {source("#include <map>\nstd::map<int, int> x;")},
        {source("// std::map, Thing\nauto x = \"std::map\";"), header("class Thing {};")},
        {header("#include <map>"), source(k_include + "std::map<int, int> x;")},
        {header("class Thing {};"), other(k_include),
         source("#include <tandem/sim/bytes/other.hpp>\nThing x;")},
        {header(k_include + "#include <map>\nstd::map<int, int> x;")},
        {header("class Thing {};"), {"sim/user.cpp", "#include \"bytes/thing.hpp\"\nThing x;"}},
        {header("class Thing {};"), {"sim/bytes/a/user.cpp", "#include \"thing.hpp\"\nThing x;"}},
        {header("class Thing {};"), other("class Thing;"),
         source("#include <tandem/sim/bytes/other.hpp>\nvoid f(Thing& x);")},
        {{"sim/bytes/user.hpp", ""}, source("#include \"user.hpp\"\n#include <string>")},
        // Headers that declare a name besides the one where it is at home.
        {source("#include <vector>\nvoid f(std::initializer_list<int> x);")},
        {source("#include <charconv>\nauto x = std::errc{};")},
        {source("#include <filesystem>\nstd::error_code x;")},
        {source("#include <iosfwd>\nvoid f(std::ostream& x);")},
        {source("#include <csignal>\nint x = ::kill(1, SIGINT);")},
        {source("#include <cereal/access.hpp>\nfriend class cereal::access;")},
        {source("#include <cereal/cereal.hpp>\nauto x = cereal::base_class<A>(y);")},
        // Another namespace, and a qualifier that is a class.
        {source("auto x = own::map(1);")},
        {header("class Thing {};"), source("Other::Thing x;")},
        {header("namespace tandem {\nint take(int x);\n}"), source("namespace tandem::take {\n}")},
        {header("int take(int x);"), source("namespace take {\n}")},
        {header("int enum_labels(Kind x);"),
         source("template <class T>\nint x = enum_labels(T{});")},
        {source("int f() {\n    return ::k_limit;\n}")},
    };
    // Ways to a name in a namespace.
    const Snippet nested = header(
        "namespace tandem::sim {\nclass Thing {};\nvoid take(Thing x);\n"
        "namespace detail {\nclass Inner {};\n}\nusing namespace detail;\n"
        "inline namespace one {\nclass Late {};\n}\n}");
    for (const char* use :
         {"namespace tandem::sim::more {\nThing x;\n}", "tandem::sim::Thing x;",
          "namespace tandem {\nsim::Thing x;\n}", "namespace tandem::sim {\nInner x;\n}",
          "tandem::sim::Inner x;", "tandem::sim::Late x;",
          "namespace tandem::net {\nusing sim::Thing;\nThing x;\n}",
          "using namespace tandem::sim;\nThing x;", "void f() {\n    take(g());\n}"})
        trees.push_back({nested, source(k_include + use)});
    trees.push_back({nested, other(k_include + "namespace tandem {\nusing sim::Thing;\n}"),
                     source("#include <tandem/sim/bytes/other.hpp>\ntandem::Thing x;")});
    // Names of the file itself, each like one that a header declares.
    const std::string declarations =
        "class Thing {};\nclass Other {};\nint thing(int x);\nint other(int x);\n";
    for (const char* use :
         {"template <class Thing>\nvoid f(Thing x);",
          "template <Some Thing, int thing = 3>\nThing x[thing];",
          "template <template <class> class Thing>\nThing<int> x;",
          "class Thing;\nThing* x;",
          "struct A {\n    struct Thing {};\n    Thing x;\n};",
          "enum class A { Thing, Other };",
          "void f(int thing) { g(thing); }",
          "void f(const A& thing, B* other) { g(thing, other); }",
          "void f() {\n    int thing, other;\n    g(thing, other);\n}",
          "void f() {\n    Array<int, 2> thing;\n    g(thing);\n}",
          "void f() {\n    const auto& [thing, other] = g();\n    h(thing, other);\n}",
          "auto f = [thing = 3] { return thing; };",
          "template <class... A>\nvoid f(A... thing) { g(thing...); }",
          "void f() {\n    for (const auto& thing : g())\n        h(thing);\n}",
          "struct A {\n    int (*thing)(int) = nullptr;\n    void f() { g(thing); }\n};",
          "int f(A x) { return x.thing(3) + x->other(4); }",
          "A x{.thing = 3, .other = 4};",
          "#include <gtest/gtest.h>\nTEST(Thing, Other) {}",
          "#include <gtest/gtest.h>\nTEST_F(A, Thing) {}",
          "#define f(thing) (thing)",
          "#error Thing is missing"})
        trees.push_back({header(declarations), source(use)});
    return trees;
}

}  // namespace tandem::tidy

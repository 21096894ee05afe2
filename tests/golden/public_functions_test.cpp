// SPDX-License-Identifier: MIT
// Holds the sweep to what it says: that it calls every public function of the fixed-point core.
#include <tests/golden/public_functions.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tandem::test {
namespace {

using Names = std::vector<std::string>;

std::string content_of(const std::string& path) {
    std::ifstream file(std::string(TANDEM_SOURCE_DIR) + "/" + path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Which sources of the sweep call the functions of a header.
const std::map<std::string, std::vector<std::string>> k_sweep{
    {"fixed.hpp", {"sweep_scalars.cpp", "sweep_functions.hpp"}},
    {"fixed_functions.hpp", {"sweep_scalars.cpp"}},
    {"fixed_batch.hpp", {"sweep_batches.cpp"}},
    {"angle.hpp", {"sweep_angles.cpp", "sweep_scalars.cpp"}},
    {"angle_batch.hpp", {"sweep_batches.cpp"}},
    {"vec2.hpp", {"sweep_vectors.cpp", "sweep_angles.cpp"}},
    {"random.hpp", {"sweep_random.cpp"}},
};

std::string header(const std::string& name) { return content_of("sim/math/" + name); }

std::string sweep_of(const std::string& name) {
    std::string source;
    for (const std::string& part : k_sweep.at(name)) {
        source += content_of("tests/golden/" + part);
    }
    return source;
}

TEST(PublicFunctions, EveryOneIsCalledByTheSweep) {
    for (const auto& [name, sources] : k_sweep) {
        EXPECT_EQ(unswept_functions(header(name), sweep_of(name)), Names{}) << name;
    }
}

TEST(PublicFunctions, EveryHeaderThatHasOneOfFixedPointIsSwept) {
    // What shows numbers to people computes nothing that a state could hold.
    const std::vector<std::string> excused{"display.hpp"};
    const std::filesystem::path root = TANDEM_SOURCE_DIR;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "sim")) {
        const std::string name = entry.path().filename().string();
        if (entry.path().extension() != ".hpp" || k_sweep.count(name) != 0 ||
            std::count(excused.begin(), excused.end(), name) != 0) {
            continue;
        }
        const std::string path = entry.path().lexically_relative(root).generic_string();
        for (const PublicFunction& function : public_functions(content_of(path))) {
            EXPECT_EQ(function.parameters.find("Fixed"), std::string::npos)
                << name << " declares " << function.name << "(" << function.parameters << ")";
        }
    }
}

TEST(PublicFunctions, AreReadFromEveryHeader) {
    const auto names = [](const std::string& file) {
        Names found;
        for (const PublicFunction& function : public_functions(header(file))) {
            found.push_back(function.name);
        }
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    };
    EXPECT_EQ(names("fixed_batch.hpp"), (Names{"add_product", "divide", "hypot", "lerp", "multiply",
                                               "normalise", "reciprocal", "sqrt"}));
    EXPECT_EQ(names("angle_batch.hpp"), (Names{"atan2", "cos", "sin", "sincos"}));
    EXPECT_EQ(
        names("random.hpp"),
        (Names{"Random", "angle", "below", "between", "chance", "fixed16_unit", "fixed_unit",
               "next32", "next64", "operator==", "serialize", "shuffle", "split", "weighted"}));
    const Names functions = names("fixed_functions.hpp");
    for (const char* name :
         {"hypot", "saturating_divide", "operator\"\"_fx", "operator\"\"_fx16"}) {
        EXPECT_EQ(std::count(functions.begin(), functions.end(), name), 1) << name;
    }
    for (const auto& [file, sources] : k_sweep) {
        EXPECT_FALSE(names(file).empty()) << file;
    }
}

TEST(PublicFunctions, OneThatIsAddedToAHeaderIsMissed) {
    const std::string more = header("fixed_batch.hpp") +
                             "namespace tandem { void cube(std::span<const Fixed> x, "
                             "std::span<Fixed> results); }";
    EXPECT_EQ(unswept_functions(more, sweep_of("fixed_batch.hpp")), (Names{"cube (0 of 1)"}));
}

TEST(PublicFunctions, AnOverloadThatIsAddedIsMissed) {
    const std::string more = header("angle_batch.hpp") +
                             "namespace tandem { void atan2(std::span<const Vec2> v, "
                             "std::span<Angle> results); void atan2(); }";
    EXPECT_EQ(unswept_functions(more, "atan2(y, x, r); sin(a, r); cos(a, r); sincos(a, r, s);"),
              Names{"atan2 (1 of 3)"});
}

TEST(PublicFunctions, OneThatTheSweepOnlyMentionsIsMissed) {
    EXPECT_EQ(unswept_functions("namespace tandem { Fixed sqrt(Fixed x); int abs(Fixed x); }",
                                "// sqrt(x)\n const char* text = \"sqrt(x)\"; abs(x);"),
              (Names{"sqrt (0 of 1)"}));
}

TEST(PublicFunctions, OperatorsCountWhereTheirResultIsReturned) {
    const std::string vector =
        "namespace tandem { struct V { friend V operator-(V v); friend V operator-(V a, V b);\n"
        "V() = default; constexpr V& operator+=(V b) { return *this = *this + b; } }; }";
    EXPECT_EQ(unswept_functions(vector, "return -a; return a - b; return a += b;"), Names{});
    EXPECT_EQ(unswept_functions(vector, "return a - b; v[i - 1] += b;"),
              (Names{"operator+= (0 of 1)", "operator- (1 of 2)"}));
}

TEST(PublicFunctions, PrivateOnesAndMachineryDoNotCount) {
    EXPECT_TRUE(public_functions("namespace tandem { namespace sim { void inside(); }\n"
                                 "class C { void first(); public: static_assert(true);\n"
                                 "int value = f(1); private: void last() { if (g()) {} } };\n"
                                 "namespace sim::detail { int deep(int x) { return x; } } }\n"
                                 "#define MACRO(x) x\n"
                                 "namespace other { void outside(); }")
                    .empty());
}

TEST(PublicFunctions, OverloadsForBothWidthsAreOne) {
    EXPECT_EQ(public_functions("namespace tandem { void f(Fixed x); void f(Fixed16 x);\n"
                               "void f(Fixed x, Site site = Site::here()); }")
                  .size(),
              1U);
}

}  // namespace
}  // namespace tandem::test

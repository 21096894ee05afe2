// SPDX-License-Identifier: MIT
// fake-desync, inside of the test: each kind makes a file that differs, and nothing is overwritten.
#include <algorithm>

#include <tandem/replay/explain/faked_session.hpp>
#include <tests/replay/faked_program.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

class FakeDesync : public InFolder {
protected:
    FakeDesync() { recorded<Counter>("a", {"--ticks", "600"}); }
};

TEST_F(FakeDesync, OfEveryKindDiffersFromTheSoundFile) {
    for (const replay::FakeKind kind : replay::fake_kinds()) {
        const std::string name = fake_kind_text(kind);
        const Said said = program<Counter>({"fake-desync", name, path("a"), "-o", path(name)});
        EXPECT_EQ(said.code, 0) << name << said.err;
        EXPECT_EQ(program<Counter>({"diff", path("a"), path(name)}).code, 1) << name;
    }
}

TEST_F(FakeDesync, TellsInItsHelpWhatEachKindPlantsAndItsClass) {
    const std::string help = program<Counter>({"fake-desync", "--help"}).out;
    for (const replay::FakeKind kind : replay::fake_kinds()) {
        const std::size_t at = help.find("\n  " + fake_kind_text(kind) + " ");
        ASSERT_NE(at, std::string::npos) << fake_kind_text(kind);
        const std::string line = help.substr(at + 1, help.find('\n', at + 1) - at - 1);
        const std::string meaning = line.substr(std::min<std::size_t>(line.size(), 30));
        EXPECT_TRUE(meaning.starts_with(cause_class_text(cause_of(kind)))) << line;
    }
}

TEST_F(FakeDesync, ChangesNoSoundFileAndReplacesNothing) {
    expect<Counter>(2, {"fake-desync", "bit", path("a"), "-o", path("a")});
    write("there", "something");
    expect<Counter>(5, {"fake-desync", "bit", path("a"), "-o", path("there")});
    EXPECT_EQ(content_of(path("there")), "something");
    expect<Counter>(2, {"fake-desync", "bit", path("a")});
    expect<Counter>(2, {"fake-desync", "bit", path("a"), "--at", "600", "-o", path("b")});
    expect<Counter>(0, {"verify", path("a")});
}

}  // namespace
}  // namespace tandem::test

// SPDX-License-Identifier: MIT
// bundle.json: what was written is read, and whatever else stands there is refused by name.
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/tools/program/evidence/bundle.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using tools::BundleManifest;

BundleManifest sound_manifest() {
    BundleManifest manifest;
    manifest.tick = 250;
    manifest.is_host = true;
    manifest.player = 0;
    manifest.other_player = 1;
    manifest.game = "counter";
    manifest.game_version = 1;
    manifest.build = "here";
    manifest.other_build = "there";
    manifest.machine = "a machine";
    manifest.cause = "memory";
    manifest.text = "the same inputs gave different states";
    manifest.theirs = "theirs.tandem";
    manifest.packets = "packets.jsonl";
    return manifest;
}

// The sound one as text, with one part of it replaced.
std::string manifest_with(const std::string& part, const std::string& other) {
    std::string text = tools::manifest_text(sound_manifest());
    const std::size_t at = text.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    return text.replace(at, part.size(), other);
}

TEST(BundleManifest, IsReadAsItWasWritten) {
    BundleManifest manifest = sound_manifest();
    for (int i = 0; i < 3; ++i) {
        const auto read = tools::parse_manifest(tools::manifest_text(manifest), "b");
        ASSERT_TRUE(read) << read.error().text();
        EXPECT_EQ(*read, manifest);
        manifest.is_host = false;
        manifest.theirs = "";
        manifest.theirs_missing = "the other side was gone";
        manifest.packets = "";
        manifest.machine = i == 0 ? "" : "\"quoted\"\n\xc3\xa9";
    }
}

TEST(BundleManifest, PassesOverMembersOfLaterPrograms) {
    const auto read =
        tools::parse_manifest(manifest_with("\"tick\"", "\"later\":{\"a\":[1,2]},\"tick\""), "b");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(*read, sound_manifest());
}

TEST(BundleManifest, WhatIsNotKnownMayBeNull) {
    BundleManifest manifest = sound_manifest();
    manifest.other_build = "";
    const auto read = tools::parse_manifest(manifest_with("\"there\"", "null"), "b");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(*read, manifest);
    EXPECT_FALSE(tools::parse_manifest(manifest_with("\"here\"", "null"), "b"));
}

struct BadManifest {
    std::string part;
    std::string other;
    std::string words;
};

TEST(BundleManifest, RefusesWhatIsWrongByName) {
    const std::vector<BadManifest> all{
        {"\"schema\":1", "\"schema\":2",
         "schema: this program reads version 1 of a bundle, and this is version 2"},
        {"tandem-desync", "tandem-disk", "bundle: expected tandem-desync"},
        {"\"tick\":250", "\"tick\":-1", "tick: expected a whole number"},
        {"\"tick\":250", "\"tick\":1e3", "tick: expected a whole number"},
        {"\"tick\":250", "\"tick\":18446744073709551616", "tick: expected a whole number"},
        {"\"tick\":250", "\"tick\":\"250\"", "tick: expected a whole number"},
        {"\"tick\":250,", "", "tick: is missing"},
        {"\"tick\":250", "\"tick\":250,\"tick\":3", "has the member tick twice"},
        {"\"player\":0", "\"player\":4294967296", "player: expected a whole number up to"},
        {"\"other_player\":1", "\"other_player\":0", "is the side's own slot"},
        {"\"host\"", "\"judge\"", "side: expected host or guest"},
        {"\"counter\"", "[]", "game: expected a text"},
        {"\"a machine\"", "\"" + std::string(4097, 'm') + "\"", "machine: expected a text of at"},
        {"ours.tandem", "", "ours: '' is no plain name"},
        {"ours.tandem", "..", "ours: '..' is no plain name"},
        {"ours.tandem", "../a.tandem", "ours: '../a.tandem' is no plain name"},
        {"ours.tandem", "/etc/passwd", "is no plain name"},
        {"ours.tandem", "a\\\\b", "is no plain name"},
        {"ours.tandem", "a\\u0000b", "is no plain name"},
        {"theirs.tandem", "a/b", "theirs: 'a/b' is no plain name"},
        {"packets.jsonl", "./p", "packets: './p' is no plain name"},
        {"\"theirs\":\"theirs.tandem\",", "", "theirs_missing does not say why"},
        {"\"tick\":250",
         "\"deep\":" + std::string(4000, '[') + std::string(4000, ']') + ",\"tick\":250",
         "is nested deeper than 8 levels"},
        {"a machine", "a \xff machine", "this is no JSON in UTF-8"},
        {"a machine", std::string(70'000, 'm'), "no bundle has more than 65536"},
    };
    for (const BadManifest& bad : all) {
        const auto read = tools::parse_manifest(manifest_with(bad.part, bad.other), "b.json");
        ASSERT_FALSE(read) << bad.other.substr(0, 80);
        EXPECT_EQ(read.error().code, sim::ErrorCode::bad_data);
        EXPECT_TRUE(says(read.error().text(), bad.words));
        EXPECT_TRUE(read.error().text().starts_with("b.json")) << read.error().text();
    }
    for (const char* text : {"", "{", "[]", "null", "7"}) {
        EXPECT_FALSE(tools::parse_manifest(text, "b")) << text;
    }
}

TEST(BundleManifest, NoCutOfItIsTaken) {
    const std::string whole = tools::manifest_text(sound_manifest());
    for (std::size_t size = 0; size + 2 <= whole.size(); ++size) {
        EXPECT_FALSE(tools::parse_manifest(whole.substr(0, size), "b")) << size;
    }
}

class ABundle : public InFolder {
protected:
    ABundle() {
        std::filesystem::create_directory(path("b.desync"));
        BundleManifest manifest = sound_manifest();
        manifest.theirs = "";
        manifest.theirs_missing = "the other side was gone";
        write("b.desync/bundle.json", tools::manifest_text(manifest));
        recorded<Counter>("b.desync/ours.tandem", {"--ticks", "30"});
    }
};

TEST_F(ABundle, IsTakenByItsOwnRecordingWhereOneFileIsRead) {
    const std::string ours = path("b.desync/ours.tandem");
    EXPECT_EQ(tools::own_recording(path("b.desync")).value(), ours);
    EXPECT_EQ(tools::own_recording(ours).value(), ours);
    EXPECT_EQ(tools::own_recording(path("none")).value(), path("none"));
    const Said info = expect<Counter>(0, {"info", path("b.desync")});
    EXPECT_EQ(info.out, program<Counter>({"info", ours}).out);
    const Said why = expect<Counter>(0, {"why", path("b.desync"), "ticks"});
    EXPECT_TRUE(says(why.out, "ticks last changed in tick 29"));
    const Said small = expect<Counter>(
        0, {"minimise", path("b.desync"), "--until", "ticks == 3", "-o", path("small")});
    const Said into = program<Counter>(
        {"minimise", path("b.desync"), "--until", "ticks == 3", "--force", "-o", ours});
    EXPECT_EQ(into.code, 2) << "it is read";
    for (const std::string verb : {"find", "verify"}) {
        std::vector<std::string> arguments{verb, path("b.desync")};
        if (verb == "find") {
            arguments.insert(arguments.begin() + 1, "ticks == 3");
        }
        const Said said = expect<Counter>(0, arguments);
        EXPECT_TRUE(says(said.out, ours));
        EXPECT_FALSE(says(said.out + said.err, "bundle.json"));
    }
}

TEST_F(ABundle, IsRefusedElsewhereWithTheNameOfItsRecording) {
    for (const std::string verb : {"state", "play", "recover"}) {
        const Said said = program<Counter>({verb, path("b.desync"), "-o", path("x")});
        const Said plain = program<Counter>({verb, path("b.desync")});
        EXPECT_TRUE(says(said.err + plain.err,
                         "name the recording in it, " + path("b.desync") + "/ours.tandem"))
            << verb << said.err << plain.err;
    }
    std::filesystem::create_directory(path("folder"));
    EXPECT_TRUE(says(program<Counter>({"info", path("folder")}).err, "is no bundle of a desync"));
    EXPECT_TRUE(says(program<Counter>({"state", path("folder")}).err, "is a folder"));
}

}  // namespace
}  // namespace tandem::test

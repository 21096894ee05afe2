// SPDX-License-Identifier: MIT
// Bundles as sides: what they hold is found, and two that do not belong together are refused.
#include <filesystem>
#include <string>

#include <sys/stat.h>

#include <tandem/tools/program/evidence/compared_sides.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using tools::BundleManifest;
namespace fs = std::filesystem;

class ComparedSides : public InFolder {
protected:
    // A bundle whose recordings hold anything.
    std::string bundle(const std::string& name, const BundleManifest& manifest) const {
        fs::create_directory(path(name));
        write(name + "/bundle.json", tools::manifest_text(manifest));
        write(name + "/ours.tandem", "ours");
        if (!manifest.theirs.empty()) {
            write(name + "/theirs.tandem", "theirs");
        }
        return path(name);
    }
    static BundleManifest host() {
        BundleManifest manifest;
        manifest.tick = 250;
        manifest.is_host = true;
        manifest.other_player = 1;
        manifest.game = "counter";
        manifest.build = "here";
        manifest.theirs = "theirs.tandem";
        return manifest;
    }
    static BundleManifest guest() {
        BundleManifest manifest = host();
        manifest.is_host = false;
        manifest.player = 1;
        manifest.other_player = 0;
        return manifest;
    }
    // The error of opening them.
    static std::string refused(const std::string& a, const std::string& b, sim::ErrorCode code) {
        const auto sides = tools::open_sides(a, b);
        EXPECT_FALSE(sides);
        if (sides) {
            return "";
        }
        EXPECT_EQ(sides.error().code, code);
        return sides.error().text();
    }
};

TEST_F(ComparedSides, OfABundleAreItsTwoRecordings) {
    const std::string a = bundle("a.desync", host());
    const auto sides = tools::open_sides(a, "");
    ASSERT_TRUE(sides) << sides.error().text();
    EXPECT_EQ(sides->names.a, a + "/ours.tandem");
    EXPECT_EQ(sides->names.b, a + "/theirs.tandem");
    EXPECT_FALSE(sides->lacks_theirs());
    ASSERT_EQ(sides->bundles.size(), 1U);
    EXPECT_EQ(sides->bundles[0].manifest, host());
}

TEST_F(ComparedSides, OfTwoBundlesAreTheOwnRecordingsOfEach) {
    const std::string a = bundle("a.desync", host());
    const std::string b = bundle("b.desync", guest());
    const auto sides = tools::open_sides(a, b);
    ASSERT_TRUE(sides) << sides.error().text();
    EXPECT_EQ(sides->names.a, a + "/ours.tandem");
    EXPECT_EQ(sides->names.b, b + "/ours.tandem");
    const auto mixed = tools::open_sides(path("some.tandem"), b);
    ASSERT_TRUE(mixed) << mixed.error().text();
    EXPECT_EQ(mixed->names.a, path("some.tandem"));
    EXPECT_EQ(mixed->names.b, b + "/ours.tandem");
    const auto files = tools::open_sides("x", "y");
    ASSERT_TRUE(files);
    EXPECT_TRUE(files->bundles.empty());
    EXPECT_EQ(files->names.b, "y");
}

TEST_F(ComparedSides, OneWithoutTheOtherSideStandsAlone) {
    BundleManifest manifest = host();
    manifest.theirs = "";
    manifest.theirs_missing = "the other side was gone";
    const auto sides = tools::open_sides(bundle("a", manifest), "");
    ASSERT_TRUE(sides) << sides.error().text();
    EXPECT_EQ(sides->names.b, "");
    EXPECT_TRUE(sides->lacks_theirs());
}

TEST_F(ComparedSides, ThoseThatAreNotOfOneMatchAreRefused) {
    const std::string a = bundle("a", host());
    BundleManifest other = guest();
    other.game = "duel";
    EXPECT_TRUE(says(refused(a, bundle("b1", other), sim::ErrorCode::bad_data),
                     "different games: counter version 0 and duel version 0"));
    EXPECT_TRUE(says(refused(a, bundle("b2", host()), sim::ErrorCode::bad_data),
                     "both bundles are of player 0"));
    other = guest();
    other.is_host = true;
    EXPECT_TRUE(says(refused(a, bundle("b3", other), sim::ErrorCode::bad_data),
                     "both bundles are of a host"));
    other = guest();
    other.tick = 251;
    EXPECT_TRUE(says(refused(a, bundle("b4", other), sim::ErrorCode::bad_data),
                     "different matches: one parted at tick 250, the other at tick 251"));
    // Of three players two guests may each have parted from the host, at ticks of their own.
    BundleManifest third = guest();
    third.player = 2;
    third.tick = 300;
    EXPECT_TRUE(tools::open_sides(bundle("c", guest()), bundle("d", third)));
}

TEST_F(ComparedSides, AFolderThatIsNoBundleOrLacksAFileIsTold) {
    fs::create_directory(path("none"));
    EXPECT_TRUE(says(refused(path("none"), "", sim::ErrorCode::io),
                     "bundle.json: is missing, so this folder is no bundle of a desync"));
    const std::string a = bundle("a", host());
    fs::remove(a + "/theirs.tandem");
    EXPECT_TRUE(says(refused(a, "", sim::ErrorCode::io),
                     "theirs.tandem: is missing, and bundle.json names it"));
}

TEST_F(ComparedSides, WhatIsNoPlainFileIsRefusedUnopened) {
    const std::string target = write("secret", "nobody's business");
    for (const char* name : {"bundle.json", "ours.tandem", "theirs.tandem"}) {
        const std::string a = bundle(std::string("link-") + name, host());
        fs::remove(a + "/" + name);
        fs::create_symlink(target, a + "/" + name);
        EXPECT_TRUE(says(refused(a, "", sim::ErrorCode::io),
                         std::string(name) + ": is no plain file; a bundle holds its files "
                                             "itself"));
        const std::string b = bundle(std::string("pipe-") + name, host());
        fs::remove(b + "/" + name);
        ASSERT_EQ(mkfifo((b + "/" + name).c_str(), 0600), 0);
        EXPECT_TRUE(says(refused(b, "", sim::ErrorCode::io), "is no plain file"));
        const std::string c = bundle(std::string("folder-") + name, host());
        fs::remove(c + "/" + name);
        fs::create_directory(c + "/" + name);
        EXPECT_TRUE(says(refused(c, "", sim::ErrorCode::io), "is no plain file"));
    }
}

TEST_F(ComparedSides, AGiganticManifestIsRefusedBeforeItIsRead) {
    const std::string a = bundle("a", host());
    fs::resize_file(a + "/bundle.json", std::uintmax_t{1} << 40);
    EXPECT_TRUE(says(refused(a, "", sim::ErrorCode::io), "bundle.json"));
}

}  // namespace
}  // namespace tandem::test

// SPDX-License-Identifier: MIT
// Files come at the end of a match, and only of a match.
#include <tandem/tools/netview/net_view.hpp>

#include <filesystem>

#include <tandem/sim/game.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>
#include <tests/tools/netview/a_match.hpp>

namespace tandem::tools::netview {
namespace {

class NetViews : public test::InFolder {
protected:
    const sim::GameInfo& info_ = sim::GameModel<test::Counter>::game_info();
    NetViewOptions options_{path("a.svg"), path("a.json"), false};
};

TEST_F(NetViews, WithoutAMatchThereAreNoFiles) {
    {
        const auto view = NetView::open(options_, info_);
        ASSERT_TRUE(view);
        EXPECT_TRUE(std::filesystem::exists(path("a.svg")));
        EXPECT_EQ((*view)->finish("", "", at_ms(10)), std::nullopt);
    }
    EXPECT_FALSE(std::filesystem::exists(path("a.svg")));
    EXPECT_FALSE(std::filesystem::exists(path("a.json")));
}

TEST_F(NetViews, AnExistingFileIsAnErrorAndNothingElseIsTouched) {
    write("a.json", "mine");
    const auto view = NetView::open(options_, info_);
    ASSERT_FALSE(view);
    EXPECT_EQ(view.error().code, sim::ErrorCode::io);
    EXPECT_FALSE(std::filesystem::exists(path("a.svg")));
}

TEST_F(NetViews, OfAMatchBothFilesAreThere) {
    {
        const auto view = NetView::open(options_, info_);
        ASSERT_TRUE(view);
        (*view)->on_event(a_start({"ann", "bob"}), at_ms(0));
        (*view)->on_event(an_end(0), at_ms(5));
        EXPECT_EQ((*view)->finish("today", "it is over", at_ms(10)), std::nullopt);
    }
    EXPECT_GT(std::filesystem::file_size(path("a.svg")), 1'000U);
    EXPECT_GT(std::filesystem::file_size(path("a.json")), 100U);
}

TEST_F(NetViews, AReportThatIsLostIsAnErrorAndTheTraceIsWhole) {
    const auto view = NetView::open(options_, info_);
    ASSERT_TRUE(view);
    (*view)->on_event(a_start({"ann", "bob"}), at_ms(0));
    std::filesystem::remove(path("a.svg"));
    const auto error = (*view)->finish("today", "it is over", at_ms(10));
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, sim::ErrorCode::io);
    EXPECT_GT(std::filesystem::file_size(path("a.json")), 100U);
}

}  // namespace
}  // namespace tandem::tools::netview

// SPDX-License-Identifier: MIT
// The progress line appears late, says rate and time left, and goes away.
#include <tandem/tools/view/progress.hpp>

#include <condition_variable>
#include <mutex>
#include <sstream>
#include <string_view>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

using std::chrono::milliseconds;

TEST(Progress, IsSilentForHalfASecond) {
    std::ostringstream err;
    Progress progress(err, true, "verifying", "tick", 1000);
    progress.update(0, milliseconds(10'000));
    progress.update(100, milliseconds(10'499));
    EXPECT_EQ(err.str(), "");
    progress.finish();
    EXPECT_EQ(err.str(), "");
}

TEST(Progress, SaysHowFarHowFastAndHowLong) {
    std::ostringstream err;
    Progress progress(err, true, "verifying", "tick", 10'000);
    progress.update(0, milliseconds(0));
    progress.update(2000, milliseconds(1000));
    EXPECT_EQ(err.str(), "\r\x1b[Kverifying  2000 of 10000 ticks, 2000 a second, 4 s left");
    progress.finish();
    EXPECT_EQ(err.str().substr(err.str().size() - 4), "\r\x1b[K");
}

TEST(Progress, TakesTheTotalWhenItIsKnown) {
    std::ostringstream err;
    Progress progress(err, true, "playing", "tick", std::nullopt);
    progress.update(0, milliseconds(0));
    progress.set_total(3000);
    progress.update(1000, milliseconds(1000));
    EXPECT_EQ(err.str(), "\r\x1b[Kplaying  1000 of 3000 ticks, 1000 a second, 2 s left");
}

TEST(Progress, PutsInFrontWhatItIsGivenAndNeverWraps) {
    std::ostringstream err;
    std::string before = "rtt 4 ms";
    Progress progress(err, true, "playing", "tick", std::nullopt, [&] { return before; });
    progress.update(0, milliseconds(0));
    progress.update(600, milliseconds(600));
    EXPECT_EQ(err.str(), "\r\x1b[Krtt 4 ms | playing  600 ticks, 1000 a second");
    before = std::string(100'000, 'x');
    progress.update(600, milliseconds(1'200));
    EXPECT_LT(err.str().size(), 70'000U);  // no terminal has more columns
    EXPECT_EQ(err.str().back(), 'x');
}

TEST(Progress, OfSlowWorkSaysNoRateButTheTimeLeft) {
    std::ostringstream err;
    Progress progress(err, true, "lab loops", "row", 130);
    progress.update(0, milliseconds(0));
    progress.update(10, milliseconds(100'000));
    EXPECT_EQ(err.str(), "\r\x1b[Klab loops  10 of 130 rows, 20 min 00 s left");
}

TEST(Progress, WithoutATotalSaysNoTimeLeft) {
    std::ostringstream err;
    Progress progress(err, true, "recording", "tick", std::nullopt);
    progress.update(0, milliseconds(0));
    progress.update(600, milliseconds(600));
    EXPECT_EQ(err.str(), "\r\x1b[Krecording  600 ticks, 1000 a second");
}

TEST(Progress, RedrawsOnlyNowAndThen) {
    std::ostringstream err;
    Progress progress(err, true, "x", "tick", std::nullopt);
    progress.update(0, milliseconds(0));
    progress.update(1, milliseconds(600));
    const std::string once = err.str();
    progress.update(2, milliseconds(601));
    EXPECT_EQ(err.str(), once);
    progress.update(3, milliseconds(900));
    EXPECT_NE(err.str(), once);
}

TEST(Progress, NeverAppearsWhereItIsNotWanted) {
    std::ostringstream err;
    {
        Progress progress(err, false, "x", "tick", 5);
        progress.update(0, milliseconds(0));
        progress.update(4, milliseconds(5000));
    }
    EXPECT_EQ(err.str(), "");
}

// A stream that another thread may write to; it can be waited for.
class SharedBuffer : public std::stringbuf {
public:
    void wait_for(std::string_view words) {
        std::unique_lock lock(mutex_);
        constexpr std::chrono::seconds k_patience{60};  // ends a hang, judges no speed
        EXPECT_TRUE(written_.wait_for(lock, k_patience, [&] {
            return view().find(words) != std::string_view::npos;
        })) << view();
    }

protected:
    std::streamsize xsputn(const char* text, std::streamsize size) override {
        const std::lock_guard lock(mutex_);
        const std::streamsize written = std::stringbuf::xsputn(text, size);
        written_.notify_all();
        return written;
    }

private:
    std::mutex mutex_;
    std::condition_variable written_;
};

TEST(ElapsedLine, TellsHowLongItHasLastedAndGoesAway) {
    SharedBuffer buffer;
    std::ostream err(&buffer);
    {
        const ElapsedLine line(err, true, "comparing");
        buffer.wait_for("\x1b[Kcomparing, 0 s");
        buffer.wait_for("\x1b[Kcomparing, 1 s");
    }
    EXPECT_TRUE(buffer.view().ends_with("\r\x1b[K"));
}

TEST(ElapsedLine, NeverAppearsForShortWorkOrWhereItIsNotWanted) {
    std::ostringstream err;
    { const ElapsedLine line(err, true, "comparing"); }
    { const ElapsedLine line(err, false, "comparing"); }
    EXPECT_EQ(err.str(), "");
}

}  // namespace
}  // namespace tandem::tools

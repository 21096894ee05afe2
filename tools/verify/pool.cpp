// SPDX-License-Identifier: MIT
// Verifies files by threads. An idle thread takes the next segment of an open file, and opens the
// next file only if there is no segment. So there are never more files open than threads.
#include <tandem/tools/verify/pool.hpp>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include <tandem/replay/files/file_input.hpp>
#include <tandem/tools/program/evidence/session_end.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/system/call_watch.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using replay::Replay;
using replay::SegmentReport;
using replay::VerifyVerdict;

// This is more than any machine has processors.
constexpr std::uint32_t k_threads_max = 4096;

// Counts the ticks of all threads into one line.
class SharedProgress {
public:
    SharedProgress(Console& console, const std::vector<std::string>& files)
        : progress_(console.err(), console.may_redraw(), "verifying", "tick", std::nullopt) {
        for (const std::string& file : files) {
            bytes_ += size_of(file);
        }
    }

    // Notes how many ticks a file holds. The ticks of the others are guessed by their size until
    // they are open.
    void opened(const std::string& file, std::uint64_t ticks);
    void add(std::uint64_t ticks);
    void finish() { progress_.finish(); }

private:
    static std::uint64_t size_of(const std::string& file);

    std::mutex mutex_;
    Progress progress_;
    std::uint64_t bytes_ = 0;
    std::uint64_t opened_bytes_ = 0;
    std::uint64_t opened_ticks_ = 0;
    std::uint64_t ticks_ = 0;
};

bool goes_on(std::uint64_t);

// A file whose segments are being verified. The pool's lock guards the members that change after it
// was opened; each report belongs to the thread that took its segment.
struct WorkingFile {
    WorkingFile(std::size_t place, Replay opened, RegisteredGame its_game, bool has_storm)
        : index(place), file(std::move(opened)), game(its_game), storm_waits(has_storm) {
        segments = replay::plan_segments(file);
        reports.resize(segments.size());
        order.resize(segments.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        end = segments.size();
    }

    // Sorts the segments. A long segment that is begun last would keep one thread busy while all
    // others wait.
    void sort_longest_first();

    // True if a task of this file may begin. Segments behind a suspect segment are not begun any
    // more, those before it are: so the first suspect one is the same whatever the order.
    bool has_more();
    // Lets no segment from this one on begin.
    void stop_at(std::size_t segment) { end = std::min(end, segment); }

    std::size_t index;  // index of its outcome
    Replay file;
    RegisteredGame game;
    std::vector<replay::Segment> segments;
    std::vector<SegmentReport> reports;
    replay::SeekStormReport storm;
    bool storm_waits;
    std::vector<std::size_t> order;  // order in which segments are taken
    std::size_t next = 0;            // place in that order
    std::size_t end = 0;             // segments from here on are not taken
    std::size_t running = 0;         // tasks that were taken and are not done
    bool is_begun = false;           // some task was taken
    std::optional<Error> error;
};

// The next work of a thread.
struct Task {
    enum class Kind { none, open, segment, storm };
    Kind kind = Kind::none;
    std::size_t index = 0;        // index of the file, or of the segment
    WorkingFile* file = nullptr;  // file of a segment or a storm
};

class Pool {
public:
    Pool(const std::vector<std::string>& files, const PoolOptions& options, const Context& context)
        : files_(files),
          options_(options),
          context_(context),
          outcomes_(files.size()),
          progress_(context.console, files) {
        for (std::size_t i = 0; i < files.size(); ++i) {
            outcomes_[i].path = files[i];
        }
    }

    PoolResult run();

private:
    void work();
    Task extract();

    // Does the work. Even a lack of memory is an outcome: an exception out of a thread would end
    // the program, and one file must not cost the others.
    template <class Work>
    static std::optional<Error> safely(const std::string& path, const Work& work) {
        try {
            return work();
        } catch (const std::bad_alloc&) {
            return out_of_memory(path);
        } catch (const std::exception& exception) {
            return Error{ErrorCode::internal, path, unexpected_text(exception.what())};
        }
    }

    void open(std::size_t index);

    // Opens a file. There is no file to work on, and no error, if the outcome was found.
    std::optional<Error> open(std::size_t index, Outcome& outcome,
                              std::unique_ptr<WorkingFile>& working);

    // Reads a file. The digest is that of the very bytes that are simulated, even if the file
    // changes meanwhile.
    Result<std::optional<Replay>> read(Outcome& outcome);
    std::optional<Outcome> find(const Outcome& outcome);
    void keep(const Outcome& outcome);
    void do_task(const Task& task);
    std::unique_ptr<WorkingFile> remove(const WorkingFile& file);
    std::optional<Error> verify(WorkingFile& file, std::size_t segment);
    std::optional<Error> seek(WorkingFile& file);
    void conclude(WorkingFile& file);
    std::optional<Error> report(WorkingFile& file, Outcome& outcome);

    bool is_stopped() const { return is_ended_ || pending_signal() != 0; }

    const std::vector<std::string>& files_;
    const PoolOptions& options_;
    const Context& context_;
    std::vector<Outcome> outcomes_;
    SharedProgress progress_;

    std::mutex mutex_;
    std::condition_variable opened_;
    std::list<std::unique_ptr<WorkingFile>> working_;  // in the order of the files
    std::size_t next_file_ = 0;
    std::size_t opening_ = 0;

    std::mutex keeping_;
    std::optional<Error> error_;         // error of keeping an outcome
    std::atomic<bool> is_ended_{false};  // true after that error
};

}  // namespace

PoolResult verify_files(const std::vector<std::string>& files, const PoolOptions& options,
                        const Context& context) {
    return Pool(files, options, context).run();
}

namespace {

void SharedProgress::opened(const std::string& file, std::uint64_t ticks) {
    const std::lock_guard lock(mutex_);
    opened_ticks_ += ticks;
    opened_bytes_ += size_of(file);
    const double part =
        opened_bytes_ == 0 ? 1 : static_cast<double>(bytes_) / static_cast<double>(opened_bytes_);
    progress_.set_total(static_cast<std::uint64_t>(static_cast<double>(opened_ticks_) * part));
}

void SharedProgress::add(std::uint64_t ticks) {
    const std::lock_guard lock(mutex_);
    ticks_ += ticks;
    progress_.update(ticks_, steady_now());
}

std::uint64_t SharedProgress::size_of(const std::string& file) {
    std::error_code failure;
    const std::uintmax_t bytes = std::filesystem::file_size(file, failure);
    return failure ? 0 : bytes;
}

bool goes_on(std::uint64_t) { return pending_signal() == 0; }

void WorkingFile::sort_longest_first() {
    const auto length = [&](std::size_t i) {
        return segments[i].end_tick - segments[i].first_tick;
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return length(a) > length(b); });
}

bool WorkingFile::has_more() {
    while (next < order.size() && order[next] >= end) {
        ++next;
    }
    return pending_signal() == 0 && ((storm_waits && end > 0) || next < order.size());
}

PoolResult Pool::run() {
    std::vector<std::thread> threads;
    const std::uint32_t helpers = std::min(options_.jobs, k_threads_max) - 1;
    threads.reserve(helpers);
    try {
        while (threads.size() < helpers) {
            threads.emplace_back([this] { work(); });
        }
    } catch (const std::system_error&) {
        // If no more threads can be had, those that exist do all of it.
    }
    work();
    for (std::thread& thread : threads) {
        thread.join();
    }
    // A signal may have left files that were begun.
    for (auto& file : working_) {
        if (file->is_begun) {
            conclude(*file);
        }
    }
    progress_.finish();
    return {std::move(outcomes_), std::move(error_)};
}

void Pool::work() {
    const CallWatch watch(watched_calls(context_));
    for (Task task = extract(); task.kind != Task::Kind::none; task = extract()) {
        switch (task.kind) {
            case Task::Kind::none:
                break;
            case Task::Kind::open:
                open(task.index);
                break;
            case Task::Kind::segment:
            case Task::Kind::storm:
                do_task(task);
                break;
        }
    }
}

Task Pool::extract() {
    std::unique_lock lock(mutex_);
    while (true) {
        for (auto& file : working_) {
            if (is_ended_ || !file->has_more()) {
                continue;
            }
            ++file->running;
            file->is_begun = true;
            // The storm takes longest, so it comes first.
            if (std::exchange(file->storm_waits, false)) {
                return {Task::Kind::storm, 0, file.get()};
            }
            return {Task::Kind::segment, file->order[file->next++], file.get()};
        }
        if (next_file_ < files_.size() && !is_stopped()) {
            ++opening_;
            return {Task::Kind::open, next_file_++, nullptr};
        }
        if (opening_ == 0) {
            return {};
        }
        opened_.wait(lock);
    }
}

void Pool::open(std::size_t index) {
    Outcome& outcome = outcomes_[index];
    std::unique_ptr<WorkingFile> working;
    outcome.error = safely(outcome.path, [&] { return open(index, outcome, working); });
    progress_.opened(outcome.path, working ? working->file.ticks() : 0);
    if (!working) {
        keep(outcome);
    }
    const std::lock_guard lock(mutex_);
    --opening_;
    if (working) {
        working_.push_back(std::move(working));
    }
    opened_.notify_all();
}

std::optional<Error> Pool::open(std::size_t index, Outcome& outcome,
                                std::unique_ptr<WorkingFile>& working) {
    auto file = read(outcome);
    TANDEM_TRY(file);
    if (!*file) {
        return std::nullopt;
    }
    outcome.game = (*file)->header().game;
    outcome.maker = (*file)->header().game_build;
    const auto game = game_of(**file, outcome.path, context_);
    TANDEM_TRY(game);
    working = std::make_unique<WorkingFile>(index, std::move(**file), *game,
                                            options_.checks.storm.seeks > 0);
    if (options_.jobs > 1) {
        working->sort_longest_first();
    }
    return std::nullopt;
}

Result<std::optional<Replay>> Pool::read(Outcome& outcome) {
    if (!options_.wants_digest) {
        auto file = open_replay(outcome.path, context_);
        return file ? Result<std::optional<Replay>>(std::move(*file)) : file.error();
    }
    auto content = replay::read_file(outcome.path);
    TANDEM_TRY(content);
    outcome.digest = sim::digest_bytes(content->bytes);
    if (auto known = find(outcome)) {
        known->path = outcome.path;
        outcome = std::move(*known);
        return std::optional<Replay>();
    }
    replay::OpenOptions options = open_options(context_);
    options.is_live = content->is_live;
    auto file = Replay::parse(std::move(content->bytes), options);
    return file ? Result<std::optional<Replay>>(std::move(*file))
                : file.error().within(outcome.path);
}

std::optional<Outcome> Pool::find(const Outcome& outcome) {
    const std::lock_guard lock(keeping_);
    return options_.find ? options_.find(outcome.path, *outcome.digest) : std::nullopt;
}

void Pool::keep(const Outcome& outcome) {
    const bool is_interrupted =
        outcome.report && outcome.report->verdict == VerifyVerdict::interrupted;
    const std::lock_guard lock(keeping_);
    if (!options_.keep || is_interrupted || error_) {
        return;
    }
    if (auto kept = options_.keep(outcome); !kept) {
        error_ = kept.error();
        is_ended_ = true;
    }
}

void Pool::do_task(const Task& task) {
    WorkingFile& file = *task.file;
    const auto error = safely(files_[file.index], [&]() -> std::optional<Error> {
        return task.kind == Task::Kind::storm ? seek(file) : verify(file, task.index);
    });
    std::unique_ptr<WorkingFile> done;
    {
        const std::lock_guard lock(mutex_);
        --file.running;
        if (error && !file.error) {
            file.error = error;
        }
        if (error) {
            file.stop_at(0);
        } else if (task.kind == Task::Kind::segment && stops(file.reports[task.index])) {
            file.stop_at(task.index);
            file.storm_waits = false;
        }
        if (file.running == 0 && (is_ended_ || !file.has_more())) {
            done = remove(file);
        }
    }
    if (done) {
        conclude(*done);
    }
}

std::unique_ptr<WorkingFile> Pool::remove(const WorkingFile& file) {
    const auto at = std::find_if(working_.begin(), working_.end(),
                                 [&](const auto& one) { return one.get() == &file; });
    auto removed = std::move(*at);
    working_.erase(at);
    return removed;
}

std::optional<Error> Pool::verify(WorkingFile& file, std::size_t segment) {
    std::uint64_t told = 0;
    const auto tell = [&](std::uint64_t ticks) {
        progress_.add(ticks - std::exchange(told, ticks));
        return goes_on(ticks);
    };
    file.reports[segment] =
        replay::verify_segment(file.file, file.game.make(), file.segments[segment],
                               options_.checks.round_trip_ticks, tell);
    progress_.add(file.reports[segment].ticks_checked - told);
    return std::nullopt;
}

std::optional<Error> Pool::seek(WorkingFile& file) {
    auto storm = replay::seek_storm(file.file, file.game.make(), options_.checks.storm, &goes_on);
    if (storm) {
        file.storm = std::move(*storm);
    }
    // If a file cannot be played, its segments tell that.
    return std::nullopt;
}

void Pool::conclude(WorkingFile& file) {
    Outcome& outcome = outcomes_[file.index];
    outcome.error =
        file.error ? file.error : safely(outcome.path, [&] { return report(file, outcome); });
    keep(outcome);
}

std::optional<Error> Pool::report(WorkingFile& file, Outcome& outcome) {
    auto report = replay::conclude(file.file, file.game.make(), file.reports, file.storm, &goes_on)
                      .within(outcome.path);
    TANDEM_TRY(report);
    outcome.seek_seed =
        options_.checks.storm.seeks > 0 ? std::optional(options_.checks.storm.seed) : std::nullopt;
    outcome.report = std::move(*report);
    auto flaw = file.file.flaw();
    if (flaw && options_.wants_digest) {
        flaw = flaw->within(outcome.path);
    }
    return error_of(outcome.path, *outcome.report, flaw);
}

}  // namespace
}  // namespace tandem::tools

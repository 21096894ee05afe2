// SPDX-License-Identifier: MIT
// Records sessions here and plays them in copies of this process, where the game has not been
// played before.
#include <tandem/tools/check/chaos.hpp>

#include <algorithm>

#include <tandem/sim/math/random.hpp>
#include <tandem/tools/check/inquest.hpp>
#include <tandem/tools/check/origin.hpp>

namespace tandem::tools::check {
namespace {

using sim::AnySimulation;

class Chaos {
public:
    explicit Chaos(const ChaosPlan& plan) : plan_(plan) {
        for (const DisturbanceInfo& info : all_disturbances()) {
            const auto may = check_disturbance(info.kind, *plan.game.info);
            report_.disturbances.push_back(
                {info.kind, 0, 0, may ? "" : may.error().message, false});
        }
    }

    ChaosReport run();

private:
    bool is_interrupted() const { return plan_.is_interrupted && plan_.is_interrupted(); }

    OriginHooks hooks() const;

    // Plays the session here, to record its inputs.
    Result<void> record(SessionHistory& history, AnySimulation& main);
    Result<void> disturb_session(Origin& origin, const Setup& setup);

    // The disturbances of each run of a round.
    std::vector<std::vector<Disturbance>> mixtures_of(std::uint64_t round) const;
    Result<void> compare(Origin& origin, const SessionHistory& history, const RunOutcome& plain,
                         const std::vector<Disturbance>& mixture);

    const ChaosPlan& plan_;
    ChaosReport report_;
    std::uint64_t work_done_ = 0;
};

}  // namespace

std::uint64_t ChaosPlan::work_ticks() const {
    const std::uint64_t runs = only.empty() ? all_disturbances().size() + rounds : 2;
    return ticks * seeds * runs;
}

ChaosReport cause_chaos(const ChaosPlan& plan) { return Chaos(plan).run(); }

namespace {

ChaosReport Chaos::run() {
    auto origin = Origin::start(plan_.game);
    if (!origin) {
        report_.failure = origin.error();
        return std::move(report_);
    }
    Setup setup = plan_.setup;
    do {
        const std::uint64_t before = report_.ticks;
        if (auto done = disturb_session(*origin, setup); !done) {
            if (!is_interrupted()) {
                report_.failure = done.error();
            }
            break;
        }
        if (report_.ticks == before) {
            break;
        }
        ++report_.sessions;
        ++setup.seed;
    } while (!report_.finding && !is_interrupted() &&
             plan_.wants_more(report_.ticks, report_.sessions));
    report_.is_interrupted = is_interrupted();
    return std::move(report_);
}

OriginHooks Chaos::hooks() const {
    OriginHooks hooks;
    hooks.is_interrupted = plan_.is_interrupted;
    if (plan_.progress) {
        hooks.progress = [this](std::uint64_t ticks) { plan_.progress(work_done_ + ticks); };
    }
    return hooks;
}

Result<void> Chaos::record(SessionHistory& history, AnySimulation& main) {
    history.start(main);
    const std::uint64_t most = plan_.ticks_of_session(report_.ticks);
    Bytes record;
    while (history.ticks() < most && !main.finished() && !is_interrupted()) {
        const sim::Tick tick{history.ticks()};
        const std::string place = "seed " + std::to_string(history.setup().seed) + ", tick " +
                                  std::to_string(tick.number);
        const sim::FaultScope scope(report_.faults, tick.number);
        const auto made = plan_.make_record(tick, main, record);
        if (!made) {
            return made.error().within(place);
        }
        if (!*made) {
            break;
        }
        const auto stepped = main.step(record);
        if (!stepped) {
            return stepped.error().within(place);
        }
        history.add(record, stepped, main);
    }
    report_.ticks += history.ticks();
    return {};
}

Result<void> Chaos::disturb_session(Origin& origin, const Setup& setup) {
    AnySimulation main = plan_.game.make();
    TANDEM_TRY(main.reset(setup));
    SessionHistory history(plan_.game, main.setup(), 0);
    TANDEM_TRY(record(history, main));
    if (history.ticks() == 0) {
        return {};
    }
    if (!origin.report_session(history)) {
        return Error{sim::ErrorCode::io, "", "the process from which runs begin is gone"};
    }
    auto plain = origin.play({}, hooks());
    TANDEM_TRY(plain);
    work_done_ += history.ticks();
    if (!plan_.only.empty()) {
        return compare(origin, history, *plain, plan_.only);
    }
    for (std::uint64_t round = 0; round < plan_.rounds; ++round) {
        for (const auto& mixture : mixtures_of(round)) {
            if (auto done = compare(origin, history, *plain, mixture); !done || report_.finding) {
                return done;
            }
        }
    }
    return {};
}

std::vector<std::vector<Disturbance>> Chaos::mixtures_of(std::uint64_t round) const {
    const Random of_session = Random(plan_.chaos_seed).split(report_.sessions).split(round);
    std::vector<std::vector<Disturbance>> mixtures;
    std::vector<Disturbance> mixture;
    std::uint64_t stream = 0;
    for (const DisturbanceReport& each : report_.disturbances) {
        if (!each.not_run.empty()) {
            continue;
        }
        Random random = of_session.split(++stream);
        const bool takes_part = random.chance(1, 3);
        const Disturbance drawn = draw_disturbance(each.kind, random.below(std::uint64_t{1} << 32));
        if (round == 0) {
            mixtures.push_back({drawn});
        } else if (takes_part && each.kind != DisturbanceKind::later) {
            mixture.push_back(drawn);  // without `later`, which makes each a second longer
        }
    }
    if (!mixture.empty()) {
        mixtures.push_back(std::move(mixture));
    }
    return mixtures;
}

Result<void> Chaos::compare(Origin& origin, const SessionHistory& history, const RunOutcome& plain,
                            const std::vector<Disturbance>& mixture) {
    const auto disturbed = origin.play({mixture, 1, {}}, hooks());
    TANDEM_TRY(disturbed);
    work_done_ += history.ticks();
    ++report_.runs;
    const bool is_same = are_equal(plain, *disturbed);
    // There is one state more than ticks.
    const std::uint64_t ticks = std::min(moment_of_difference(plain, *disturbed), history.ticks());
    report_.ticks_compared += ticks;
    for (const Disturbance& each : mixture) {
        DisturbanceReport& of_kind = report_.disturbances[static_cast<std::size_t>(each.kind)];
        ++of_kind.runs;
        of_kind.ticks_compared += ticks;
        of_kind.has_differed = of_kind.has_differed || !is_same;
    }
    if (is_same) {
        return {};
    }
    auto finding = hold_inquest(origin, history, plain, {mixture, *disturbed}, hooks());
    TANDEM_TRY(finding);
    report_.finding = std::move(finding).value();
    return {};
}

}  // namespace
}  // namespace tandem::tools::check

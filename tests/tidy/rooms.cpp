// SPDX-License-Identifier: MIT
// Rooms are held in order as layers are: what lies lower never needs what lies higher.
#include <tests/tidy/rooms.hpp>

#include <algorithm>
#include <optional>
#include <string>

namespace tandem::tidy {
namespace {

struct Place {
    std::string name;  // "math/", or "types" for a file beside the rooms
    std::size_t row = 0;
};

// Where `path`, from the house's folder on, lies; nothing where no row has its name.
std::optional<Place> place_of(const House& house, std::string_view path) {
    const std::size_t slash = path.find('/');
    const bool is_room = slash != std::string_view::npos;
    const std::string_view name =
        is_room ? path.substr(0, slash + 1) : path.substr(0, path.rfind('.'));
    for (std::size_t row = 0; row < house.rows.size(); ++row) {
        const auto& names = house.rows[row];
        if (std::find(names.begin(), names.end(), name) != names.end())
            return Place{std::string(name), row};
    }
    return std::nullopt;
}

void check_house(const House& house, const File& file, std::vector<Finding>& findings) {
    const std::string folder = std::string(house.folder) + "/";
    if (!file.path.starts_with(folder))
        return;
    const auto place = place_of(house, std::string_view(file.path).substr(folder.size()));
    if (!place) {
        findings.push_back({1, "no row of tests/tidy/rooms.cpp has a place for it in " + folder});
        return;
    }
    for (const Include& include : includes_of(file)) {
        const std::string prefix = "tandem/" + folder;
        if (!include.target.starts_with(prefix))
            continue;
        const auto other = place_of(house, std::string_view(include.target).substr(prefix.size()));
        if (!other || other->row > place->row) {
            findings.push_back({include.line, "goes up: in " + folder + " " + place->name +
                                                  " comes before " + include.target});
        }
    }
}

void check_rooms(const File& file, std::vector<Finding>& findings) {
    if (!file.path.ends_with(".hpp") && !file.path.ends_with(".cpp"))
        return;
    for (const House& house : houses())
        check_house(house, file, findings);
}

}  // namespace

const std::vector<House>& houses() {
    static const std::vector<House> k_houses{
        {"sim",
         {{"assert", "fwd", "nearest", "result", "text", "types"},
          {"bytes/"},
          {"math/"},
          {"containers/"},
          {"time/"},
          {"schema/"},
          {"serialize/"},
          {"game/"},
          {"history/"},
          {"game"}}},
        {"replay",
         {{"files/"},
          {"coding/"},
          {"blocks/"},
          {"recording/"},
          {"play/"},
          {"compare/"},
          {"verify/"},
          {"query/"},
          {"explain/"},
          {"edit/"},
          {"replay"}}},
        {"net",
         {{"wire/"},
          {"transport/"},
          {"ticket/"},
          {"event", "input_source", "options", "status"},
          {"session/"},
          {"lockstep"},
          {"driver"},
          {"net"}}},
        {"tools",
         {{"exit_code"},
          {"text/"},
          {"system/"},
          {"process/"},
          {"registry"},
          {"verb"},
          {"inputs/"},
          {"view/"},
          {"check/"},
          {"netview/"},
          {"formats/"},
          {"netsim/"},
          {"games/", "object_check/"},
          {"program/"},
          {"verify/"},
          {"web/"},
          {"autopsy/"},
          {"verbs/"},
          {"lab/"},
          {"run", "main"}}},
        {"tools/program",
         {{"cli/"}, {"trial/"}, {"evidence/"}, {"session/"}, {"match/"}, {"program"}}},
        {"tools/lab",
         {{"articles", "binary64", "exact_decimal", "table"},
          {"machine/"},
          {"loops/"},
          {"games/"},
          {"experiments/"},
          {"replay/", "lockstep/"},
          {"claims/"},
          {"sections/"},
          {"match/", "report/", "window/", "browser/"},
          {"verb/"}}},
    };
    return k_houses;
}

Rule rooms_rule() {
    return {"rooms",
            check_rooms,
            {{"sim/bytes/x.hpp", "#include <tandem/sim/math/fixed.hpp>"},
             {"sim/types.hpp", "#include <tandem/sim/bytes/bytes.hpp>"},
             {"sim/game/x.cpp", "#include <tandem/sim/elsewhere/x.hpp>"},
             {"sim/elsewhere/x.cpp", "int x;"},
             {"sim/elsewhere.cpp", "int x;"},
             {"replay/x.cpp", "int x;"},
             {"replay/play/x.cpp", "#include <tandem/replay/verify/merge.hpp>"},
             {"replay/query/x.cpp", "#include <tandem/replay/explain/blame.hpp>"},
             {"net/wire/x.cpp", "#include <tandem/net/session/session.hpp>"},
             {"net/session/x.hpp", "#include <tandem/net/lockstep.hpp>"},
             {"net/transport/x.cpp", "#include <tandem/net/ticket/ticket.hpp>"},
             {"replay/coding/x.hpp", "#include <tandem/replay/blocks/block.hpp>"},
             {"tools/system/x.cpp", "#include <tandem/tools/view/progress.hpp>"},
             {"tools/verbs/x.cpp", "#include <tandem/tools/lab/table.hpp>"},
             {"tools/program/trial/x.cpp", "#include <tandem/tools/program/match/patience.hpp>"},
             {"tools/lab/machine/x.hpp", "#include <tandem/tools/lab/loops/loop.hpp>"},
             {"tools/lab/loops/x.cpp", "#include <tandem/tools/lab/claims/arms.hpp>"},
             {"tools/lab/replay/x.cpp", "#include <tandem/tools/lab/sections/section.hpp>"},
             {"tools/lab/table.hpp", "#include <tandem/tools/lab/machine/machine.hpp>"},
             {"tools/lab/machine/x.cpp", "#include <tandem/tools/lab/elsewhere/x.hpp>"},
             {"tools/lab/elsewhere/x.cpp", "int x;"}},
            {{"sim/math/x.hpp", "#include <tandem/sim/types.hpp>"},
             {"sim/history/x.cpp", "#include <tandem/sim/bytes/hash.hpp>"},
             {"sim/bytes/x.cpp", "// #include <tandem/sim/math/fixed.hpp>"},
             {"net/session/x.cpp", "#include <tandem/net/options.hpp>"},
             {"tools/lab/loops/x.cpp", "#include <tandem/tools/lab/machine/platform.hpp>"},
             {"tools/lab/machine/x.cpp", "#include <tandem/tools/lab/machine/platform.hpp>"},
             {"tools/lab/machine/x.cpp", "#include <tandem/tools/lab/table.hpp>"},
             {"tools/lab/replay/x.cpp", "#include <tandem/tools/lab/lockstep/tables.hpp>"},
             {"tools/lab/articles.hpp", "#include <tandem/tools/lab/table.hpp>"},
             {"tests/sim/bytes/x.cpp", "#include <tandem/sim/math/fixed.hpp>"}}};
}

}  // namespace tandem::tidy

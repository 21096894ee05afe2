// SPDX-License-Identifier: MIT
// Kinds stand by rank, names by their first appearance.
#include <tandem/tools/object_check/report.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <tandem/tools/object_check/ban_list.hpp>

namespace tandem::object_check {
namespace {

// Other kinds follow behind these.
constexpr std::array<std::string_view, 10> k_ranks{
    "floating point", "clock",
    "random",         "machine",
    "system call",    "thread",
    "thread-local",   "input and output",
    "unreadable",     "a variable that outlives the game"};

std::size_t rank_of(std::string_view kind) {
    return static_cast<std::size_t>(std::find(k_ranks.begin(), k_ranks.end(), kind) -
                                    k_ranks.begin());
}

// An instruction is known by its function: its registers say nothing to anybody.
std::string name_of(const ObjectFinding& finding) {
    return family_of(readable(finding.is_instruction ? finding.function : finding.what));
}

// Shortens a template's name, whose end may be pages away.
std::string shortened(const std::string& text) {
    constexpr std::size_t k_length_max = 90;
    return text.size() <= k_length_max ? text : text.substr(0, k_length_max - 3) + "...";
}

std::string counted(std::size_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace

std::string family_of(const std::string& name) {
    constexpr std::string_view k_anonymous = "(anonymous namespace)";
    constexpr std::string_view k_operator = "operator";
    std::string family;
    std::size_t angles = 0;
    for (std::size_t at = 0; at < name.size(); ++at) {
        const std::string_view rest = std::string_view(name).substr(at);
        if (rest.starts_with(k_anonymous) && angles == 0) {
            family += k_anonymous;
            at += k_anonymous.size() - 1;
        } else if (rest.starts_with(k_operator) && angles == 0) {
            // Signs of an operator's name are no brackets: operator<<, operator().
            const std::size_t signs =
                rest.starts_with("operator()")
                    ? k_operator.size() + 2
                    : std::min(rest.find_first_not_of("<>-=+*/%!&|^~,[]", k_operator.size()),
                               rest.size());
            family += rest.substr(0, signs);
            at += signs - 1;
        } else if (name[at] == '<') {
            family += angles++ == 0 ? "<" : "";
        } else if (name[at] == '>' && angles > 0 && name[at - 1] != '-') {
            family += --angles == 0 ? ">" : "";
        } else if (name[at] == '(' && angles == 0) {
            return family;
        } else if (angles == 0) {
            family += name[at];
        }
    }
    return family;
}

std::vector<Group> grouped(const std::vector<ObjectFinding>& findings) {
    std::vector<Group> groups;
    for (const ObjectFinding& finding : findings) {
        const std::string name = name_of(finding);
        auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& each) {
            return each.kind == finding.kind && each.name == name;
        });
        if (group == groups.end()) {
            group = groups.insert(group, Group{finding.kind, name, {}});
        }
        group->findings.push_back(finding);
    }
    // Kinds of one rank stand by their first appearance too.
    std::vector<std::string_view> kinds;
    for (const Group& group : groups) {
        if (std::find(kinds.begin(), kinds.end(), group.kind) == kinds.end()) {
            kinds.push_back(group.kind);
        }
    }
    const auto place = [&](const Group& group) {
        return std::pair(rank_of(group.kind),
                         std::find(kinds.begin(), kinds.end(), group.kind) - kinds.begin());
    };
    std::stable_sort(groups.begin(), groups.end(),
                     [&](const Group& a, const Group& b) { return place(a) < place(b); });
    return groups;
}

std::string text_of(const Group& group) {
    constexpr std::size_t k_named = 3;
    std::string text = text_of(group.findings.front());
    const std::size_t more = group.findings.size() - 1;
    for (std::size_t index = 1; index <= std::min(more, k_named); ++index) {
        const ObjectFinding& finding = group.findings[index];
        text += (index == 1 ? "\n    and " + std::to_string(more) + " more: in " : ", in ") +
                shortened(readable(finding.function)) + " in " + finding.object;
    }
    return text + (more > k_named ? ", ..." : "");
}

std::string summary_of(const std::vector<Group>& groups) {
    std::string text;
    for (auto group = groups.begin(); group != groups.end();) {
        const auto end = std::find_if(group, groups.end(),
                                      [&](const Group& each) { return each.kind != group->kind; });
        std::size_t findings = 0;
        for (auto each = group; each != end; ++each) {
            findings += each->findings.size();
        }
        text += (text.empty() ? "" : ", ") + std::to_string(findings) + " " +
                std::string(group->kind) + " (" +
                counted(static_cast<std::size_t>(end - group), "name") + ")";
        group = end;
    }
    return text;
}

}  // namespace tandem::object_check

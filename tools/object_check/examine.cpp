// SPDX-License-Identifier: MIT
// The walk is breadth-first, so that the route of a finding is a shortest one.
#include <tandem/tools/object_check/examine.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <utility>

#include <tandem/tools/object_check/ban_list.hpp>
#include <tandem/tools/object_check/instructions.hpp>

namespace tandem::object_check {
namespace {

// A function, or a section of data, of an object.
struct Node {
    std::size_t object = 0;
    bool is_data = false;
    std::string name;

    friend auto operator<=>(const Node&, const Node&) = default;
};

std::string_view kind_of_variables(std::string_view section);
std::string predicate(std::string_view kind);

class CallWalk {
public:
    CallWalk(const std::vector<Object>& objects, std::string_view root_prefix,
             const std::vector<std::string>& allowed)
        : objects_(objects), allowed_(allowed) {
        for (std::size_t object = 0; object < objects.size(); ++object) {
            for (const auto& [symbol, part] : objects[object].functions) {
                if (symbol.starts_with(root_prefix)) {
                    reach({object, false, symbol}, nullptr);
                    ++result_.roots;
                }
            }
        }
    }

    Examination finish();

private:
    void reach(const Node& node, const Node* from);
    const Part& part_of(const Node& node) const;
    void visit(const Node& node);
    void judge_instructions(const Node& node, const Part& part);

    // The game does not answer for the calls of a banned name.
    void follow(const Node& from, const std::string& reference);

    // Local symbols and sections are every object's own, even if they have the same name.
    bool is_visible(std::size_t object, const std::string& reference, const Node& from,
                    bool is_local) const;
    static bool defines(const Object& object, const std::string& symbol);

    // Reaches a function, or a section with everything that stands in it: its code, or the
    // functions that its addresses name.
    void reach_in(std::size_t index, const std::string& reference, const Node& from);

    // Judges a variable that is not read-only, by its own name if it has a section for itself.
    void judge_variable(const Object& object, const std::string& reference,
                        const std::string& section, const Node& from) {
        const std::string_view kind = kind_of_variables(section);
        if (kind.empty()) {
            return;
        }
        std::string name = reference;
        if (reference.starts_with(".")) {
            const auto in_section = [&](const auto& symbol) {
                return symbol.second == section && !symbol.first.starts_with(".");
            };
            const auto& symbols = object.section_of_data;
            if (std::count_if(symbols.begin(), symbols.end(), in_section) == 1) {
                name = std::find_if(symbols.begin(), symbols.end(), in_section)->first;
            }
        }
        // Nobody can have written such a name: counters of coverage, places for reports.
        const bool is_generated = (name.starts_with(".L") && !name.starts_with(".LANCHOR")) ||
                                  name.starts_with("__unnamed_") ||
                                  section.find("..L") != section.npos;
        if (!is_generated && !may_be_static(name) && !is_allowed(name, allowed_) &&
            said_variables_.insert({from, name}).second) {
            find(from, name, kind, reference);
        }
    }

    // Notes a finding. `place` is the instruction or the symbol where it stands in the code.
    void find(const Node& node, std::string what, std::string_view kind, const std::string& place);

    const std::vector<Object>& objects_;
    const std::vector<std::string>& allowed_;
    std::set<std::pair<Node, std::string>> said_variables_;
    Examination result_;
    std::map<Node, Node> reached_by_;  // a root is reached by itself
    std::deque<Node> waiting_;
};

}  // namespace

Examination examine(const std::vector<Object>& objects, std::string_view root_prefix,
                    const std::vector<std::string>& allowed) {
    return CallWalk(objects, root_prefix, allowed).finish();
}

std::string text_of(const ObjectFinding& finding) {
    std::string text = readable(finding.function) + " in " + finding.object + ": `" +
                       readable(finding.what) + "` " + predicate(finding.kind);
    for (std::size_t line = 0; line < finding.lines.size(); ++line) {
        // The place where the entry point itself calls the game is no news.
        if (line == 0 ||
            finding.lines[line].find("/sim/game/step_roots.hpp:") == std::string::npos) {
            text += (line == 0 ? "\n    at " : "\n       inlined at ") + finding.lines[line];
        }
    }
    // The route ends with the function itself, which is named already.
    for (std::size_t step = 0; step + 1 < finding.route.size(); ++step) {
        text +=
            (step == 0 ? "\n    reached by " : "\n            -> ") + readable(finding.route[step]);
    }
    return text;
}

namespace {

// Returns the kind of a section's variables, or nothing if they can not change.
std::string_view kind_of_variables(std::string_view section) {
    const auto begins = [&](std::string_view beginning) {
        return section == beginning ||
               (section.starts_with(beginning) && section[beginning.size()] == '.');
    };
    if (begins(".tdata") || begins(".tbss")) {
        return k_thread_local;
    }
    const bool is_writable = begins(".data") || begins(".bss") || begins(".sdata") ||
                             begins(".sbss") || begins(".ldata") || begins(".lbss");
    return is_writable && !begins(".data.rel.ro") ? "a variable that outlives the game"
                                                  : std::string_view{};
}

// Returns the words for an instruction or a symbol of this kind.
std::string predicate(std::string_view kind) {
    static const std::map<std::string_view, std::string_view> k_said{
        {"clock", "depends on a clock"},
        {"random", "draws random numbers"},
        {"thread", "is for threads"},
        {"input and output", "reads or writes outside the game"},
        {"machine", "asks which machine it is"},
        {"system call", "calls the operating system"},
        {"unreadable", "is no instruction that the disassembler knows"}};
    const auto said = k_said.find(kind);
    return said == k_said.end() ? "is " + std::string(kind) : std::string(said->second);
}

Examination CallWalk::finish() {
    while (!waiting_.empty()) {
        const Node node = waiting_.front();
        waiting_.pop_front();
        visit(node);
    }
    return std::move(result_);
}

void CallWalk::reach(const Node& node, const Node* from) {
    const auto [entry, is_new] = reached_by_.try_emplace(node, from ? *from : node);
    if (is_new) {
        waiting_.push_back(node);
    }
}

const Part& CallWalk::part_of(const Node& node) const {
    const Object& object = objects_[node.object];
    return node.is_data ? object.data.at(node.name) : object.functions.at(node.name);
}

void CallWalk::visit(const Node& node) {
    const Part& part = part_of(node);
    if (!node.is_data) {
        ++result_.functions;
        judge_instructions(node, part);
    }
    for (const std::string& symbol : part.thread_locals) {
        if (!is_allowed(symbol, allowed_) && !may_be_static(symbol)) {
            find(node, symbol, k_thread_local, symbol);
        }
    }
    for (const std::string& reference : part.references) {
        follow(node, reference);
    }
}

void CallWalk::judge_instructions(const Node& node, const Part& part) {
    // A single finding shows the place; its neighbours would repeat it. Names say more than
    // instructions.
    std::set<std::string_view> said;
    if (!part.thread_locals.empty()) {
        said.insert(k_thread_local);
    }
    for (const std::string& instruction : part.instructions) {
        const auto kind = banned_instruction(objects_[node.object].architecture, instruction);
        if (!kind.empty() && said.insert(kind).second) {
            find(node, instruction, kind, instruction);
            result_.findings.back().is_instruction = true;
        }
    }
}

void CallWalk::follow(const Node& from, const std::string& reference) {
    const bool is_local = objects_[from.object].local_symbols.contains(reference);
    const bool is_defined = [&] {
        for (std::size_t object = 0; object < objects_.size(); ++object) {
            if (is_visible(object, reference, from, is_local) &&
                defines(objects_[object], reference)) {
                return true;
            }
        }
        return false;
    }();
    const bool is_section = reference.starts_with(".");
    if (const auto kind = banned_kind(reference, is_defined || is_section);
        !kind.empty() && !is_allowed(reference, allowed_)) {
        find(from, reference, kind, reference);
        return;
    }
    for (std::size_t object = 0; object < objects_.size(); ++object) {
        if (is_visible(object, reference, from, is_local)) {
            reach_in(object, reference, from);
        }
    }
}

bool CallWalk::is_visible(std::size_t object, const std::string& reference, const Node& from,
                          bool is_local) const {
    return object == from.object || (!is_local && !reference.starts_with(".") &&
                                     !objects_[object].local_symbols.contains(reference));
}

bool CallWalk::defines(const Object& object, const std::string& symbol) {
    return object.functions.contains(symbol) || object.function_of_alias.contains(symbol) ||
           object.section_of_data.contains(symbol);
}

void CallWalk::reach_in(std::size_t index, const std::string& reference, const Node& from) {
    const Object& object = objects_[index];
    const auto alias = object.function_of_alias.find(reference);
    const std::string& name = alias == object.function_of_alias.end() ? reference : alias->second;
    if (object.functions.contains(name)) {
        reach({index, false, name}, &from);
        return;
    }
    const auto symbol = object.section_of_data.find(name);
    const std::string& section = symbol == object.section_of_data.end() ? name : symbol->second;
    judge_variable(object, name, section, from);
    if (object.data.contains(section)) {
        reach({index, true, section}, &from);
    }
    if (const auto functions = object.functions_of_section.find(section);
        functions != object.functions_of_section.end()) {
        for (const std::string& function : functions->second) {
            reach({index, false, function}, &from);
        }
    }
}

void CallWalk::find(const Node& node, std::string what, std::string_view kind,
                    const std::string& place) {
    ObjectFinding finding{objects_[node.object].name, node.name, std::move(what), kind, {}};
    if (const Part& part = part_of(node); part.lines.contains(place)) {
        finding.lines = part.lines.at(place);
    }
    for (Node at = node;; at = reached_by_.at(at)) {
        finding.route.push_back(at.name);
        if (reached_by_.at(at) == at) {
            break;
        }
    }
    std::reverse(finding.route.begin(), finding.route.end());
    result_.findings.push_back(std::move(finding));
}

}  // namespace
}  // namespace tandem::object_check

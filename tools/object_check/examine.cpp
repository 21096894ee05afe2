// SPDX-License-Identifier: MIT
// A breadth-first walk, so that the route of a finding is a shortest one.
#include <tandem/tools/object_check/examine.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include <tandem/tools/object_check/ban_list.hpp>

namespace tandem::object_check {
namespace {

// A function, or a section of data, of one object.
struct Node {
    std::size_t object = 0;
    bool is_data = false;
    std::string name;

    friend auto operator<=>(const Node&, const Node&) = default;
};

class Walk {
public:
    Walk(const std::vector<Object>& objects, std::string_view root_prefix) : objects_(objects) {
        for (std::size_t object = 0; object < objects.size(); ++object) {
            for (const auto& [symbol, part] : objects[object].functions) {
                if (symbol.starts_with(root_prefix)) {
                    reach({object, false, symbol}, nullptr);
                    ++result_.roots;
                }
            }
        }
    }

    Examination finish() {
        while (!waiting_.empty()) {
            const Node node = waiting_.front();
            waiting_.pop_front();
            visit(node);
        }
        return std::move(result_);
    }

private:
    void reach(const Node& node, const Node* from) {
        const auto [entry, is_new] = reached_by_.try_emplace(node, from ? *from : node);
        if (is_new) {
            waiting_.push_back(node);
        }
    }

    void visit(const Node& node) {
        const Object& object = objects_[node.object];
        const Part& part =
            node.is_data ? object.data.at(node.name) : object.functions.at(node.name);
        if (!node.is_data) {
            ++result_.functions;
            for (const std::string& instruction : part.instructions) {
                if (is_floating_point(object.architecture, instruction)) {
                    find(node, instruction, "floating point");
                    break;  // one shows the place; its neighbours would repeat it
                }
            }
        }
        for (const std::string& reference : part.references) {
            follow(node, reference);
        }
    }

    // What a banned name calls in its turn is not the game's.
    void follow(const Node& from, const std::string& reference) {
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
        if (const auto kind = banned_kind(reference, is_defined); !kind.empty()) {
            find(from, reference, kind);
            return;
        }
        for (std::size_t object = 0; object < objects_.size(); ++object) {
            if (is_visible(object, reference, from, is_local)) {
                reach_in(object, reference, from);
            }
        }
    }

    // Local symbols and sections are every object's own, even where they have the same name.
    bool is_visible(std::size_t object, const std::string& reference, const Node& from,
                    bool is_local) const {
        return object == from.object || (!is_local && !reference.starts_with(".") &&
                                         !objects_[object].local_symbols.contains(reference));
    }

    static bool defines(const Object& object, const std::string& symbol) {
        return object.functions.contains(symbol) || object.function_of_alias.contains(symbol) ||
               object.section_of_data.contains(symbol);
    }

    // A function, or a section with all that stands in it: its code, or what its addresses name.
    void reach_in(std::size_t index, const std::string& reference, const Node& from) {
        const Object& object = objects_[index];
        const auto alias = object.function_of_alias.find(reference);
        const std::string& name =
            alias == object.function_of_alias.end() ? reference : alias->second;
        if (object.functions.contains(name)) {
            reach({index, false, name}, &from);
            return;
        }
        const auto symbol = object.section_of_data.find(name);
        const std::string& section = symbol == object.section_of_data.end() ? name : symbol->second;
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

    void find(const Node& node, std::string what, std::string_view kind) {
        Finding finding{objects_[node.object].name, node.name, std::move(what), kind, {}};
        for (Node at = node;; at = reached_by_.at(at)) {
            finding.route.push_back(at.name);
            if (reached_by_.at(at) == at) {
                break;
            }
        }
        std::reverse(finding.route.begin(), finding.route.end());
        result_.findings.push_back(std::move(finding));
    }

    const std::vector<Object>& objects_;
    Examination result_;
    std::map<Node, Node> reached_by_;  // a root by itself
    std::deque<Node> waiting_;
};

}  // namespace

Examination examine(const std::vector<Object>& objects, std::string_view root_prefix) {
    return Walk(objects, root_prefix).finish();
}

std::string text_of(const Finding& finding) {
    std::string text = readable(finding.function) + " in " + finding.object + ": `" +
                       readable(finding.what) + "` is " + std::string(finding.kind) +
                       "\n    reached by ";
    for (std::size_t step = 0; step < finding.route.size(); ++step) {
        text += (step == 0 ? "" : "\n            -> ") + readable(finding.route[step]);
    }
    return text;
}

}  // namespace tandem::object_check

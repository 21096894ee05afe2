// SPDX-License-Identifier: MIT
// The way: an outline of every file, then for each what it reaches, then each of its names.
#include <tests/tidy/includes.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <tests/tidy/foreign_names.hpp>
#include <tests/tidy/outline.hpp>
#include <tests/tidy/tokens.hpp>

namespace tandem::tidy {
namespace {

// A table of foreign_names.hpp, by name.
class Headers {
public:
    explicit Headers(std::string_view table) {
        std::vector<std::string_view> headers;
        while (!table.empty()) {
            std::string_view line = table.substr(0, table.find('\n'));
            table.remove_prefix(std::min(line.size() + 1, table.size()));
            const std::size_t colon = line.find(':');
            if (!line.starts_with(' ') && colon != std::string_view::npos) {
                headers = words_of(line.substr(0, colon));
                line.remove_prefix(colon + 1);
            }
            for (const std::string_view name : words_of(line))
                add(name, headers);
        }
    }

    // Empty where no row has it.
    std::vector<std::string_view> of(std::string_view name) const {
        std::vector<std::string_view> found;
        if (const auto entry = whole_.find(name); entry != whole_.end())
            found = entry->second;
        for (const auto& [beginning, header] : beginnings_) {
            if (name.starts_with(beginning))
                found.push_back(header);
        }
        for (const auto& [ending, header] : endings_) {
            if (name.ends_with(ending))
                found.push_back(header);
        }
        return found;
    }

private:
    void add(std::string_view name, const std::vector<std::string_view>& headers) {
        for (const std::string_view header : headers) {
            if (name.ends_with('*'))
                beginnings_.emplace_back(name.substr(0, name.size() - 1), header);
            else if (name.starts_with('*'))
                endings_.emplace_back(name.substr(1), header);
            else
                whole_[name].push_back(header);
        }
    }

    using Part = std::pair<std::string_view, std::string_view>;
    std::unordered_map<std::string_view, std::vector<std::string_view>> whole_;
    std::vector<Part> beginnings_;
    std::vector<Part> endings_;
};

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

// Functions that the author of a type may write beside it; a template calls them without seeing
// any of them.
bool is_found_by_argument(std::string_view name) { return name == "enum_labels"; }

// Headers that ask a game for members by a list of their names: the names are the game's, and stand
// for nothing of the tree.
bool lists_members_of_games(std::string_view path) { return path == "sim/game/near_misses.hpp"; }

// What a file sees.
struct Reach {
    std::vector<bool> files;  // by index, itself included
    std::unordered_set<std::string_view> foreign;
};

class Tree {
public:
    explicit Tree(const std::vector<File>& files) {
        for (const File& file : files) {
            if (!file.path.ends_with(".hpp") && !file.path.ends_with(".cpp"))
                continue;
            index_of_[file.path] = files_.size();
            files_.push_back(&file);
            outlines_.push_back(outline_of(file));
        }
        for (std::size_t index = 0; index < files_.size(); ++index)
            note(index);
    }

    std::vector<MissingInclude> missing() {
        missing_.clear();
        for (current_ = 0; current_ < files_.size(); ++current_) {
            reach_ = reach_of(current_);
            check_first_include();
            check_standard();
            if (!lists_members_of_games(files_[current_]->path))
                check_plain();
            check_qualified();
        }
        std::sort(missing_.begin(), missing_.end(), [](const auto& left, const auto& right) {
            return std::tie(left.path, left.finding.line, left.finding.message) <
                   std::tie(right.path, right.finding.line, right.finding.message);
        });
        return missing_;
    }

private:
    // A place where a name is declared.
    struct Declaration {
        std::size_t file = 0;
        const Offer* offer = nullptr;  // none for a member or a macro
    };

    void note(std::size_t index) {
        const Outline& outline = outlines_[index];
        const bool is_header = files_[index]->path.ends_with(".hpp");
        namespaces_.insert(outline.namespaces.begin(), outline.namespaces.end());
        directives_.insert(outline.directives.begin(), outline.directives.end());
        for (const std::string_view name : outline.members)
            declarations_[name].push_back({index, nullptr});
        for (const std::string_view name : outline.macros) {
            declarations_[name].push_back({index, nullptr});
            if (is_header)
                headers_.emplace(name, index);
        }
        for (const Offer& offer : outline.offers) {
            declarations_[offer.name].push_back({index, &offer});
            if (is_header)
                headers_.emplace(offer.name, index);
        }
    }

    // The index of the file that an include of `path` names; files_.size() where it is not ours.
    std::size_t find(const std::string& path, const Include& include) const {
        const auto index = [this](const std::string& name) {
            const auto entry = index_of_.find(name);
            return entry == index_of_.end() ? files_.size() : entry->second;
        };
        if (include.quoted) {  // beside the file, or above it by a folder that the target adds
            std::size_t found = files_.size();
            for (std::string folder = folder_of(path); found == files_.size() && !folder.empty();
                 folder = folder_of(folder.substr(0, folder.size() - 1)))
                found = index(folder + include.target);
            return found;
        }
        if (include.target.starts_with("tandem/"))
            return index(include.target.substr(7));
        return include.target.starts_with("tests/") ? index(include.target) : files_.size();
    }

    Reach reach_of(std::size_t start) const {
        static const Headers k_implied(implied_headers());
        Reach reach;
        reach.files.assign(files_.size(), false);
        reach.files[start] = true;
        std::vector<std::size_t> waiting{start};
        while (!waiting.empty()) {
            const std::size_t index = waiting.back();
            waiting.pop_back();
            for (const Include& include : outlines_[index].includes) {
                const std::size_t other = find(files_[index]->path, include);
                if (other == files_.size()) {
                    reach.foreign.insert(include.target);
                    for (const std::string_view more : k_implied.of(include.target))
                        reach.foreign.insert(more);
                } else if (!reach.files[other]) {
                    reach.files[other] = true;
                    waiting.push_back(other);
                }
            }
        }
        return reach;
    }

    void add(std::size_t line, std::string message) {
        missing_.push_back({files_[current_]->path, {line, std::move(message)}});
    }

    // A header is seen to stand alone where its own source includes it before anything else.
    void check_first_include() {
        const std::string& path = files_[current_]->path;
        if (!path.ends_with(".cpp"))
            return;
        const auto own = index_of_.find(path.substr(0, path.size() - 4) + ".hpp");
        if (own == index_of_.end())
            return;
        const auto& includes = outlines_[current_].includes;
        if (includes.empty() || find(path, includes.front()) != own->second) {
            add(includes.empty() ? 1 : includes.front().line,
                "its own header comes first: " + own->first);
        }
    }

    bool reaches_one_of(const std::vector<std::string_view>& headers) const {
        return std::any_of(headers.begin(), headers.end(), [this](std::string_view header) {
            return reach_.foreign.count(header) != 0;
        });
    }

    // Whether a place is the namespace that a qualifier or a directive names.
    static bool is_named(std::string_view place, std::string_view name) {
        return place.ends_with(name) &&
               (place.size() == name.size() ||
                place.substr(0, place.size() - name.size()).ends_with(':'));
    }

    bool is_behind_directive(const std::string& place) const {
        return std::any_of(directives_.begin(), directives_.end(),
                           [&](const std::string& name) { return is_named(place, name); });
    }

    bool is_in(std::string_view qualifier, const std::string& place) const {
        const std::size_t inner = place.rfind("::");
        return is_named(place, qualifier) ||
               (inner != std::string::npos && is_named(place.substr(0, inner), qualifier) &&
                is_behind_directive(place));
    }

    // Whether the file sees a declaration of the name, which stands behind a namespace or alone.
    bool sees(std::string_view qualifier, std::string_view name) const {
        const auto entry = declarations_.find(name);
        if (entry == declarations_.end())
            return false;
        const auto& places = outlines_[current_].places;
        return std::any_of(
            entry->second.begin(), entry->second.end(), [&](const Declaration& declaration) {
                if (!reach_.files[declaration.file])
                    return false;
                const Offer* offer = declaration.offer;
                if (!qualifier.empty())
                    return offer != nullptr && is_in(qualifier, offer->place);
                return offer == nullptr || offer->is_function || offer->place.empty() ||
                       places.count(offer->place) != 0 || is_behind_directive(offer->place);
            });
    }

    void add_missing(std::size_t line, const std::string& name, std::string_view header) {
        add(line, "uses " + name + ", but no include leads to <" + std::string(header) + ">");
    }

    void check_standard() {
        static const Headers k_headers(standard_names());
        for (const auto& [name, line] : outlines_[current_].standard) {
            const auto headers = k_headers.of(name);
            if (headers.empty())
                add(line, "std::" + std::string(name) + " has no row in foreign_names.cpp");
            else if (!reaches_one_of(headers))
                add_missing(line, "std::" + std::string(name), headers.front());
        }
    }

    void check_plain() {
        static const Headers k_headers(plain_names());
        const Outline& outline = outlines_[current_];
        for (const auto& [name, line] : outline.used) {
            if (outline.local.count(name) != 0 || namespaces_.count(name) != 0 || sees("", name))
                continue;
            const auto headers = k_headers.of(name);
            if (!headers.empty() && !reaches_one_of(headers))
                add_missing(line, std::string(name), headers.front());
            add_if_ours(line, std::string(name), name);
        }
    }

    // That a header of ours offers `name`, and the file does not reach it, is known.
    void add_if_ours(std::size_t line, const std::string& spelled, std::string_view name) {
        const auto entry = headers_.find(name);
        if (entry != headers_.end() && !is_found_by_argument(name))
            add_missing(line, spelled, "tandem/" + files_[entry->second]->path);
    }

    void check_qualified() {
        static const Headers k_foreign(qualified_names());
        for (const QualifiedUse& use : outlines_[current_].qualified) {
            if (use.qualifier.empty()) {
                check_system(use);
                continue;
            }
            const std::string whole = std::string(use.qualifier) + "::" + std::string(use.name);
            auto headers = k_foreign.of(whole);
            if (headers.empty())
                headers = k_foreign.of(use.qualifier);
            if (!headers.empty() && !reaches_one_of(headers))
                add_missing(use.line, whole, headers.front());
            // After a namespace no member of a class can be meant.
            if (namespaces_.count(use.qualifier) != 0 && namespaces_.count(use.name) == 0 &&
                !sees(use.qualifier, use.name))
                add_if_ours(use.line, whole, use.name);
        }
    }

    void check_system(const QualifiedUse& use) {
        static const Headers k_headers(system_names());
        if (!use.is_call)
            return;
        const auto headers = k_headers.of(use.name);
        const std::string name = "::" + std::string(use.name);
        if (headers.empty())
            add(use.line, name + " has no row in foreign_names.cpp");
        else if (!reaches_one_of(headers))
            add_missing(use.line, name, headers.front());
    }

    std::vector<const File*> files_;
    std::vector<Outline> outlines_;
    std::unordered_map<std::string, std::size_t> index_of_;
    std::unordered_set<std::string_view> namespaces_;
    std::unordered_set<std::string> directives_;
    std::unordered_map<std::string_view, std::vector<Declaration>> declarations_;
    std::unordered_map<std::string_view, std::size_t> headers_;  // the first that offers a name

    std::size_t current_ = 0;
    Reach reach_;
    std::vector<MissingInclude> missing_;
};

}  // namespace

std::vector<MissingInclude> missing_includes(const std::vector<File>& files) {
    return Tree(files).missing();
}

}  // namespace tandem::tidy

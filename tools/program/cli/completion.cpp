// SPDX-License-Identifier: MIT
// Finds out from the words before the last one which option or argument it is; that decides the
// offers.
#include <tandem/tools/program/cli/completion.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <variant>

#include <tandem/tools/program/cli/shared_options.hpp>
#include <tandem/tools/text/plain_word.hpp>

namespace tandem::tools {
namespace {

// The place that the last word takes on its line.
struct Place {
    const Verb* verb = nullptr;        // null: none was named yet
    bool has_verb = false;             // also an unknown one
    std::vector<Option> options;       // the options that may stand here
    const Option* value_of = nullptr;  // the option whose value it is
    std::size_t argument = 0;          // the number of the verb's arguments before it
    bool are_options_over = false;     // "--" stands before
    std::string head;                  // the beginning of the word that is not part of the value
};

Place find_place(const ProgramName& program, const std::vector<Verb>& verbs,
                 const std::vector<std::string>& words);
const Option* option_named(const std::vector<Option>& options, std::string_view name);
bool takes_value(const Option& option);
void offer_value(const Value& value, const std::string& typed, Completion& completion);
void offer_words(const std::vector<std::string>& words, const std::string& typed,
                 Completion& completion);
void offer_verbs(const std::vector<Verb>& verbs, const std::string& typed, Completion& completion);
void offer_options(const std::vector<Option>& options, const std::string& typed,
                   Completion& completion);
void add_offer(const std::string& word, const std::string& sentence, const std::string& typed,
               Completion& completion);
const Option* argument_at(const std::vector<Option>& options, std::size_t place);
std::vector<std::string> without_breaks(const std::vector<std::string>& words);

}  // namespace

Completion complete(const ProgramName& program, const std::vector<Verb>& verbs,
                    const std::vector<std::string>& words) {
    Completion completion;
    if (words.empty()) {
        return completion;
    }
    const Place place = find_place(program, verbs, words);
    const std::string typed = words.back().substr(place.head.size());
    completion.head = place.head;
    if (place.value_of != nullptr) {
        offer_value(place.value_of->value, typed, completion);
    } else if (typed.starts_with('-') && !place.are_options_over) {
        offer_options(place.options, typed, completion);
    } else if (!place.has_verb) {
        offer_verbs(verbs, typed, completion);
    } else if (const Option* argument = argument_at(place.options, place.argument)) {
        offer_value(argument->value, typed, completion);
    } else {
        offer_options(place.options, typed, completion);
    }
    return completion;
}

std::string completion_lines(Shell shell, const ProgramName& program,
                             const std::vector<Verb>& verbs,
                             const std::vector<std::string>& words) {
    const std::vector<std::string> meant = shell == Shell::bash ? without_breaks(words) : words;
    Completion completion = complete(program, verbs, meant);
    std::string lines;
    if (shell == Shell::bash) {
        completion.head.erase(0, completion.head.find_last_of("=:") + 1);
    }
    switch (completion.kind) {
        case Completion::Kind::words:
            lines = "words\n";
            break;
        case Completion::Kind::unfinished_words:
            lines = "unfinished\n";
            break;
        case Completion::Kind::files:
            lines = "file\n";
            break;
        case Completion::Kind::folders:
            lines = "directory\n";
            break;
    }
    lines += completion.head;
    for (const Offer& offer : completion.offers) {
        lines += '\n';
        switch (shell) {
            case Shell::bash:
                lines += completion.head + offer.word;
                break;
            case Shell::zsh:
                // A colon ends the word, so it is escaped.
                for (const char letter : offer.word) {
                    lines += letter == ':' ? "\\:" : std::string(1, letter);
                }
                lines += offer.sentence.empty() ? "" : ":" + offer.sentence;
                break;
            case Shell::fish:
                lines += completion.head + offer.word +
                         (offer.sentence.empty() ? "" : "\t" + offer.sentence);
                break;
        }
    }
    return lines;
}

namespace {

Place find_place(const ProgramName& program, const std::vector<Verb>& verbs,
                 const std::vector<std::string>& words) {
    Place place;
    place.options = global_options(program.games);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const bool is_last = i + 1 == words.size();
        const bool is_option =
            word.starts_with('-') && !place.are_options_over && place.value_of == nullptr;
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        if (is_option && equals != std::string::npos && is_last) {
            place.value_of = option_named(place.options, word.substr(0, equals));
            place.head = word.substr(0, equals + 1);
        }
        if (is_last) {
            break;
        }
        if (place.value_of != nullptr) {
            place.value_of = nullptr;
        } else if (is_option && word == "--") {
            place.are_options_over = true;
        } else if (is_option) {
            const Option* const option = option_named(place.options, word);
            place.value_of = option != nullptr && takes_value(*option) ? option : nullptr;
        } else if (place.has_verb) {
            ++place.argument;
        } else {
            place.has_verb = true;
            place.verb = find_verb(verbs, word);
            if (place.verb != nullptr) {
                place.options.insert(place.options.end(), place.verb->options.begin(),
                                     place.verb->options.end());
            }
        }
    }
    return place;
}

const Option* option_named(const std::vector<Option>& options, std::string_view name) {
    const auto found = std::find_if(options.begin(), options.end(), [&](const Option& option) {
        return !option.is_argument() && option.has_name(name);
    });
    return found == options.end() ? nullptr : &*found;
}

bool takes_value(const Option& option) { return !std::holds_alternative<Flag>(option.value); }

void offer_value(const Value& value, const std::string& typed, Completion& completion) {
    if (const auto* path = std::get_if<Path>(&value)) {
        completion.kind =
            path->kind == Path::Kind::folder ? Completion::Kind::folders : Completion::Kind::files;
    } else if (const auto* one_of = std::get_if<OneOf>(&value)) {
        offer_words(one_of->words, typed, completion);
    } else if (const auto* text = std::get_if<Text>(&value)) {
        const bool leads_to_files =
            std::any_of(text->words.begin(), text->words.end(),
                        [](const std::string& word) { return word.ends_with(':'); });
        // "1=script:keys.csv" is the source of one player.
        const std::size_t end = text->is_list    ? typed.rfind(',')
                                : leads_to_files ? typed.find_last_of("=:")
                                                 : std::string::npos;
        const std::size_t kept = end == std::string::npos ? 0 : end + 1;
        completion.head += typed.substr(0, kept);
        if (leads_to_files && kept > 0 && typed[end] == ':') {
            completion.kind = Completion::Kind::files;
            return;
        }
        offer_words(text->words, typed.substr(kept), completion);
        if (text->is_list) {
            completion.kind = Completion::Kind::unfinished_words;
        }
    }
}

void offer_words(const std::vector<std::string>& words, const std::string& typed,
                 Completion& completion) {
    for (const std::string& word : words) {
        add_offer(word, "", typed, completion);
    }
    const auto& offers = completion.offers;
    if (!offers.empty() && std::all_of(offers.begin(), offers.end(), [](const Offer& offer) {
            return offer.word.ends_with(':');
        })) {
        completion.kind = Completion::Kind::unfinished_words;
    }
}

void offer_verbs(const std::vector<Verb>& verbs, const std::string& typed, Completion& completion) {
    for (const Verb& verb : verbs) {
        for (const std::string& name : verb.names()) {
            add_offer(name, verb.sentence, typed, completion);
        }
    }
}

void offer_options(const std::vector<Option>& options, const std::string& typed,
                   Completion& completion) {
    for (const Option& option : options) {
        if (option.is_argument() || option.is_hidden) {
            continue;
        }
        for (const std::string& name : option.names) {
            add_offer(name, option.sentence, typed, completion);
        }
    }
}

void add_offer(const std::string& word, const std::string& sentence, const std::string& typed,
               Completion& completion) {
    constexpr std::string_view k_plain_signs = "_-.:/+";
    if (word.starts_with(typed) && is_plain_word(word, k_plain_signs)) {
        completion.offers.push_back({word, sentence});
    }
}

// The argument at this place. The last argument may be repeated: then it stands at every later
// place too.
const Option* argument_at(const std::vector<Option>& options, std::size_t place) {
    const Option* last = nullptr;
    std::size_t count = 0;
    for (const Option& option : options) {
        if (!option.is_argument() || option.is_hidden) {
            continue;
        }
        last = &option;
        if (count++ == place) {
            return last;
        }
    }
    return last != nullptr && last->is_repeated ? last : nullptr;
}

std::vector<std::string> without_breaks(const std::vector<std::string>& words) {
    std::vector<std::string> whole;
    bool is_behind_break = false;
    for (const std::string& word : words) {
        const bool is_break = word == "=" || word == ":";
        if ((is_break || is_behind_break) && !whole.empty()) {
            whole.back() += word;
        } else {
            whole.push_back(word);
        }
        is_behind_break = is_break;
    }
    return whole;
}

}  // namespace

}  // namespace tandem::tools

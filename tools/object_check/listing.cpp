// SPDX-License-Identifier: MIT
// It reads GNU objdump's text, whose layout has been the same for decades, and LLVM's imitation,
// which has a line of its own for each relocation, other blanks and the addresses of symbols in
// front.
#include <tandem/tools/object_check/listing.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace tandem::object_check {
namespace {

constexpr std::string_view k_hex = "0123456789abcdef";

std::vector<std::string_view> split(std::string_view text, std::string_view separators);
std::string_view trimmed(std::string_view text);
std::string without_offset(std::string_view text);
std::string_view between(std::string_view text, std::string_view before, std::string_view after);
std::string_view relocation_type(std::string_view field);
bool is_thread_local(std::string_view relocation);
std::string_view file_and_line(std::string_view text);
bool is_code(std::string_view section);

class Parser {
public:
    explicit Parser(std::string name) { object_.name = std::move(name); }

    void line(std::string_view text);
    Object finish();

private:
    using Place = std::pair<std::string, std::string>;  // section and address

    void set_architecture(std::string_view text);
    void leave_function();

    // Reads a line about the source: "f():" where another function begins, "a.hpp:12" and, from
    // GNU's, "inlined by b.hpp:34 (f)" for each instruction anew. LLVM puts a semicolon in front.
    bool source_line(std::string_view text);

    // Takes the lines of the instruction that begins here.
    void read_lines();
    void append_lines(const std::string& what);

    // Reads an address: "0000000000000000 <name>:" begins a function; with flags behind the address
    // it is a symbol, with a type of relocation a place in the data.
    void address_line(std::string_view text);

    // Reads "l     F .text._Z1fv 0000000000000004 _Z1fv": seven flags, the section, the size, the
    // name.
    void symbol(const std::string& address, std::string_view text);

    // Adds a reference and returns the symbol's name.
    static std::string refer(Part& part, std::string_view relocation, std::string_view symbol);

    // Reads "   8: call   d <f+0xd> 9: R_X86_64_PLT32 g-0x4". Some architectures have a tab between
    // the mnemonic and its operands too; LLVM has relocations on the next lines.
    void code_line(std::string_view text);

    // Settles a jump's target. Without a relocation the assembler has already resolved the target,
    // which then stands in the same section. Sanitizers put data before code, which reads like a
    // jump to anywhere.
    void settle_target();

    struct Resolved {
        Part* function;
        std::string section;
        std::string target;
    };

    Object object_;
    std::string section_;
    std::string function_name_;
    std::string source_line_;
    std::vector<std::string> inlined_at_;
    Part::Lines lines_;   // the last instruction's
    std::string target_;  // the last instruction's, unless a relocation says better
    std::vector<Resolved> resolved_;
    Part* function_ = nullptr;
    Part* data_ = nullptr;
    std::map<Place, std::string> labels_;
    std::map<std::string, Place> code_symbols_;
};

}  // namespace

Object parse_listing(std::string_view text, std::string name) {
    Parser parser(std::move(name));
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        parser.line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parser.finish();
}

namespace {

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(separators), text.size());
        if (end > 0) {
            words.push_back(text.substr(0, end));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == text.npos ? std::string_view{}
                              : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Returns "name+0x12" or "name-0x4" without the offset behind the name.
std::string without_offset(std::string_view text) {
    const std::size_t sign = text.find_last_of("+-");
    const bool has_offset = sign != text.npos && sign > 0 && text.substr(sign + 1, 2) == "0x";
    return std::string(has_offset ? text.substr(0, sign) : text);
}

// Returns the text between `before` and `after`, or nothing.
std::string_view between(std::string_view text, std::string_view before, std::string_view after) {
    const std::size_t start = text.find(before);
    if (start == text.npos) {
        return {};
    }
    text.remove_prefix(start + before.size());
    const std::size_t end = text.find(after);
    return end == text.npos ? std::string_view{} : text.substr(0, end);
}

// Returns "R_X86_64_PC32" for "12: R_X86_64_PC32", or nothing.
std::string_view relocation_type(std::string_view field) {
    const std::size_t colon = field.find(':');
    if (colon == field.npos) {
        return {};
    }
    const std::string_view type = trimmed(field.substr(colon + 1));
    return type.starts_with("R_") ? type : std::string_view{};
}

// True for a relocation to thread-local data: the processors' manuals call it TLS, and offsets from
// the thread's pointer TPOFF or TPREL.
bool is_thread_local(std::string_view relocation) {
    for (const std::string_view word : {"TLS", "TPOFF", "TPREL", "DTPOFF", "DTPREL", "DTPMOD"}) {
        if (relocation.find(word) != relocation.npos) {
            return true;
        }
    }
    return false;
}

// Returns "a.hpp:12" for "a.hpp:12", "a.hpp:12 (discriminator 3)" and "a.hpp:12 (function)", or
// nothing.
std::string_view file_and_line(std::string_view text) {
    for (std::size_t colon = text.find(':'); colon != text.npos;
         colon = text.find(':', colon + 1)) {
        const std::size_t end =
            std::min(text.find_first_not_of("0123456789", colon + 1), text.size());
        if (end > colon + 1 && (end == text.size() || text.substr(end).starts_with(" ("))) {
            return text.substr(0, end);
        }
    }
    return {};
}

bool is_code(std::string_view section) { return section.starts_with(".text"); }

void Parser::line(std::string_view text) {
    if (text.find("file format ") != text.npos) {
        set_architecture(text);
    } else if (const auto code = between(text, "Disassembly of section ", ":"); !code.empty()) {
        leave_function();
        section_ = code;
    } else if (const auto relocated = between(text, "RELOCATION RECORDS FOR [", "]");
               !relocated.empty()) {
        leave_function();
        // Code's own relocations stand beside its instructions already.
        data_ = is_code(relocated) ? nullptr : &object_.data[std::string(relocated)];
    } else if (function_ != nullptr && (text.starts_with(" ") || text.starts_with("\t"))) {
        code_line(text);
    } else if (function_ != nullptr && source_line(text)) {
        // It belongs to the instructions that follow.
    } else if (text.find_first_not_of(k_hex) == 8 || text.find_first_not_of(k_hex) == 16) {
        address_line(text);
    }
}

Object Parser::finish() {
    leave_function();
    for (const auto& [function, section, target] : resolved_) {
        if (object_.functions_of_section[section].contains(target)) {
            function->references.insert(target);
        }
    }
    for (const auto& [symbol, place] : code_symbols_) {
        const auto label = labels_.find(place);
        if (label != labels_.end() && label->second != symbol) {
            object_.function_of_alias[symbol] = label->second;
        }
    }
    return std::move(object_);
}

void Parser::set_architecture(std::string_view text) {
    struct Known {
        std::string_view word;
        Architecture architecture;
    };
    constexpr std::array<Known, 5> k_known{{{"x86-64", Architecture::x86},
                                            {"i386", Architecture::x86},
                                            {"aarch64", Architecture::aarch64},
                                            {"riscv", Architecture::riscv},
                                            {"s390", Architecture::s390}}};
    for (const auto& [word, architecture] : k_known) {
        if (text.find("elf") != text.npos && text.find(word) != text.npos) {
            object_.architecture = architecture;
        }
    }
}

void Parser::leave_function() {
    settle_target();
    function_ = nullptr;
    source_line_.clear();
}

bool Parser::source_line(std::string_view text) {
    constexpr std::string_view k_inlined = "inlined by ";
    text.remove_prefix(text.starts_with("; ") ? 2 : 0);
    if (text.ends_with("():")) {
        source_line_.clear();
        return true;
    }
    const bool is_inlined = text.starts_with(k_inlined);
    const std::string_view line = file_and_line(text.substr(is_inlined ? k_inlined.size() : 0));
    if (is_inlined && !line.empty()) {
        inlined_at_.emplace_back(line);
    } else if (!line.empty()) {
        source_line_ = line;
    }
    return !line.empty();
}

void Parser::read_lines() {
    lines_.clear();
    if (!source_line_.empty()) {
        lines_.push_back(source_line_);
        lines_.insert(lines_.end(), inlined_at_.begin(), inlined_at_.end());
    }
    inlined_at_.clear();
}

void Parser::append_lines(const std::string& what) {
    if (!lines_.empty()) {
        function_->lines.try_emplace(what, lines_);
    }
}

void Parser::address_line(std::string_view text) {
    const std::size_t digits = text.find(' ');
    if (digits == text.npos) {
        return;
    }
    const std::string address(text.substr(0, digits));
    if (text.substr(digits + 1, 1) == "<" && text.ends_with(">:")) {
        const std::string name(text.substr(digits + 2, text.size() - digits - 4));
        if (function_ != nullptr && name.starts_with(".L")) {
            return;  // a place within a function, which RISC-V's linkers want to know
        }
        leave_function();
        function_ = &object_.functions[name];
        function_name_ = name;
        object_.functions_of_section[section_].insert(name);
        labels_[{section_, address}] = name;
    } else if (data_ != nullptr && text.substr(digits + 1, 2) == "R_") {
        const auto words = split(text, " \t");
        if (words.size() == 3) {
            refer(*data_, words[1], words[2]);
        }
    } else {
        symbol(address, text.substr(digits + 1));
    }
}

void Parser::symbol(const std::string& address, std::string_view text) {
    constexpr std::size_t k_flags = 8;
    const std::size_t tab = text.find('\t');
    if (tab == text.npos || tab < k_flags) {
        return;
    }
    const std::string section(trimmed(text.substr(k_flags, tab - k_flags)));
    const auto words = split(text.substr(tab + 1), " ");
    if (section.empty() || section.starts_with("*") || words.size() < 2) {
        return;
    }
    const std::string name(words.back());
    if (text[0] == 'l') {
        object_.local_symbols.insert(name);
    }
    if (is_code(section)) {
        code_symbols_[name] = {section, address};
    } else {
        object_.section_of_data[name] = section;
    }
}

std::string Parser::refer(Part& part, std::string_view relocation, std::string_view symbol) {
    std::string name = without_offset(trimmed(symbol));
    if (is_thread_local(relocation)) {
        part.thread_locals.insert(name);
    } else if (name != "*ABS*") {  // a mere hint for the linker
        part.references.insert(name);
    }
    return name;
}

void Parser::code_line(std::string_view text) {
    const auto fields = split(text, "\t");
    if (fields.size() > 1 && relocation_type(fields.front()).empty()) {
        settle_target();
        read_lines();
    }
    std::string code;
    bool is_relocated = false;
    for (std::size_t field = 0; field < fields.size(); ++field) {
        if (const auto type = relocation_type(fields[field]); !type.empty()) {
            is_relocated = true;
            if (field + 1 < fields.size()) {
                append_lines(refer(*function_, type, fields[++field]));
            }
        } else if (!is_relocated && field > 0) {
            code += (code.empty() ? "" : " ") + std::string(trimmed(fields[field]));
        }
    }
    if (code.empty()) {
        if (is_relocated) {
            target_.clear();  // it was the relocation of the instruction before
        }
        return;
    }
    if (!is_relocated) {
        target_ = without_offset(between(code, " <", ">"));
    }
    code.resize(std::min(code.find(" # "), std::min(code.find(" <"), code.size())));
    if (!trimmed(code).empty()) {
        append_lines(function_->instructions.emplace_back(trimmed(code)));
    }
}

void Parser::settle_target() {
    if (function_ != nullptr && !target_.empty() && target_ != function_name_) {
        resolved_.push_back({function_, section_, target_});
        append_lines(target_);
    }
    target_.clear();
}

}  // namespace
}  // namespace tandem::object_check

# SPDX-License-Identifier: MIT
# Turns our plain comments into those that Doxygen reads, line by line, so that what it says of a
# line is true of the header:
# - A block of // directly above a declaration speaks for it, and for what directly follows under the
#   same name; the comment above an operator also for other operators.
# - A // behind a member speaks for that member.
# - The comment at the top of a file speaks for the file, and for the class that it is named for.
# - What the language says by itself (= default, = delete, ==) needs no words, nor does what each
#   container of the standard library has (size, begin).
# Comments inside of functions stay as they are, and so do those that stand alone.
#
#   awk -f filter.awk HEADER

# The line without strings, characters and comment.
function code_of(line) {
    gsub(/\\./, "", line)
    gsub(/"[^"]*"/, "\"\"", line)
    gsub(/'[{};]'/, "", line)
    sub(/\/\/.*/, "", line)
    sub(/[ ]+$/, "", line)
    return line
}

# What is no code between backticks is text, and none of Doxygen's marks.
function plain(text,    parts, count, i, out) {
    count = split(text, parts, "`")
    out = ""
    for (i = 1; i <= count; ++i) {
        if (i % 2 == 1 && i < count || i == count) {
            gsub(/\\/, "\\\\\\\\", parts[i])
            gsub(/[<>@#&]/, "\\\\&", parts[i])
        }
        out = out (i > 1 ? "`" : "") parts[i]
    }
    return out
}

# The line with `mark` in place of the // at `column`.
function marked(line, column, mark) {
    return substr(line, 1, column - 1) mark plain(substr(line, column + 2))
}

# The column of the // behind the code of a line; 0 where there is none.
function comment_behind(line,    at) {
    at = match(line, /[ ]\/\/ /)
    return at > 0 && line ~ /[^ ].*[ ]\/\/ / && code_of(line) !~ /(^[ ]*\}|\{$)/ ? at + 1 : 0
}

# Whether the last thing that was opened is something with members.
function in_scope() { return depth == 0 || kind[depth] != "body" }

# Follows what a line opens and closes.
function follow(code,    i, character) {
    for (i = 1; i <= length(code); ++i) {
        character = substr(code, i, 1)
        # A head may take several lines; what it opens is said by the whole of it.
        head = head character
        if (character == "{") {
            ++depth
            kind[depth] = "body"
            if (depth == 1 || kind[depth - 1] != "body") {
                if (head ~ /(^|[^A-Za-z_])enum [^()]*\{$/)
                    kind[depth] = "enum"
                else if (head ~ /(^|[^A-Za-z_<,] *)(namespace|class|struct|union) [^()]*\{$/)
                    kind[depth] = "members"
            }
            head = ""
        } else if (character == "}") {
            if (depth > 0)
                --depth
            head = ""
        } else if (character == ";") {
            head = ""
        }
    }
    head = head " "
}

# What a declaration that begins with this line declares; "operator" for all operators. Empty where
# the name stands on a later line.
function name_of(n,    code, name) {
    code = code_of(lines[n])
    if (code ~ /^[ ]*(template <|requires)/ && code !~ /[;{]$/)
        return name_of(n + 1)
    if (code ~ /(^|[^A-Za-z_])operator[^A-Za-z_]/)
        return "operator"
    name = code
    sub(/^[ ]*requires\([^()]*\) /, "", name)
    sub(/[({;=].*/, "", name)
    gsub(/[ ]+$/, "", name)
    sub(/.*[^A-Za-z0-9_~]/, "", name)
    return name
}

# Whether a class of this name is what the file is named for: Driver in driver.hpp.
function is_class_of_file(code,    name) {
    if (code !~ /^(class|struct) [A-Z][A-Za-z]*( final)?( : .*)? \{$/)
        return 0
    name = code
    sub(/^(class|struct) /, "", name)
    sub(/[^A-Za-z].*/, "", name)
    gsub(/[A-Z]/, "_&", name)
    return FILENAME ~ ("/" tolower(substr(name, 2)) "\\.hpp$")
}

# Whether each container of the standard library has the same, called and written alike.
function is_of_any_container(code, name) {
    return name ~ /^(size|empty|clear|begin|end)$/ && index(code, " " name "()") > 0 ||
           name == "reserve" && code ~ / reserve\(/ ||
           code ~ /^[ ]*using (key|mapped|value|difference)_type = /
}

# What the standard library is told of our types is no part of the reference, and neither is a macro
# that its own header takes back.
function is_for_std(n) { return lines[n] lines[n + 1] ~ /(^|>)(struct|class) std::/ }
function is_taken_back(line,    name, i) {
    if (line !~ /^#define /)
        return 0
    name = line
    sub(/^#define /, "", name)
    sub(/[^A-Za-z0-9_].*/, "", name)
    for (i = 1; i <= NR; ++i) {
        if (lines[i] == "#undef " name)
            return 1
    }
    return 0
}

{ lines[NR] = $0 }

END {
    depth = 0
    behind = 0    # the column of the comment behind the code of the line before
    above = ""    # the comment that speaks for what follows
    about = ""    # the comment at the top
    is_start = 1  # whether a declaration begins here
    for (n = 1; n <= NR; ++n) {
        line = lines[n]
        code = code_of(line)
        column = index(line, "//")
        if (in_macro || is_taken_back(line)) {
            in_macro = line ~ /\\$/
            line = ""
        } else if (is_for_std(n) || (in_std && line !~ /^\};?$/)) {
            in_std = line !~ /\};?$/
            line = ""
        } else if (in_std) {
            in_std = 0
            line = ""
        } else if (line ~ /^[ ]*\/\//) {
            for (next_code = n; lines[next_code] ~ /^[ ]*\/\//; ++next_code) {}
            if (n == 1) {
                line = "/// @file"
            } else if (behind > 0 && column == behind) {
                line = marked(line, column, "///<")
            } else if (lines[next_code] ~ /^#pragma once/) {
                about = about substr(line, 4) " "
                line = marked(line, column, "///")
            } else if (in_scope() && line !~ /\/\/ ----/ &&
                       lines[next_code] !~ /^[ ]*($|\}|#[^d])/) {
                if (lines[n - 1] !~ /^[ ]*\/\//)
                    above = ""
                above = above substr(line, column + 3) " "
                line = marked(line, column, "///")
            }
        } else if (code == "" || code ~ /^#/) {
            behind = 0
            if (in_scope())
                above = ""
        } else {
            behind = in_scope() ? comment_behind(line) : 0
            if (behind > 0)
                line = marked(line, behind, "///<")
            sub(/explicit\([^()]*\)/, "explicit", line)  # which Doxygen takes for a function
            if (in_scope() && is_start) {
                words = lines[n - 1] ~ /^[ ]*\/\// ? "" : above
                if (words == "")
                    spoken_of = name_of(n)
                else if (name_of(n) != spoken_of || code ~ / override/)
                    words = ""
                is_own = lines[n - 1] ~ /^[ ]*\/\// || behind > 0 || kind[depth] == "enum"
                if (code ~ /^[ ]*friend (class|struct) /) {
                    line = ""
                } else if (code ~ /^[ ]*(public|private|protected):/ || code ~ /^[ ]*\}/) {
                    above = ""
                } else if (!is_own && code !~ /^[ ]*(inline )?namespace /) {
                    if (words == "" && is_class_of_file(code))
                        words = about
                    if (code ~ /= (default|delete);|operator(==|<=>)\(|^[ ]*~/)
                        words = "As the language has it. "
                    if (words == "" && is_of_any_container(code, name_of(n)))
                        words = "As of any container of the standard library. "
                    if (words != "") {
                        indent = line
                        sub(/[^ ].*/, "", indent)
                        line = indent "/** " plain(words) "*/ " substr(line, length(indent) + 1)
                    }
                }
                # Doxygen takes functions that differ in such aliases alone for one.
                if (code ~ /^using [A-Za-z0-9]+ = Basic[A-Za-z0-9]+<.*>;$/) {
                    sub(/using /, "class ", line)
                    sub(/ = /, " : public ", line)
                    sub(/;$/, " {};", line)
                }
            }
            follow(code)
            if (in_scope()) {
                is_start = code ~ /([;}{]|[^:]:)$/ || kind[depth] == "enum"
                if (code ~ /\{$/)
                    above = ""
            }
        }
        print line
    }
}

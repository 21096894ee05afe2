// SPDX-License-Identifier: MIT
// The verb merge joins the reports of all shards of verify into one.
#include <memory>
#include <optional>

#include <tandem/replay/files/output.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/verify/junit.hpp>
#include <tandem/tools/verify/report_lines.hpp>

namespace tandem::tools {
namespace {

Result<void> write_file(const std::string& option, const Arguments& arguments,
                        const std::string& text) {
    const std::string path = arguments.text(option);
    for (const std::string& shard : arguments.texts("SHARD")) {
        if (is_same_file(path, shard)) {
            return Error{ErrorCode::usage, option + " " + path, "is one of the shards"};
        }
    }
    auto file = open_whole_output(path, arguments.flag("--force"));
    TANDEM_TRY(file);
    return write_whole(**file, sim::as_bytes(text));
}

std::string junit_of(const MergedReport& merged) {
    std::vector<TestCase> cases;
    for (const auto& [file, line] : merged.lines) {
        cases.push_back(test_case_of(line));
    }
    return junit_xml(cases);
}

void print(const MergedReport& merged, Console& console) {
    for (const auto& [file, line] : merged.lines) {
        if (line.exit != ExitCode::ok) {
            console.print(escaped(line.error));
        }
    }
    console.print(std::to_string(merged.same()) + " of " + count_text(merged.lines.size(), "file") +
                  " complete and the same, " + std::to_string(merged.different()) + " different, " +
                  count_text(merged.ticks_checked(), "tick") + " compared");
    if (merged.broken_lines > 0) {
        console.print_note(count_text(merged.broken_lines, "line") +
                           " torn by a kill and not used");
    }
}

JsonObject facts_of(const MergedReport& merged) {
    JsonArray faults;
    for (const std::string& fault : merged.faults) {
        faults.emplace_back(fault);
    }
    return {{"files", merged.lines.size()},    {"same", merged.same()},
            {"different", merged.different()}, {"ticks_checked", merged.ticks_checked()},
            {"faults", std::move(faults)},     {"exit", static_cast<std::uint32_t>(merged.exit())}};
}

Result<int> run_merge(const Arguments& arguments, Context& context) {
    std::vector<ShardReport> shards;
    for (const std::string& path : arguments.texts("SHARD")) {
        auto shard = read_report(path);
        TANDEM_TRY(shard);
        shards.push_back(std::move(*shard));
    }
    const MergedReport merged = merge_reports(std::move(shards));
    if (arguments.has("-o")) {
        TANDEM_TRY(write_file("-o", arguments, merged.text()));
    }
    if (arguments.has("--junit")) {
        TANDEM_TRY(write_file("--junit", arguments, junit_of(merged)));
    }
    for (const std::string& fault : merged.faults) {
        context.console.complain({ErrorCode::bad_data, "", fault});
    }
    print(merged, context.console);
    context.console.report(facts_of(merged));
    return static_cast<int>(merged.exit());
}

}  // namespace

Verb merge_verb() {
    return {
        .name = "merge",
        .sentence = "Put the reports of all shards of verify together",
        .example = "merge shard-*.jsonl -o night.jsonl",
        .options = {{.names = {"SHARD"},
                     .sentence = "Reports that verify --report wrote",
                     .value = Path{},
                     .is_repeated = true,
                     .is_required = true},
                    {.names = {"-o", "--output"},
                     .value_name = "FILE",
                     .sentence = "Write all lines into this file, sorted by name, and the sums",
                     .value = Path{}},
                    {.names = {"--junit"},
                     .value_name = "FILE.xml",
                     .sentence = "Also write a JUnit report, one test case for each file",
                     .value = Path{}},
                    {.names = {"--force"}, .sentence = "Replace these files if they exist"}},
        .run = &reported<&run_merge>,
    };
}

}  // namespace tandem::tools

// SPDX-License-Identifier: MIT
// Reads and writes entries. An entry is one line: a check over the rest, the key, and the verdict
// as JSON.
#include <tandem/tools/verify/cache.hpp>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include <tandem/replay/files/system_calls.hpp>
#include <tandem/replay/files/system_file.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/tools/system/file.hpp>

namespace tandem::tools {
namespace {

using Json = nlohmann::json;

constexpr const char* k_kind = "tandem verdict 1";
constexpr std::size_t k_check_digits = 16;
constexpr std::size_t k_key_digits = 32;

sim::Digest digest_over(std::string_view text) {
    return sim::digest_bytes(std::as_bytes(std::span(text)));
}

std::string check_over(std::string_view text) {
    return hash_text(sim::hash_bytes(std::as_bytes(std::span(text))));
}

std::string entry_of(const std::string& key, const Outcome& outcome) {
    const replay::VerifyReport& report = *outcome.report;
    const std::string rest =
        key + " " +
        json_line({{"game", outcome.game},
                   {"ticks", report.ticks_checked},
                   {"chains", report.chains_checked},
                   {"states", report.states_checked},
                   {"restores", report.restores_checked},
                   {"seeks", report.seeks_checked},
                   {"seed", outcome.seek_seed ? JsonValue(*outcome.seek_seed) : JsonValue()},
                   {"chain", hash_text(report.chain.value)},
                   {"message", report.message}});
    return check_over(rest) + " " + rest;
}

// The key of a line that is whole, else nothing.
std::optional<std::string> key_in(const std::string& line) {
    const bool is_long = line.size() > k_check_digits + 1 + k_key_digits + 1;
    if (!is_long || line[k_check_digits] != ' ' ||
        check_over(std::string_view(line).substr(k_check_digits + 1)) !=
            line.substr(0, k_check_digits)) {
        return std::nullopt;
    }
    return line.substr(k_check_digits + 1, k_key_digits);
}

std::optional<Outcome> outcome_in(const std::string& line) {
    const Json json =
        Json::parse(line.substr(k_check_digits + 1 + k_key_digits + 1), nullptr, false);
    if (!json.is_object()) {
        return std::nullopt;
    }
    Outcome outcome;
    replay::VerifyReport report;
    try {
        outcome.game = json.at("game").get<std::string>();
        report.ticks_checked = json.at("ticks").get<std::uint64_t>();
        report.ticks_recorded = report.ticks_checked;
        report.chains_checked = json.at("chains").get<std::uint64_t>();
        report.states_checked = json.at("states").get<std::uint64_t>();
        report.restores_checked = json.at("restores").get<std::uint64_t>();
        report.seeks_checked = json.at("seeks").get<std::uint64_t>();
        report.message = json.at("message").get<std::string>();
        if (!json.at("seed").is_null()) {
            outcome.seek_seed = json.at("seed").get<std::uint64_t>();
        }
        const std::string chain = json.at("chain").get<std::string>();
        const auto parsed =
            std::from_chars(chain.data(), chain.data() + chain.size(), report.chain.value, 16);
        if (parsed.ec != std::errc() || parsed.ptr != chain.data() + chain.size()) {
            return std::nullopt;
        }
    } catch (const Json::exception&) {
        return std::nullopt;
    }
    report.verdict = replay::VerifyVerdict::same;
    outcome.report = std::move(report);
    outcome.is_cached = true;
    return outcome;
}

// Writes a file so that all programs that read or write it meanwhile see it whole or not at all.
sim::Result<void> write_entry(const std::string& path, const std::string& text) {
    auto sibling = replay::create_sibling(path);
    TANDEM_TRY(sibling);
    int failure = replay::write_all(sibling->file.get(), sim::as_bytes(text));
    // Other users share the cache.
    failure = failure != 0 ? failure : replay::calls::let_all_read(sibling->file.get());
    failure = failure != 0 ? failure : replay::calls::rename_over(sibling->name, path);
    return failure == 0
               ? sim::Result<void>()
               : replay::io_error(path, "cannot be written: " + replay::system_text(failure));
}

bool is_keepable(const Outcome& outcome) {
    return outcome.digest && outcome.is_same() && !outcome.is_cached &&
           outcome.report->completeness == replay::Completeness::complete &&
           outcome.report->ticks_checked == outcome.report->ticks_recorded &&
           outcome.report->states_unusable == 0 && outcome.report->faults.count() == 0;
}

}  // namespace

sim::Result<VerdictCache> VerdictCache::open(const std::string& path,
                                             const ProgramIdentity& program,
                                             const std::string& checks) {
    const std::string base = std::string(k_kind) + "\n" + digest_text(program.code) + "\n" +
                             digest_text(program.machine) + "\n" + checks + "\n";
    std::error_code ignored;
    if (path.ends_with('/') || std::filesystem::is_directory(path, ignored)) {
        TANDEM_TRY(make_folder(path));
        return VerdictCache(base, path);
    }
    auto file = AppendFile::open(path, AppendFile::Sharing::shared);
    TANDEM_TRY(file);
    VerdictCache cache(base, "");
    for (const std::string& line : file->lines()) {
        if (auto key = key_in(line)) {
            cache.entries_.insert_or_assign(std::move(*key), line);
        } else {
            ++cache.broken_entries_;
        }
    }
    cache.broken_entries_ += file->has_torn_line() ? 1U : 0U;
    if (cache.broken_entries_ > 0 && cache.entries_.empty()) {
        return Error{ErrorCode::io, path,
                     "exists and holds no verdict, so it may be no cache; remove it, or name "
                     "another file"};
    }
    cache.file_.emplace(std::move(*file));
    return cache;
}

std::string VerdictCache::key_of(const sim::Digest& digest) const {
    return digest_text(digest_over(base_ + digest_text(digest)));
}

std::string VerdictCache::path_of(const std::string& key) const {
    return (std::filesystem::path(folder_) / key).string();
}

std::optional<std::string> VerdictCache::find_text(const std::string& key) {
    if (folder_.empty()) {
        const auto found = entries_.find(key);
        return found == entries_.end() ? std::nullopt : std::optional(found->second);
    }
    std::ifstream file(path_of(key));
    std::string line;
    if (!file || !std::getline(file, line)) {
        broken_entries_ += file.is_open() ? 1U : 0U;
        return std::nullopt;
    }
    if (key_in(line) != key) {
        ++broken_entries_;
        return std::nullopt;
    }
    return line;
}

std::optional<Outcome> VerdictCache::find(const sim::Digest& digest) {
    const auto line = find_text(key_of(digest));
    auto outcome = line ? outcome_in(*line) : std::nullopt;
    if (outcome) {
        outcome->digest = digest;
    } else {
        broken_entries_ += line ? 1U : 0U;
    }
    return outcome;
}

sim::Result<void> VerdictCache::keep(const Outcome& outcome) {
    if (!is_keepable(outcome)) {
        return {};
    }
    const std::string key = key_of(*outcome.digest);
    const std::string line = entry_of(key, outcome);
    if (folder_.empty()) {
        return file_->append(line);
    }
    return write_entry(path_of(key), line + "\n");
}

}  // namespace tandem::tools

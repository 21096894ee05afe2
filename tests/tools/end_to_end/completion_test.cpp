// SPDX-License-Identifier: MIT
// Completion, by the shells themselves: what stands on the line after Tab.
#include <sstream>

#include <tests/tools/end_to_end/tmux.hpp>

namespace tandem::end_to_end {
namespace {

bool is_installed(const std::string& program) {
    return run_command({"sh", "-c", "command -v " + program}).exit_code == 0;
}

// The folder of the installed program, which a shell must find.
std::string program_folder(const Arguments& program) {
    return std::filesystem::path(program.front()).parent_path().string();
}

class Completion : public EndToEnd {
protected:
    void SetUp() override {
        for (const char* name : {"a.tandem", "keys.csv"}) {
            write_file(path(name), "");
        }
        std::filesystem::create_directory(path("sub"));
    }
    std::string script(const Arguments& program, const char* shell) const {
        const Outcome outcome = run_command(program + Arguments{"completion", shell});
        EXPECT_EQ(outcome.exit_code, 0) << outcome;
        EXPECT_EQ(outcome.err, "") << outcome;
        return outcome.out;
    }
};

struct Shell {
    const char* name;
    const char* command;  // without anybody's own settings
    const char* settings;
    const char* loading;
};
void PrintTo(const Shell& shell, std::ostream* stream) { *stream << shell.name; }

// What is typed before Tab, and what the line is then.
struct Typed {
    const char* before;
    const char* after;
};
constexpr Typed k_lines[] = {
    {"tandem recor", "tandem record"},
    {"tandem --ga", "tandem --game"},
    {"tandem --game sw", "tandem --game swarm"},
    {"tandem --game=sw", "tandem --game=swarm"},
    {"tandem --game duel ho", "tandem --game duel host"},
    {"tandem record --rea", "tandem record --realtime"},
    {"tandem record --js", "tandem record --json"},
    {"tandem watch a", "tandem watch a.tandem"},
    {"tandem diff a.tandem k", "tandem diff a.tandem keys.csv"},
    {"tandem play --view t", "tandem play --view terminal"},
    {"tandem play --view=w", "tandem play --view=window"},
    {"tandem record --inputs sc", "tandem record --inputs script:"},
    {"tandem record --inputs script:k", "tandem record --inputs script:keys.csv"},
    {"tandem check --probe fresh,di", "tandem check --probe fresh,dirty"},
    {"tandem completion z", "tandem completion zsh"},
    {"tandem help wa", "tandem help watch"},
    {"tandem lab sta", "tandem lab stall"},
    {"tandem lab report -o s", "tandem lab report -o sub/"},
};

class CompletionIn : public Completion, public testing::WithParamInterface<Shell> {};

TEST_P(CompletionIn, AnInteractiveShellGivesTheWordThatWasBegun) {
    if (!is_installed("tmux") || !is_installed(GetParam().name)) {
        GTEST_SKIP() << GetParam().name << " or tmux is not installed";
    }
    write_file(path("start"), "export PATH='" + program_folder(tandem({})) + "':\"$PATH\"\ncd '" +
                                  folder().string() + "'\nexec " + GetParam().command + "\n");
    Tmux tmux(path("tmux"));
    ASSERT_TRUE(tmux.open("shell", path("start")));
    for (const char* line : {GetParam().settings, GetParam().loading, "echo is \"ready\""}) {
        tmux.type_text("shell", line);
        tmux.type("shell", "Enter");
    }
    ASSERT_TRUE(tmux.wait_for("shell", "is ready")) << tmux.screen("shell");
    for (const Typed& line : k_lines) {
        tmux.type("shell", "C-u");
        tmux.type_text("shell", line.before);
        tmux.type("shell", "Tab");
        EXPECT_TRUE(tmux.wait_for("shell", std::string("%% ") + line.after))
            << line.before << "\n"
            << tmux.screen("shell");
    }
}

INSTANTIATE_TEST_SUITE_P(All, CompletionIn,
                         testing::Values(Shell{"bash", "bash --norc --noprofile -i", "PS1='%% '",
                                               "source <(tandem completion bash)"},
                                         // Its prompt has a language of its own.
                                         Shell{"zsh", "zsh -f -i",
                                               "PS1='%%%% '; autoload -U compinit; compinit -u -D",
                                               "source <(tandem completion zsh)"},
                                         Shell{"fish", "fish --no-config",
                                               "set -g fish_autosuggestion_enabled 0; "
                                               "function fish_prompt; echo '%% '; end",
                                               "tandem completion fish | source"}),
                         [](const auto& instance) { return std::string(instance.param.name); });

using BashCompletion = Completion;

// What bash is offered when the last of the words is being typed. It takes '=' and ':' for words.
std::string offers_of(const std::string& script, const std::string& program, const Arguments& words,
                      const std::string& folder) {
    std::string driver = script + "\nCOMP_WORDS=(";
    for (const std::string& word : words) {
        driver += " '" + word + "'";
    }
    driver += ")\nCOMP_CWORD=" + std::to_string(words.size() - 1) + "\n_" + words.front() + " '" +
              program + "'\necho \"${COMPREPLY[*]}\"\n";
    const Outcome outcome = run_command({"bash", "-c", driver}, folder);
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    EXPECT_EQ(outcome.err, "") << outcome;
    return outcome.out;
}

TEST_F(BashCompletion, OffersAllThatFitsAndNothingElse) {
    const std::string bash = script(tandem({}), "bash");
    const auto offers = [&](const Arguments& words) {
        return offers_of(bash, tandem({}).front(), words, folder().string());
    };
    EXPECT_EQ(offers({"tandem", "re"}), "record replay recover\n");
    EXPECT_EQ(offers({"tandem", "--game", ""}), "duel swarm lab-variable lab-fixed lab-float\n");
    EXPECT_EQ(offers({"tandem", "play", "--view", "="}), "terminal window none\n");
    EXPECT_EQ(offers({"tandem", "record", "--inputs", "1", "="}),
              "keys bot random script: lmp: replay:\n");
    EXPECT_EQ(offers({"tandem", "record", "--inputs", "script", ":", "k"}), "keys.csv\n");
    EXPECT_EQ(offers({"tandem", "record", "--ticks", ""}), "\n");
    EXPECT_EQ(offers({"tandem", "check", "--as"}), "\n") << "what is hidden is not offered";
    EXPECT_EQ(offers({"tandem", "join", ""}), "\n");
    EXPECT_EQ(offers({"tandem", "completion", "bash", "--js"}), "--json\n");
    EXPECT_EQ(offers({"tandem", "nosuch", "--re"}), "\n");
}

TEST_F(BashCompletion, KnowsTheVerbsOfAProgramOfOneGame) {
    const std::string bash = script(alone({}), "bash");
    const auto offers = [&](const Arguments& words) {
        return offers_of(bash, alone({}).front(), words, folder().string());
    };
    EXPECT_EQ(offers({"alone", "has"}), "hashes\n");
    EXPECT_EQ(offers({"alone", "hashes", "--ti"}), "--ticks\n");
    EXPECT_EQ(offers({"alone", "--game", ""}), "counter\n");
    EXPECT_EQ(offers({"alone", "la"}), "\n");
}

TEST_F(Completion, OfAShellThatIsNoneIsAUsageError) {
    const Outcome outcome = expect(2, {"completion", "tcsh"});
    EXPECT_TRUE(contains(outcome.err, "tcsh not in {bash,zsh,fish}")) << outcome;
    EXPECT_TRUE(contains(expect(2, {"completion"}).err, "SHELL is required"));
}

}  // namespace
}  // namespace tandem::end_to_end

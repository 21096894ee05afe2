// SPDX-License-Identifier: MIT
// Which names stand for what a step may not use, and what it may.
#include <tandem/tools/object_check/ban_list.hpp>

#include <gtest/gtest.h>

namespace tandem::object_check {
namespace {

std::string_view external(const std::string& symbol) { return banned_kind(symbol, false); }

TEST(BannedNames, OfTheCLibraryInAllTheirSpellings) {
    EXPECT_EQ(external("clock_gettime"), "clock");
    EXPECT_EQ(external("time"), "clock");
    EXPECT_EQ(external("rand"), "random");
    EXPECT_EQ(external("getrandom"), "random");
    EXPECT_EQ(external("pthread_create"), "thread");
    EXPECT_EQ(external("__pthread_mutex_lock"), "thread");
    EXPECT_EQ(external("printf"), "input and output");
    EXPECT_EQ(external("__printf_chk"), "input and output");
    EXPECT_EQ(external("fopen64"), "input and output");
    EXPECT_EQ(external("__isoc99_fscanf"), "input and output");
    EXPECT_EQ(external("stderr"), "input and output");
    EXPECT_EQ(external("getenv"), "input and output");
    EXPECT_EQ(external("sinf"), "floating point");
    EXPECT_EQ(external("sqrt"), "floating point");
    EXPECT_EQ(external("__adddf3"), "floating point");
    EXPECT_EQ(external("__floattidf"), "floating point");
    EXPECT_EQ(external("__fixdfdi"), "floating point");
}

TEST(BannedNames, OfBothCxxLibraries) {
    EXPECT_EQ(external("_ZNSt6chrono3_V212steady_clock3nowEv"), "clock");
    EXPECT_EQ(external("_ZNSt3__16chrono12system_clock3nowEv"), "clock");
    EXPECT_EQ(external("_ZNSt13random_device9_M_getvalEv"), "random");
    EXPECT_EQ(external("_ZNSt3__113random_deviceclEv"), "random");
    EXPECT_EQ(external("_ZNSt6thread4joinEv"), "thread");
    EXPECT_EQ(external("_ZNSt3__15mutex4lockEv"), "thread");
    EXPECT_EQ(external("_ZSt4cout"), "input and output");
    EXPECT_EQ(external("_ZNSt3__14cerrE"), "input and output");
    EXPECT_EQ(external("_ZNSt13basic_filebufIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode"),
              "input and output");
}

TEST(BannedNames, AreNotWhatEveryCleanStepUses) {
    for (const char* symbol :
         {"_Znwm",
          "_ZdlPvm",
          "malloc",
          "memcpy",
          "__memcpy_chk",
          "memmove",
          "memset",
          "memcmp",
          "strlen",
          "abort",
          "__assert_fail",
          "__stack_chk_fail",
          "_Unwind_Resume",
          "__cxa_throw",
          "__cxa_allocate_exception",
          "__cxa_guard_acquire",
          "__gxx_personality_v0",
          "_ZSt20__throw_length_errorPKc",
          "_ZSt17__throw_bad_allocv",
          "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base",
          "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_appendEPKcm",
          "_ZNSt13runtime_errorC1EPKc",
          "_ZTISt13runtime_error",
          "__divti3",
          "__udivti3",
          "__multi3",
          "__popcountdi2",
          "__udivdi3",
          "_ZN6tandem4sqrtENS_10BasicFixedIlLi32EEE",
          "_ZN6tandem3sinENS_5AngleE",
          "_GLOBAL_OFFSET_TABLE_",
          "__udivmodti4",
          "__clzdi2",
          "__popcountti2",
          "__aarch64_ldadd4_acq_rel",
          "__libc_single_threaded",
          "_ZTIi",
          "_ZTIN7physics5ErrorE",
          "_ZNSaIcED1Ev",
          "_ZNSt12out_of_rangeC1EPKc",
          "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_",
          "_ZNKSt3__120__vector_base_commonILb1EE20__throw_length_errorEv",
          "_ZNSt3__19to_stringEi",
          "XXH3_64bits",
          "__asan_report_load8",
          "__ubsan_handle_add_overflow_abort",
          "_ZSt9terminatev"}) {
        EXPECT_EQ(external(symbol), "") << symbol;
    }
}

TEST(BannedNames, AreAllThatIsNotOnTheList) {
    constexpr std::string_view k_not_on_the_list = "not on the list of what a step may link";
    for (const char* symbol :
         {"qsort", "setlocale", "signal", "longjmp", "snprintf", "toupper", "dlopen", "my_helper",
          "_ZN7physics4moveEv", "_ZNSt6localeC1Ev", "_ZTVN7physics4BodyE",
          "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm", "_ZSt11_Hash_bytesPKvmm",
          "_ZN6tandem5tools3runEv", "_ZN6tandem3net4pollEv", "_ZN6tandem6replay5writeEv",
          "__mulvoodi4", "__3"}) {
        EXPECT_EQ(external(symbol), k_not_on_the_list) << symbol;
        EXPECT_EQ(banned_kind(symbol, true), "") << symbol << " is examined where it is defined";
    }
}

TEST(BannedNames, AreThreadLocalByTheFunctionsThatFindTheStorage) {
    for (const char* symbol : {"__tls_get_addr", "__emutls_get_address", "__cxa_thread_atexit",
                               "__errno_location", "_ZTW7counter", "_ZTH7counter"}) {
        EXPECT_EQ(external(symbol), "thread-local") << symbol;
    }
}

TEST(BannedNames, AreFloatingPointByTheirParametersAndInSoftware) {
    for (const char* symbol :
         {"_ZSt8to_charsPcS_d", "_ZNSt3__19to_stringEf", "_ZN6tandem10to_displayEd", "__muldc3",
          "__truncdfhf2", "__gnu_f2h_ieee_sf", "__aeabi_dadd", "__aeabi_fcmplt", "__aeabi_i2d",
          "__extendsfdf2", "__powidf2", "__divtf3"}) {
        EXPECT_EQ(external(symbol), "floating point") << symbol;
    }
    EXPECT_EQ(external("__aeabi_uldivmod"), "not on the list of what a step may link");
}

TEST(AllowedNames, AreSymbolsCxxNamesAndBeginnings) {
    const std::string symbol = "_ZN7physics4moveIiEEvT_";  // void physics::move<int>(int)
    for (const char* pattern : {"_ZN7physics4moveIiEEvT_", "void physics::move<int>(int)",
                                "physics::move", "physics::*", "_ZN7physics*", "physics::move*"}) {
        EXPECT_TRUE(is_allowed(symbol, {"other", pattern})) << pattern;
    }
    for (const char* pattern : {"physics", "physics::mov", "move", "other::*", ""}) {
        EXPECT_FALSE(is_allowed(symbol, {pattern})) << pattern;
    }
    EXPECT_TRUE(is_allowed("_ZZN4game4stepEvE5calls", {"game::step"})) << "a static of a function";
    EXPECT_TRUE(is_allowed("rand", {"rand"}));
    EXPECT_FALSE(is_allowed("rand", {}));
}

TEST(StaticVariables, OfLibrariesAndTheCoreAreTheirOwnBusiness) {
    EXPECT_TRUE(may_be_static("_ZZN6tandem3sim9layout_ofIiEERKivE6layout"));
    EXPECT_TRUE(may_be_static("__asan_option_detect_stack_use_after_return"));
    EXPECT_TRUE(may_be_static("_ZGVZN4game4stepEvE5calls")) << "the variable itself is named";
    EXPECT_FALSE(may_be_static("_ZZN4game4stepEvE5calls"));
    EXPECT_FALSE(may_be_static("_ZN4game5countE"));
    EXPECT_FALSE(may_be_static("_ZN6tandem5tools5stateE"));
    EXPECT_FALSE(may_be_static("_ZN6tandem5games5countE")) << "bundled games have no privileges";
}

TEST(BannedNames, DoNotCoverAFunctionOfTheGameThatOnlySharesTheName) {
    EXPECT_EQ(banned_kind("time", true), "");
    EXPECT_EQ(banned_kind("_ZN4game4timeEv", true), "");
    EXPECT_EQ(banned_kind("_ZN4game10read_clockEv", true), "");
}

TEST(ReadableNames, AreThoseOfTheSource) {
    EXPECT_EQ(readable("_ZN4game4stepEi"), "game::step(int)");
    EXPECT_EQ(readable("_ZN4game4stepEi.cold"), "game::step(int)");
    EXPECT_EQ(readable("main"), "main");
    EXPECT_EQ(readable("f"), "f") << "which would be the type float";
}

}  // namespace
}  // namespace tandem::object_check

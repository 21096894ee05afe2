// SPDX-License-Identifier: MIT
// Only what the tree uses or soon may is here: a name of std without a row is reported, and gets
// one.
#include <tests/tidy/foreign_names.hpp>

namespace tandem::tidy {

std::string_view standard_names() {
    return R"(
cstddef cstdio cstdlib cstring ctime deque memory string string_view: size_t
cstddef: byte to_integer ptrdiff_t nullptr_t max_align_t
utility tuple array variant: get
utility tuple array: tuple_size tuple_element tuple_size_v tuple_element_t
utility: move forward swap exchange pair make_pair declval as_const cmp_* in_range in_place*
    integer_sequence index_sequence make_integer_sequence make_index_sequence
    index_sequence_for piecewise_construct
iterator array deque list map regex set span string string_view unordered_map unordered_set vector:
    begin end cbegin cend rbegin rend size ssize empty data
iterator: advance distance next prev back_inserter front_inserter inserter istream_iterator
    ostream_iterator istreambuf_iterator ostreambuf_iterator reverse_iterator move_iterator
    make_reverse_iterator make_move_iterator iterator_traits iter_value_t iter_reference_t
    input_iterator_tag output_iterator_tag forward_iterator_tag bidirectional_iterator_tag
    random_access_iterator_tag contiguous_iterator_tag input_iterator forward_iterator
    bidirectional_iterator random_access_iterator contiguous_iterator sentinel_for
algorithm: all_of any_of none_of for_each find find_if find_if_not find_end find_first_of
    adjacent_find count count_if mismatch equal search copy copy_n copy_if copy_backward move
    swap_ranges transform replace replace_if fill fill_n generate generate_n remove remove_if
    remove_copy_if unique unique_copy reverse rotate shuffle sample sort stable_sort
    partial_sort is_sorted nth_element lower_bound upper_bound equal_range binary_search
    partition stable_partition partition_point is_partitioned merge inplace_merge includes
    set_union set_intersection set_difference set_symmetric_difference push_heap pop_heap
    make_heap sort_heap is_heap min max minmax clamp min_element max_element minmax_element
    lexicographical_compare next_permutation is_permutation
any: any any_cast
array: array to_array
atomic: atomic atomic_bool atomic_int atomic_flag atomic_ref memory_order*
bit: bit_cast bit_width bit_ceil bit_floor popcount countr_zero countl_zero countr_one
    countl_one has_single_bit endian rotl rotr
bitset: bitset
cctype: isalnum isalpha isdigit isspace isxdigit isprint isupper islower ispunct tolower toupper
cfenv: fegetround fesetround feclearexcept fetestexcept
charconv: from_chars to_chars from_chars_result to_chars_result chars_format
chrono: chrono chrono_literals
clocale: setlocale localeconv lconv
cmath cstdlib: abs
cmath: fabs sqrt cbrt hypot pow exp log log2 log10 sin cos tan asin acos atan atan2 floor ceil
    trunc round lround llround rint llrint nearbyint fmod remainder fma ldexp frexp modf
    nextafter nan isnan isinf isfinite isnormal signbit copysign fpclassify fmin fmax
compare: strong_ordering weak_ordering partial_ordering
complex: complex
concepts: same_as derived_from convertible_to integral signed_integral unsigned_integral
    floating_point constructible_from default_initializable copy_constructible
    move_constructible copyable movable semiregular regular totally_ordered
    equality_comparable invocable regular_invocable predicate destructible swappable
condition_variable: condition_variable condition_variable_any cv_status
csignal: signal raise sig_atomic_t
cstdarg: va_list
cstdint: int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t
    intmax_t uintmax_t
cstdio: FILE printf fprintf snprintf vsnprintf sscanf puts fputs fputc putchar fgets fgetc
    fopen freopen rewind fclose fread fwrite fflush fseek ftell perror setvbuf remove rename tmpfile
cstdlib: abort exit _Exit atexit getenv system malloc calloc realloc free atoi strtol strtoll
    strtoul strtoull strtod rand srand qsort at_quick_exit
cstring: memcpy memmove memcmp memset memchr strlen strcmp strncmp strncpy strchr strrchr strstr
    strerror
ctime: time time_t tm clock strftime gmtime localtime mktime timespec timespec_get
deque: deque
deque list string vector: erase
deque list map set string unordered_map unordered_set vector: erase_if
exception stdexcept new: exception
exception: terminate current_exception exception_ptr rethrow_exception make_exception_ptr
    set_terminate uncaught_exceptions nested_exception
filesystem: filesystem
fstream: ifstream ofstream fstream filebuf
functional memory optional string string_view bitset variant vector thread: hash
functional: function less less_equal greater greater_equal equal_to not_equal_to plus minus
    multiplies negate identity invoke bind bind_front ref cref reference_wrapper mem_fn not_fn
future: future shared_future async promise packaged_task launch future_status
initializer_list: initializer_list
iomanip: setw setprecision setfill put_time quoted
ios: ios ios_base streamsize streampos streamoff hex dec oct fixed scientific boolalpha
iostream: cin cout cerr clog wcin wcout wcerr wclog
istream iosfwd: istream iostream
istream: ws
latch: latch
limits: numeric_limits
list: list
locale: locale numpunct use_facet
map: map multimap
memory: unique_ptr shared_ptr weak_ptr make_unique make_shared default_delete allocator
    enable_shared_from_this allocator_traits addressof to_address align assume_aligned
    destroy_at construct_at uninitialized_* static_pointer_cast dynamic_pointer_cast
mutex: mutex timed_mutex recursive_mutex lock_guard unique_lock scoped_lock once_flag call_once
    lock adopt_lock defer_lock
new: bad_alloc bad_array_new_length nothrow nothrow_t launder set_new_handler get_new_handler
    new_handler align_val_t
numbers: numbers
numeric: accumulate reduce transform_reduce inner_product iota partial_sum inclusive_scan
    exclusive_scan adjacent_difference gcd lcm midpoint
optional: optional nullopt nullopt_t make_optional bad_optional_access
ostream iosfwd: ostream
ostream: endl flush ends
queue: queue priority_queue
random: mt19937 mt19937_64 minstd_rand random_device seed_seq generate_canonical
    *_distribution
ratio: ratio nano micro milli kilo mega
regex: regex smatch cmatch regex_search regex_replace regex_match sregex_iterator
    sregex_token_iterator regex_constants regex_error
set: set multiset
shared_mutex: shared_mutex shared_lock
source_location: source_location
span: span dynamic_extent as_bytes as_writable_bytes
sstream: stringstream istringstream ostringstream stringbuf
stack: stack
stdexcept: runtime_error logic_error invalid_argument out_of_range length_error domain_error
    range_error overflow_error underflow_error
streambuf iosfwd: streambuf
string: string basic_string u8string to_string getline stoi stol stoll stoul stoull stof stod
    char_traits string_literals
string_view: string_view basic_string_view string_view_literals
system_error charconv: errc
system_error filesystem: error_code
system_error: error_condition error_category system_error generic_category system_category
    make_error_code
thread: thread jthread this_thread
tuple: tuple tie make_tuple apply make_from_tuple forward_as_tuple tuple_cat ignore
type_traits: true_type false_type bool_constant integral_constant is_* enable_if enable_if_t
    conditional conditional_t remove_* add_const_t add_pointer_t add_lvalue_reference_t decay_t
    make_signed_t make_unsigned_t underlying_type_t invoke_result_t void_t common_type_t
    type_identity type_identity_t conjunction_v disjunction_v negation_v extent_v rank_v
    alignment_of_v has_unique_object_representations_v has_virtual_destructor_v
typeindex: type_index
typeinfo: type_info bad_cast
unordered_map: unordered_map unordered_multimap
unordered_set: unordered_set unordered_multiset
variant: variant visit get_if holds_alternative monostate variant_size_v variant_npos
    variant_alternative_t bad_variant_access
vector: vector
)";
}

std::string_view system_names() {
    return R"(
arpa/inet.h: htons htonl ntohs ntohl inet_pton inet_ntop
dlfcn.h: dlopen dlsym
fcntl.h: open fcntl
poll.h: poll
sched.h: unshare setns
signal.h csignal: signal raise kill sigaction sigemptyset pthread_kill
stdio.h cstdio: fileno
stdlib.h cstdlib: setenv unsetenv mkdtemp mkstemp posix_openpt grantpt unlockpt ptsname
sys/file.h: flock
sys/inotify.h: inotify_init1 inotify_add_watch
sys/ioctl.h: ioctl
sys/mman.h: mmap munmap memfd_create
sys/mount.h: mount umount
sys/prctl.h: prctl
sys/resource.h: getrlimit setrlimit
sys/socket.h: socket socketpair bind connect listen accept accept4 shutdown send sendto recv
    recvfrom getsockname setsockopt
sys/stat.h: stat lstat fstat mkfifo mkdir chmod fchmod umask
sys/wait.h: waitpid
termios.h: tcgetattr tcsetattr
time.h ctime: tzset
unistd.h: close read write pread pwrite lseek dup dup2 pipe pipe2 fork execv execvp _exit getpid
    getuid getgid ttyname_r setpgid
    getppid getpgid geteuid getegid seteuid setuid isatty unlink link fsync fdatasync ftruncate
    chdir syscall usleep alarm
)";
}

std::string_view plain_names() {
    return R"(
benchmark/benchmark.h: BENCHMARK*
cassert: assert
cerrno: errno EACCES EAGAIN EBADF ECHILD EEXIST EINTR EINVAL EIO EISDIR ENOENT ENOSPC ENOTDIR
    EPERM EPIPE ESRCH EWOULDBLOCK
cereal/cereal.hpp: CEREAL_NVP
cfenv: FE_*
cfloat: DBL_* FLT_*
climits: CHAR_BIT INT_MAX INT_MIN UINT_MAX LONG_MAX
cstdint: INT8_* INT16_* INT32_* INT64_* UINT8_* UINT16_* UINT32_* UINT64_* SIZE_MAX
cstdio: EOF stdin stdout stderr SEEK_*
cstdlib: EXIT_SUCCESS EXIT_FAILURE
enet/enet.h: ENET_* ENet* enet_*
fcntl.h: O_* F_GETFL F_SETFL F_GETFD F_SETFD FD_CLOEXEC AT_FDCWD
gtest/gtest.h: EXPECT_* ASSERT_* TEST TEST_F TEST_P ADD_FAILURE FAIL SUCCEED GTEST_*
    SCOPED_TRACE INSTANTIATE_TEST_SUITE_P
mpfr.h: mpfr_* MPFR_*
immintrin.h: _mm_* _mm256_* __m128* __m256*
libfixmath/fixmath.h: fix16_*
poll.h: POLLIN POLLOUT POLLERR POLLHUP pollfd
rapidcheck/gtest.h: RC_*
signal.h csignal: SIG*
sodium.h: sodium_* crypto_*
sys/ioctl.h: TIOC* winsize
sys/mman.h: MAP_* MFD_* PROT_*
sys/prctl.h: PR_*
sys/resource.h: RLIMIT_* rlimit
sys/stat.h fcntl.h: S_IRUSR S_IWUSR S_ISREG S_ISDIR
sys/syscall.h: SYS_*
sys/wait.h: WIF* WEXITSTATUS WTERMSIG WNOHANG
termios.h: termios TCSA* ICANON ECHO
sys/file.h: LOCK_EX LOCK_SH LOCK_UN LOCK_NB
arpa/inet.h netinet/in.h: htons htonl ntohs ntohl
netinet/in.h: sockaddr_in in_addr INADDR_* IPPROTO_*
sys/socket.h netinet/in.h: AF_* SOCK_* sockaddr
unistd.h: _exit STDIN_FILENO STDOUT_FILENO STDERR_FILENO
xxhash.h: XXH*
zstd.h: ZSTD_*
)";
}

std::string_view qualified_names() {
    return R"(
CLI/CLI.hpp: CLI
benchmark/benchmark.h: benchmark
cereal/access.hpp cereal/cereal.hpp: cereal::access
cereal/cereal.hpp: cereal
cereal/types/base_class.hpp cereal/cereal.hpp: cereal::base_class cereal::virtual_base_class
gtest/gtest.h: testing
nlohmann/json.hpp: nlohmann
rapidcheck/gtest.h: rc
)";
}

std::string_view implied_headers() {
    return R"(
compare: array chrono deque filesystem iterator list map memory optional queue regex set stack
    string string_view system_error thread tuple typeindex unordered_map unordered_set utility
    variant vector
initializer_list: algorithm array deque list map queue random regex set stack string
    unordered_map unordered_set utility vector
ios: fstream iostream istream ostream sstream
istream: fstream iostream sstream
ostream: fstream iostream istream sstream
streambuf: fstream iostream istream ostream sstream
)";
}

}  // namespace tandem::tidy

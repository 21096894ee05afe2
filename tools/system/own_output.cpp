// SPDX-License-Identifier: MIT
// Lets descriptors change their places: a copy of standard output becomes ours, and its number is
// that of standard error until the end.
#include <tandem/tools/system/own_output.hpp>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iostream>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace tandem::tools {
namespace {

// The buffer is as large as Linux lets anybody make a pipe; see write_in_one_piece.
constexpr std::size_t k_bytes_at_once = 1 << 20;

volatile std::sig_atomic_t g_own_output = STDOUT_FILENO;

std::streambuf* first_buffer() {
    static std::streambuf* const buffer = std::cout.rdbuf();
    return buffer;
}
[[maybe_unused]] std::streambuf* const k_first_buffer = first_buffer();

// True if somebody, a test, catches the text given to std::cout. sync_with_stdio(false) replaces
// its buffer too, by one of a file.
bool is_caught(std::streambuf* buffer) {
    return buffer != first_buffer() && dynamic_cast<std::filebuf*>(buffer) == nullptr;
}

}  // namespace

DescriptorBuffer::DescriptorBuffer(int descriptor)
    : descriptor_(descriptor), buffer_(k_bytes_at_once) {
    setp(buffer_.data(), buffer_.data() + buffer_.size());
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type letter) {
    if (!write_out()) {
        return traits_type::eof();
    }
    if (!traits_type::eq_int_type(letter, traits_type::eof())) {
        *pptr() = traits_type::to_char_type(letter);
        pbump(1);
    }
    return traits_type::not_eof(letter);
}

int DescriptorBuffer::sync() { return write_out() ? 0 : -1; }

bool DescriptorBuffer::write_out() {
    const char* at = pbase();
    while (at != pptr()) {
        const ssize_t written = ::write(descriptor_, at, static_cast<std::size_t>(pptr() - at));
        if (written > 0) {
            at += written;
        } else if (errno != EINTR) {
            break;
        }
    }
    const bool is_all = at == pptr();
    // Bytes that nobody took are not offered again.
    setp(buffer_.data(), buffer_.data() + buffer_.size());
    return is_all;
}

OwnOutput::OwnOutput(bool is_apart) : stream_(std::cout.rdbuf()) {
    if (!is_apart) {
        return;
    }
    if (is_caught(std::cout.rdbuf())) {
        cout_before_ = std::cout.rdbuf(std::cerr.rdbuf());
    } else {
        part_descriptors();
    }
}

void OwnOutput::part_descriptors() {
    const int own = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (own < 0) {
        return;
    }
    if (::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        ::close(own);
        return;
    }
    // A game's lines come out among those of standard error, as they are printed.
    static_cast<void>(std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ));
    before_ = own;
    g_own_output = own;
    buffer_ = std::make_unique<DescriptorBuffer>(own);
    stream_.rdbuf(buffer_.get());
}

OwnOutput::~OwnOutput() {
    stream_.flush();
    if (cout_before_ != nullptr) {
        std::cout.rdbuf(cout_before_);
    }
    if (before_ >= 0) {
        std::cout.flush();
        static_cast<void>(std::fflush(stdout));
        g_own_output = STDOUT_FILENO;
        ::dup2(before_, STDOUT_FILENO);
        ::close(before_);
    }
}

int own_output() { return g_own_output; }

bool has_lost_reader() {
    pollfd output{own_output(), 0, 0};
    return ::poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
}

}  // namespace tandem::tools

// SPDX-License-Identifier: MIT
// Looks at interrupts and patience whenever the channel waits.
#include <tandem/tools/process/conversation.hpp>

#include <utility>

namespace tandem::tools {

Conversation::Conversation(Child child, std::function<bool()> is_interrupted, Clock now)
    : child_(std::move(child)),
      has_interrupt_(std::move(is_interrupted)),
      now_(std::move(now)),
      channel_(child_.channel([this] { return this->is_interrupted() || is_too_late(); })) {}

void Conversation::wait_at_most(std::chrono::nanoseconds patience) {
    patience_ = patience;
    until_ = now_() + patience;
}

bool Conversation::is_interrupted() {
    is_interrupted_ = is_interrupted_ || (has_interrupt_ && has_interrupt_());
    return is_interrupted_;
}

std::string Conversation::silence_text() {
    if (is_interrupted()) {
        return "interrupted";
    }
    if (channel_.refused_bytes() != 0) {
        return "it announced a message of " + std::to_string(channel_.refused_bytes()) +
               " bytes, more than it can have to say";
    }
    if (is_too_late()) {
        const auto waited = std::chrono::duration_cast<std::chrono::milliseconds>(patience_);
        return "it did not answer within " + std::to_string(waited.count()) + " ms and was killed";
    }
    const auto end = child_.wait_for_end();
    return end ? "its process ended by " + *end : "it closed its socket, lived on and was killed";
}

}  // namespace tandem::tools

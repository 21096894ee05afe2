// SPDX-License-Identifier: MIT
// It shows a recording on a time axis, for Perfetto and chrome://tracing.
#include <tandem/tools/formats/table_writer.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>

#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/schema/walk.hpp>
#include <tandem/tools/netview/trace_writer.hpp>
#include <tandem/tools/text/mark_name.hpp>

namespace tandem::tools {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::FieldShape;
using sim::Result;

constexpr netview::TraceLane k_ticks{1, 1};
constexpr netview::TraceLane k_marks{1, 2};

// A picture needs no more than a double has.
double number_of(const ValuePart& part) {
    const sim::SchemaNode& node = *part.node;
    const std::string raw = part.is_length ? "" : sim::leaf_raw_text(node, part.bytes);
    const std::string text = part_text(part).value_or("");
    if (node.kind == sim::FieldKind::boolean) {
        return text == "true" ? 1 : 0;
    }
    const bool is_label = node.kind == sim::FieldKind::enumeration && !raw.empty();
    return std::strtod((is_label ? raw : text).c_str(), nullptr);
}

class RecordingTrace final : public TableWriter {
public:
    RecordingTrace(const TickTable& table, Sink sink)
        : table_(table), sink_(std::move(sink)), trace_([this](std::string_view text) {
              if (result_) {
                  result_ = sink_(text);
              }
          }) {
        for (const sim::Mark& mark : table.file.marks()) {
            if (mark.tick.number >= table.range.from && mark.tick.number <= table.range.to) {
                marks_.push_back(&mark);
            }
        }
        std::stable_sort(marks_.begin(), marks_.end(), [](const sim::Mark* a, const sim::Mark* b) {
            return a->tick.number < b->tick.number;
        });
    }

    Result<void> begin() override {
        for (const FieldColumn& column : table_.columns) {
            const sim::SchemaNode& node = column.field.node.kind == sim::FieldKind::optional
                                              ? column.field.node.children[0]
                                              : column.field.node;
            if (!column.field.is_length && sim::shape_of(node.kind) != FieldShape::number) {
                return Error{ErrorCode::usage, "--field " + column.name,
                             "this is no number (" + sim::type_text(node) +
                                 "), and a trace draws numbers only; name the fields to draw"};
            }
        }
        trace_.name_process(k_ticks.process, table_.file.header().game);
        trace_.name_lane(k_ticks, "ticks");
        trace_.name_lane(k_marks, "marks");
        return result_;
    }

    Result<void> row(const Row& row) override {
        const net::Time at = time_of(row.tick);
        trace_.slice(k_ticks, at, time_of(end_of(row.tick)) - at,
                     "tick " + std::to_string(row.tick), {});
        for (const FieldColumn& column : table_.columns) {
            draw(column, row, at);
        }
        draw_marks(row.tick + table_.every);
        return result_;
    }

    Result<void> finish() override {
        draw_marks(~std::uint64_t{0});
        trace_.finish(time_of(table_.range.to));
        return result_;
    }

private:
    // Returns the first tick behind those that a row stands for.
    std::uint64_t end_of(std::uint64_t tick) const {
        return std::min(tick + table_.every, table_.range.to);
    }
    net::Time time_of(std::uint64_t tick) const {
        const TickRate rate = table_.file.header().setup.tick_rate;
        constexpr double k_ns_per_second = 1e9;
        return net::Time(static_cast<net::Time::rep>(static_cast<double>(tick) * rate.seconds *
                                                     k_ns_per_second / rate.ticks));
    }

    // A value holds until the next one, so an unchanged one is not written again.
    void draw(const FieldColumn& column, const Row& row, net::Time at) {
        auto part = cell_of(column, row, table_.file.header());
        if (part && !part->is_length && part->node->kind == sim::FieldKind::optional &&
            part->bytes[0] == std::byte{0}) {
            part.reset();
        }
        if (!part) {
            return;
        }
        const double value = number_of(*part);
        const auto [known, is_new] = drawn_.emplace(column.name, value);
        if (is_new || known->second != value) {
            known->second = value;
            trace_.counter(k_ticks.process, at, column.name, value);
        }
    }

    // Draws marks of ticks before this one.
    void draw_marks(std::uint64_t tick) {
        for (; next_mark_ < marks_.size() && marks_[next_mark_]->tick.number < tick; ++next_mark_) {
            const sim::Mark& mark = *marks_[next_mark_];
            trace_.instant(k_marks, time_of(mark.tick.number), mark_name(mark.kind),
                           {{"tick", mark.tick.number},
                            {"player", mark.slot},
                            {"value", mark.value},
                            {"text", mark.text}});
        }
    }

    const TickTable& table_;
    Sink sink_;
    Result<void> result_;
    netview::TraceWriter trace_;
    std::map<std::string, double> drawn_;  // indexed by column
    std::vector<const sim::Mark*> marks_;  // in order of ticks
    std::size_t next_mark_ = 0;
};

}  // namespace

std::unique_ptr<TableWriter> make_trace_writer(const TickTable& table, Sink sink) {
    return std::make_unique<RecordingTrace>(table, std::move(sink));
}

}  // namespace tandem::tools

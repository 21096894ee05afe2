// SPDX-License-Identifier: MIT
// A Doom demo as a source: a tic's four bytes are, in the file's order, the canonical bytes of such
// an input.
#include <tandem/tools/inputs/source.hpp>

#include <tandem/tools/inputs/lmp.hpp>
#include <tandem/tools/system/file.hpp>

namespace tandem::tools {
namespace {

using sim::FieldKind;

// True if an input has forward and side signed, turn and buttons unsigned, a byte each.
bool takes_tics(const sim::Schema& input_schema) {
    const auto& fields = input_schema.root().children;
    if (input_schema.root().kind != FieldKind::structure || fields.size() != k_tic_bytes) {
        return false;
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const FieldKind kind = i < 2 ? FieldKind::signed_integer : FieldKind::unsigned_integer;
        if (fields[i].kind != kind || fields[i].width_bytes != 1) {
            return false;
        }
    }
    return true;
}

class LmpSource final : public Source {
public:
    explicit LmpSource(LmpDemo demo) : demo_(std::move(demo)) {}

    std::uint32_t columns() const override { return demo_.players; }
    std::optional<std::uint64_t> rows() const override { return demo_.ticks; }
    std::optional<Error> cut() const override { return demo_.cut; }

    sim::Result<std::optional<sim::Bytes>> input(std::uint32_t column, Slot, sim::Tick tick,
                                                 const sim::AnySimulation&) override {
        if (tick.number >= demo_.ticks) {
            return std::optional<sim::Bytes>();
        }
        const sim::ByteView tic = demo_.tic(tick.number, column);
        return std::optional(sim::Bytes(tic.begin(), tic.end()));
    }

private:
    LmpDemo demo_;
};

}  // namespace

sim::Result<std::unique_ptr<Source>> open_lmp_source(const std::string& path,
                                                     const sim::GameInfo& game) {
    if (!takes_tics(game.input_schema)) {
        return Error{
            ErrorCode::usage, "--inputs lmp:" + path,
            "a Doom demo drives games whose input is forward i8, side i8, turn u8, buttons "
            "u8, which the input of " +
                game.name + " is not; use a script or bots"};
    }
    const auto [file, lump_name] = split_lump_path(path);
    auto bytes = read_named_file(file);
    TANDEM_TRY(bytes);
    sim::ByteView demo_bytes = *bytes;
    if (!lump_name.empty()) {
        const auto lump = find_lump(*bytes, lump_name, file);
        TANDEM_TRY(lump);
        demo_bytes = *lump;
    } else if (demo_bytes.size() >= 4 &&
               (demo_bytes[0] == std::byte{'I'} || demo_bytes[0] == std::byte{'P'}) &&
               demo_bytes[1] == std::byte{'W'}) {
        return Error{ErrorCode::usage, "--inputs lmp:" + path,
                     "this is a WAD; say which demo of it, as in lmp:" + file + "#DEMO1"};
    }
    auto demo = parse_lmp(demo_bytes, path);
    TANDEM_TRY(demo);
    return std::unique_ptr<Source>(std::make_unique<LmpSource>(std::move(*demo)));
}

}  // namespace tandem::tools

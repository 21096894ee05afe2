// SPDX-License-Identifier: MIT
// A single list of fields for each part of a scenario serves reading and writing.
#include <tandem/tools/netsim/scenario.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <concepts>
#include <limits>

namespace tandem::tools::netsim {
namespace {

using Json = nlohmann::ordered_json;
using sim::Error;
using sim::ErrorCode;
using sim::Result;

constexpr std::uint64_t k_scenario_schema = 1;
constexpr int k_indent = 2;
// Faults nest no deeper; deeper JSON is not a scenario.
constexpr int k_depth_max = 8;

Error wrong(const std::string& place, const std::string& message);

// Reads an object key by key and remembers which keys were known.
class ObjectReader {
public:
    ObjectReader(const Json& object, std::string place)
        : object_(object), place_(std::move(place)) {
        if (!object.is_object()) {
            fail(place_, "expected an object");
        }
    }

    template <std::integral Integer>
    void field(const char* name, Integer& value, Integer /*least*/ = {}) {
        const Json* found = find(name);
        if (found == nullptr) {
            return;
        }
        if (!found->is_number_integer() || !fits<Integer>(*found)) {
            fail(place_of(name), "expected a whole number that is not too large");
            return;
        }
        value = found->get<Integer>();
    }
    void field(const char* name, bool& value);
    template <class Value>
    void always(const char* name, Value& value) {
        field(name, value);
    }
    void field(const char* name, std::string& value);
    // `read` gets a reader for the object of that name, if there is one.
    template <class Read>
    void object(const char* name, Read&& read) {
        if (const Json* found = find(name)) {
            ObjectReader inner(*found, place_of(name));
            read(inner);
            keep_error_of(inner);
        }
    }
    // `read` gets a reader for each object of a list.
    template <class Read>
    void list(const char* name, Read&& read) {
        const Json* found = find(name);
        if (found == nullptr) {
            return;
        }
        if (!found->is_array()) {
            fail(place_of(name), "expected a list");
            return;
        }
        for (std::size_t index = 0; index < found->size() && !error_; ++index) {
            ObjectReader inner((*found)[index], place_of(name) + "[" + std::to_string(index) + "]");
            read(inner);
            keep_error_of(inner);
        }
    }
    void fail(const std::string& place, const std::string& message);
    bool has(const char* name) const { return object_.is_object() && object_.contains(name); }
    std::string place_of(const std::string& name) const {
        return place_.empty() ? name : place_ + "." + name;
    }
    // Returns the first error, an unknown key included.
    std::optional<Error> error() const;

private:
    template <std::integral Integer>
    static bool fits(const Json& number) {
        if (number.is_number_unsigned()) {
            return number.get<std::uint64_t>() <=
                   static_cast<std::uint64_t>(std::numeric_limits<Integer>::max());
        }
        return std::signed_integral<Integer> &&
               number.get<std::int64_t>() >=
                   static_cast<std::int64_t>(std::numeric_limits<Integer>::min());
    }
    const Json* find(const char* name);
    void keep_error_of(const ObjectReader& inner);
    std::string known_keys() const;

    const Json& object_;
    std::string place_;
    std::vector<std::string> known_;
    std::optional<Error> error_;
};

// Writes each value that is not at its default.
class ObjectWriter {
public:
    template <std::integral Integer>
    void field(const char* name, const Integer& value, Integer standard = {}) {
        if (value != standard) {
            json_[name] = value;
        }
    }
    void field(const char* name, const std::string& value) { json_[name] = value; }
    // Writes a value even if it is at its default, because a reader looks for it.
    template <std::integral Integer>
    void always(const char* name, const Integer& value) {
        json_[name] = value;
    }
    Json extract() { return std::move(json_); }

private:
    Json json_ = Json::object();
};

template <class Archive, class Line>
void describe_line(Archive& archive, Line& line);
template <class Archive, class Own>
void describe_own_line(Archive& archive, Own& own);
template <class Archive, class Machine>
void describe_machine(Archive& archive, Machine& machine);
template <class Archive, class FaultOrConst>
void describe_fault(Archive& archive, FaultOrConst& fault);
void read_kind(ObjectReader& reader, Fault& fault);
template <class Archive, class Plant>
void describe_plant(Archive& archive, Plant& plant);
template <class Archive, class ScenarioOrConst>
void describe_head(Archive& archive, ScenarioOrConst& scenario);
template <class List, class Describe>
void write_list(Json& json, const char* name, const List& list, Describe&& describe);
Result<Scenario> read(const Json& json);

}  // namespace

std::string scenario_text(const Scenario& scenario) {
    ObjectWriter head;
    head.field("schema", k_scenario_schema);
    describe_head(head, scenario);
    Json json = head.extract();
    ObjectWriter line;
    describe_line(line, scenario.line);
    json["line"] = line.extract();
    write_list(json, "lines", scenario.lines,
               [](ObjectWriter& writer, const OwnLine& own) { describe_own_line(writer, own); });
    write_list(json, "machines", scenario.machines,
               [](ObjectWriter& writer, const MachineConditions& machine) {
                   describe_machine(writer, machine);
               });
    write_list(json, "faults", scenario.faults, [](ObjectWriter& writer, const Fault& fault) {
        writer.field("what", std::string(traits_of(fault.what).name));
        describe_fault(writer, fault);
    });
    if (scenario.plant) {
        ObjectWriter plant;
        describe_plant(plant, *scenario.plant);
        json["plant"] = plant.extract();
    }
    return json.dump(k_indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Scenario> scenario_from_text(std::string_view text) {
    // Without exceptions a depth can only be bounded before.
    int depth = 0;
    const Json json = Json::parse(
        text,
        [&](int now, Json::parse_event_t, Json&) {
            depth = std::max(depth, now);
            return now <= k_depth_max;
        },
        false);
    if (json.is_discarded() || depth > k_depth_max) {
        return wrong("", "is no JSON text of a scenario");
    }
    return read(json);
}

namespace {

Error wrong(const std::string& place, const std::string& message) {
    return {ErrorCode::bad_data, place, message};
}

void ObjectReader::field(const char* name, bool& value) {
    const Json* found = find(name);
    if (found != nullptr && !found->is_boolean()) {
        fail(place_of(name), "expected true or false");
    } else if (found != nullptr) {
        value = found->get<bool>();
    }
}

void ObjectReader::field(const char* name, std::string& value) {
    const Json* found = find(name);
    if (found != nullptr && !found->is_string()) {
        fail(place_of(name), "expected a text");
    } else if (found != nullptr) {
        value = found->get<std::string>();
    }
}

void ObjectReader::fail(const std::string& place, const std::string& message) {
    if (!error_) {
        error_ = wrong(place, message);
    }
}

std::optional<Error> ObjectReader::error() const {
    if (error_ || !object_.is_object()) {
        return error_;
    }
    for (const auto& [key, value] : object_.items()) {
        if (std::find(known_.begin(), known_.end(), key) == known_.end()) {
            return wrong(place_of(key), "is not known here; expected " + known_keys());
        }
    }
    return std::nullopt;
}

const Json* ObjectReader::find(const char* name) {
    known_.emplace_back(name);
    if (error_ || !has(name)) {
        return nullptr;
    }
    return &object_[name];
}

void ObjectReader::keep_error_of(const ObjectReader& inner) {
    if (!error_) {
        error_ = inner.error();
    }
}

std::string ObjectReader::known_keys() const {
    std::string all;
    for (const std::string& key : known_) {
        all += (all.empty() ? "" : ", ") + key;
    }
    return all;
}

template <class Archive, class Line>
void describe_line(Archive& archive, Line& line) {
    const LineConditions standard;
    archive.field("delay_us", line.delay_us);
    archive.field("jitter_us", line.jitter_us);
    archive.field("loss_ppm", line.loss_ppm);
    archive.field("burst_ppm", line.burst_ppm);
    archive.field("burst_packets", line.burst_packets, standard.burst_packets);
    archive.field("duplicate_ppm", line.duplicate_ppm);
    archive.field("reorder_ppm", line.reorder_ppm);
    archive.field("damage_ppm", line.damage_ppm);
    archive.field("rate_bytes_per_s", line.rate_bytes_per_s);
    archive.field("queue_bytes", line.queue_bytes, standard.queue_bytes);
}

template <class Archive, class Own>
void describe_own_line(Archive& archive, Own& own) {
    archive.always("from", own.from);
    archive.always("to", own.to);
    describe_line(archive, own.line);
}

template <class Archive, class Machine>
void describe_machine(Archive& archive, Machine& machine) {
    archive.field("drift_ppm", machine.drift_ppm);
    archive.field("step_permille", machine.step_permille);
}

template <class Archive, class FaultOrConst>
void describe_fault(Archive& archive, FaultOrConst& fault) {
    const FaultTraits& traits = traits_of(fault.what);
    if (traits.is_of_a_line) {
        archive.always("from", fault.from);
        archive.always("to", fault.to);
    } else {
        archive.always("machine", fault.machine);
    }
    archive.always("at_ms", fault.at_ms);
    if (traits.has_span) {
        archive.field("for_ms", fault.for_ms);
    }
    if (traits.least != 0 || traits.most != 0) {
        archive.field("amount", fault.amount);
    }
}

void read_kind(ObjectReader& reader, Fault& fault) {
    std::string name;
    reader.field("what", name);
    std::string names;
    for (const FaultTraits& traits : fault_traits()) {
        if (traits.name == name) {
            fault.what = traits.kind;
            return;
        }
        names += (names.empty() ? "" : ", ") + std::string(traits.name);
    }
    reader.fail(reader.place_of("what"), "expected one of " + names);
}

template <class Archive, class Plant>
void describe_plant(Archive& archive, Plant& plant) {
    archive.always("machine", plant.machine);
    archive.always("tick", plant.tick);
    archive.field("field", plant.field);
}

template <class Archive, class ScenarioOrConst>
void describe_head(Archive& archive, ScenarioOrConst& scenario) {
    archive.field("name", scenario.name);
    archive.always("seed", scenario.seed);
    archive.field("players", scenario.players);
    archive.field("ticks", scenario.ticks);
    archive.field("sealed", scenario.is_sealed);
}

template <class List, class Describe>
void write_list(Json& json, const char* name, const List& list, Describe&& describe) {
    for (const auto& each : list) {
        ObjectWriter writer;
        describe(writer, each);
        json[name].push_back(writer.extract());
    }
}

Result<Scenario> read(const Json& json) {
    Scenario scenario;
    ObjectReader reader(json, "");
    std::uint64_t schema = 0;
    reader.field("schema", schema);
    if (schema != k_scenario_schema) {
        reader.fail("schema", "expected " + std::to_string(k_scenario_schema));
    }
    describe_head(reader, scenario);
    reader.object("line", [&](ObjectReader& inner) { describe_line(inner, scenario.line); });
    reader.list("lines", [&](ObjectReader& inner) {
        describe_own_line(inner, scenario.lines.emplace_back());
    });
    reader.list("machines", [&](ObjectReader& inner) {
        describe_machine(inner, scenario.machines.emplace_back());
    });
    reader.list("faults", [&](ObjectReader& inner) {
        Fault& fault = scenario.faults.emplace_back();
        read_kind(inner, fault);
        describe_fault(inner, fault);
    });
    reader.object("plant",
                  [&](ObjectReader& inner) { describe_plant(inner, scenario.plant.emplace()); });
    if (const auto error = reader.error()) {
        return *error;
    }
    if (const auto checked = check_scenario(scenario); !checked) {
        return wrong(checked.error().place, checked.error().message);
    }
    return scenario;
}

}  // namespace
}  // namespace tandem::tools::netsim

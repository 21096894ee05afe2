// SPDX-License-Identifier: MIT
// This shows the inputs of one tick, exactly if the page has them, else what is known of their
// part.
const reading = document.querySelector('#reading tbody');
const reading_heading = document.querySelector('#reading_heading');
const labels = [...rows.querySelectorAll('.lane .label b')].map(label => label.textContent);

function part_text(lane, side, tick) {
  const bucket = bucket_of(tick);
  if (side.present[bucket] === 0) return 'not there';
  const least = data.texts[side.least[bucket]], most = data.texts[side.most[bucket]];
  const values = !lane.is_number ? '' : least === most ? least : `${least} to ${most}`;
  const changes = `${side.changes[bucket]} change${side.changes[bucket] === 1 ? '' : 's'}`;
  return lane.is_number && side.changes[bucket] === 0 && least === most ? values
    : `${values}${values ? ', ' : ''}${changes} in this part`;
}

function value_text(lane, side, tick) {
  if (!is_exact(tick)) return part_text(lane, side, tick);
  const run = run_at(side, tick);
  return !run ? 'not recorded' : run.length === 1 ? 'not there' : data.texts[run[1]];
}

function read_tick(tick) {
  const bucket = bucket_of(tick);
  reading_heading.textContent = `Inputs at tick ${tick}, ${time_text(tick)}` + (is_exact(tick) ? ''
    : ` (known for the part from tick ${bucket_begin(bucket)} to ${bucket_begin(bucket + 1) - 1})`);
  reading.replaceChildren(...data.lanes.map((lane, i) => {
    const row = document.createElement('tr'), name = document.createElement('th');
    name.scope = 'row';
    name.textContent = labels[i];
    row.append(name);
    const texts = lane.sides.map((_, index) => value_text(lane, side_of(lane, index), tick));
    const is_other = is_exact(tick) && lane.is_number ? texts[0] !== texts[1]
      : lane.differ.some(([each]) => each === bucket);
    texts.forEach((text, index) => {
      const cell = document.createElement('td');
      cell.textContent = text;
      if (index === 1 && is_other) cell.className = 'other';
      row.append(cell);
    });
    return row;
  }));
}

// SPDX-License-Identifier: MIT
// The strips with every value that the page has, as paths in columns of the whole match. Where it
// has none tick by tick, a column is drawn as wide as its ticks are.
const rows = document.querySelector('#rows');

const rectangle = (from, to, top, bottom) => `M${+from.toFixed(4)},${top}H${+to.toFixed(4)}V${
  bottom}H${+from.toFixed(4)}Z`;

function between(low, high) {
  const middle = Math.min(Math.max(100 - (low + high) / 2, 4), 96);
  return high - low < 8 ? [middle - 4, middle + 4] : [100 - high, 100 - low];
}

// Where the exact span begins and ends in whole buckets: those outside are drawn as buckets.
const EXACT_BUCKETS = data.exact[1] > data.exact[0]
  ? [bucket_of(data.exact[0]), bucket_of(data.exact[1] - 1)] : [1, 0];
const is_outside = bucket => bucket < EXACT_BUCKETS[0] || bucket > EXACT_BUCKETS[1];
// Returns the parts of a bucket that lie outside of the exact span, which cuts it.
function outside_parts(bucket) {
  const begin = bucket_begin(bucket), end = bucket_begin(bucket + 1);
  if (is_outside(bucket)) return [[begin, end]];
  const parts = [];
  if (begin < data.exact[0]) parts.push([begin, data.exact[0]]);
  if (end > data.exact[1]) parts.push([data.exact[1], end]);
  return parts;
}
const bucket_parts = [];
for (let bucket = 0; bucket < data.buckets; ++bucket) {
  for (const [begin, end] of outside_parts(bucket)) bucket_parts.push([bucket, begin, end]);
}

// [first tick, end, run] of each run.
function* spans_of(runs) {
  for (let i = 0; i < runs.length; ++i) {
    yield [runs[i][0], i + 1 < runs.length ? runs[i + 1][0] : data.exact[1], runs[i]];
  }
}

function value_path(lane, side) {
  let path = '';
  for (const [bucket, begin, end] of bucket_parts) {
    if (side.present[bucket] === 0) continue;
    const ticks = bucket_begin(bucket + 1) - bucket_begin(bucket);
    const part = Math.floor(side.changes[bucket] * 100 / ticks);
    const [top, bottom] = lane.is_number ? between(side.low[bucket], side.high[bucket])
      : [100 - Math.max(part, side.changes[bucket] > 0 ? 16 : 2), 100];
    path += rectangle(column_of(begin), column_of(end), top, bottom);
  }
  for (const [begin, end, run] of lane.is_number ? [] : spans_of(side.runs)) {
    if (run.length === 1) continue;
    // A bar where a value begins, a line as long as it lasts.
    path += rectangle(column_of(begin), column_of(begin + 1), 0, 100) +
      rectangle(column_of(begin), column_of(end), 92, 100);
  }
  return path;
}

// The values of numbers as one line.
function line_path(lane, side) {
  let path = '', is_down = false;
  for (const [begin, end, run] of lane.is_number ? spans_of(side.runs) : []) {
    if (run.length === 3) {
      const y = 96 - run[2] * 0.92;
      path += `${is_down ? '' : `M${+column_of(begin).toFixed(4)},${y}`}V${+y.toFixed(2)}H${
        +column_of(end).toFixed(4)}`;
    }
    is_down = run.length === 3;
  }
  return path;
}

const side_of = (lane, index) => lane.sides[index] || lane.sides[0];
// The run that holds a tick of the exact span; nothing where the recording does not have the tick.
function run_at(side, tick) {
  let low = 0, high = side.runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (side.runs[middle][0] <= tick) low = middle + 1; else high = middle;
  }
  return side.runs[low - 1];
}

// The differences tick by tick, where both have numbers; elsewhere by buckets.
function differ_path(lane) {
  if (lane.sides.length < 2 || lane.sides[1] === null) return '';
  const counts = new Map(lane.differ);
  let path = '';
  const has_values = lane.is_number;
  for (const [bucket, begin, end] of has_values ? bucket_parts : []) {
    if (counts.has(bucket)) path += rectangle(column_of(begin), column_of(end), 0, 100);
  }
  if (!has_values) {
    for (const bucket of counts.keys()) path += rectangle(bucket, bucket + 1, 0, 100);
    return path;
  }
  const cuts = [...new Set(lane.sides.flatMap(side => side.runs.map(run => run[0])))]
    .sort((a, b) => a - b);
  for (let i = 0; i < cuts.length; ++i) {
    const [a, b] = lane.sides.map(side => run_at(side, cuts[i]));
    const end = i + 1 < cuts.length ? cuts[i + 1] : data.exact[1];
    if (a && b && counts.has(bucket_of(cuts[i])) && a[1] !== b[1]) {
      path += rectangle(column_of(cuts[i]), column_of(end), 0, 100);
    }
  }
  return path;
}

// A path of the page with the one for a closer look.
class Strip {
  constructor(path, closer) {
    this.path = path;
    this.far = path.getAttribute('d');
    this.closer = closer;
  }
  draw(is_close) { this.path.setAttribute('d', is_close ? this.closer : this.far); }
}

function lane_strips() {
  const strips = [];
  [...rows.querySelectorAll('.lane')].forEach((row, i) => {
    const lane = data.lanes[i];
    ['first', 'second'].forEach((look, index) => {
      const path = row.querySelector(`path.${look}`);
      if (!path) return;
      const side = side_of(lane, index);
      strips.push(new Strip(path, value_path(lane, side)));
      path.after(make('path', {class: `${look} line`, d: ''}));
      strips.push(new Strip(path.nextSibling, line_path(lane, side)));
    });
    const differ = row.querySelector('path.differ');
    if (differ) strips.push(new Strip(differ, differ_path(lane)));
  });
  return strips;
}

function history_strips() {
  const tops = {equal: [50, 100], differ: [0, 100], unknown: [92, 100]};
  return Object.entries(tops).flatMap(([look, extent]) => {
    const path = rows.querySelector(`.history path.${look}`);
    const parts = data.chain.filter(([, , word]) => word === look);
    return path ? [new Strip(path, parts.map(([begin, end]) =>
      rectangle(column_of(begin), column_of(end), ...extent)).join(''))] : [];
  });
}

function differing_strips() {
  const path = rows.querySelector('.all_inputs path.differ');
  if (!path) return [];
  const counts = new Map(data.differ);
  const parts = [...bucket_parts.filter(([bucket]) => counts.has(bucket)).map(part => part.slice(1)),
    ...data.differ_exactly.map(tick => [tick, tick + 1])];
  return [new Strip(path, parts.map(([begin, end]) =>
    rectangle(column_of(begin), column_of(end), 0, 100)).join(''))];
}

function make(name, attributes) {
  const element = document.createElementNS(rows.querySelector('svg').namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

const strips = [...lane_strips(), ...history_strips(), ...differing_strips()];
const stretched = [...rows.querySelectorAll('.stretched')];
const placed = [...rows.querySelectorAll('[data-tick]')];
const scales = [...document.querySelectorAll('#axis .scale')];

const cursors = [...rows.querySelectorAll('.row > svg')].map(svg =>
  svg.appendChild(make('line', {class: 'cursor', y1: 0, y2: '100%'})));

function place(element, tick) {
  const x = view.percent(tick);
  const is_seen = x >= -0.001 && x <= 100.001;
  element.classList.toggle('out', !is_seen);
  for (const name of ['x', 'x1', 'x2']) {
    if (element.hasAttribute(name)) element.setAttribute(name, `${x}%`);
  }
  if (element.hasAttribute('text-anchor') && !element.classList.contains('scale')) {
    element.setAttribute('text-anchor', x > 50 ? 'end' : 'start');
    element.setAttribute('dx', x > 50 ? -6 : 6);
  }
}

function draw_view(cursor) {
  const is_close = view.ticks() < 2 * (data.exact[1] - data.exact[0]);
  for (const strip of strips) strip.draw(is_close);
  const box = `${column_of(view.from)} 0 ${view.ticks() * data.buckets / TICKS} 100`;
  for (const svg of stretched) svg.setAttribute('viewBox', box);
  for (const element of placed) place(element, +element.dataset.tick);
  for (const line of cursors) {
    line.setAttribute('x1', '0');
    line.setAttribute('x2', '0');
    place(line, cursor + 0.5);
  }
  scales.forEach((text, i) => {
    const labels = scales.length / 2 - 1, tick = Math.round(view.from + view.ticks() *
      Math.floor(i / 2) / labels);
    text.textContent = i % 2 === 0 ? time_text(tick) : tick;
  });
}

// SPDX-License-Identifier: MIT
// Does what a person asks for: looks closer, goes along, points at a tick, and looks for a field.
const tick_field = document.querySelector('#tick');
const shown = document.querySelector('#shown');
let cursor = data.tick ?? FIRST;

function draw() {
  draw_view(cursor);
  shown.textContent = view.is_whole() ? `all ${TICKS} ticks in sight`
    : `ticks ${Math.ceil(view.from)} to ${Math.floor(view.to)} in sight`;
}
function look(from, ticks) { view.set(from, ticks); draw(); }
function zoom(factor, middle = (view.from + view.to) / 2) {
  const ticks = Math.min(Math.max(view.ticks() * factor, LEAST_TICKS), TICKS);
  look(middle - (middle - view.from) * ticks / view.ticks(), ticks);
}
function point_at(tick) {
  cursor = Math.min(Math.max(tick, FIRST), FIRST + TICKS - 1);
  if (cursor < view.from || cursor >= view.to) view.set(cursor - view.ticks() / 2, view.ticks());
  tick_field.value = cursor;
  read_tick(cursor);
  draw();
}
function look_around() {
  const ticks = Math.min(60, TICKS);
  view.set(data.tick - ticks / 2, ticks);
  point_at(data.tick);
}

const actions = {
  whole: () => look(FIRST, TICKS),
  around: look_around,
  closer: () => zoom(0.5, cursor >= view.from && cursor < view.to ? cursor + 0.5 : undefined),
  wider: () => zoom(2),
  earlier: () => look(view.from - view.ticks() / 2, view.ticks()),
  later: () => look(view.from + view.ticks() / 2, view.ticks()),
};
const keys = {
  ArrowLeft: event => point_at(cursor - (event.shiftKey ? 10 : 1)),
  ArrowRight: event => point_at(cursor + (event.shiftKey ? 10 : 1)),
  Home: () => point_at(FIRST), End: () => point_at(END - 1),
  '+': actions.closer, '-': actions.wider, 0: actions.whole,
  b: () => { if (data.tick !== null) look_around(); },
};

function part_of(event) {
  const area = rows.querySelector('#axis').getBoundingClientRect();
  return (event.clientX - area.left) / area.width;
}
let drag = null;
function begin_drag(event) {
  if (event.button !== 0 || part_of(event) < 0) return;
  drag = {part: part_of(event), from: view.from, moved: false};
  rows.setPointerCapture(event.pointerId);
}
function move(event) {
  if (!drag) return;
  const way = part_of(event) - drag.part;
  drag.moved = drag.moved || Math.abs(way) > 0.01;
  if (drag.moved) look(drag.from - way * view.ticks(), view.ticks());
}
function end_drag(event) {
  if (drag && !drag.moved) point_at(view.tick_at(part_of(event)));
  drag = null;
}

function watch_time_line() {
  rows.tabIndex = 0;
  rows.setAttribute('role', 'group');
  rows.setAttribute('aria-label', 'Time line. Left and right: a tick, with shift ten; plus and minus:'
    + ' closer and wider; b: the bad tick; 0: the whole match');
  for (const [id, act] of Object.entries(actions)) {
    document.querySelector(`#${id}`)?.addEventListener('click', act);
  }
  rows.addEventListener('keydown', event => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    act(event);
    event.preventDefault();
  });
  rows.addEventListener('pointerdown', begin_drag);
  rows.addEventListener('pointermove', move);
  rows.addEventListener('pointerup', end_drag);
  rows.addEventListener('pointercancel', () => { drag = null; });
  rows.addEventListener('wheel', event => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 0.8 : 1.25, view.from + part_of(event) * view.ticks());
  }, {passive: false});
  tick_field.addEventListener('change', () => point_at(Math.round(+tick_field.value) || FIRST));
}

function watch_filter(filter) {
  const field = filter.querySelector('input'), told = filter.querySelector('output');
  const lines = [...document.querySelectorAll(`#${field.id.replace('_filter', '')} tbody tr`)];
  const apply = () => {
    const wanted = field.value.toLowerCase();
    let count = 0;
    for (const line of lines) {
      line.hidden = !line.dataset.path.toLowerCase().includes(wanted);
      count += line.hidden ? 0 : 1;
    }
    told.textContent = wanted ? `${count} of ${lines.length}` : '';
  };
  field.addEventListener('input', apply);
  return lines.length > 8;
}

for (const element of document.querySelectorAll('.needs_script')) {
  element.hidden = element.classList.contains('filter') && !watch_filter(element);
}
document.body.dataset.mode = 'script';
if (TICKS > 1 && data.buckets > 0) {
  watch_time_line();
  point_at(cursor);
}
window.autopsy = {data, view, point_at, look};

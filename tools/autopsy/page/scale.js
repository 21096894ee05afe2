// SPDX-License-Identifier: MIT
// This knows which ticks are in sight, and where a tick stands in the picture.
const data = JSON.parse(document.querySelector('#data').textContent);
const [FIRST, END] = data.span;
const TICKS = Math.max(END - FIRST, 1);
const LEAST_TICKS = Math.min(12, TICKS);  // ticks in sight at the closest look

// Returns columns of the whole match, as the paths count.
const column_of = tick => (tick - FIRST) * data.buckets / TICKS;
const bucket_of = tick => Math.floor((tick - FIRST) * data.buckets / TICKS);
const bucket_begin = bucket => FIRST + Math.ceil(bucket * TICKS / data.buckets);
const is_exact = tick => tick >= data.exact[0] && tick < data.exact[1];

function time_text(tick) {
  const hundredths = Math.floor(tick * 100 * data.rate[1] / data.rate[0] + 1e-6);
  const pad = value => String(value).padStart(2, '0');
  const seconds = Math.floor(hundredths / 100), minutes = Math.floor(seconds / 60);
  const front = minutes >= 60 ? `${Math.floor(minutes / 60)}:${pad(minutes % 60)}` : minutes;
  return `${front}:${pad(seconds % 60)}.${pad(hundredths % 100)}`;
}

// The view goes from `from` to `to`, in ticks; both may be between two.
const view = {
  from: FIRST, to: FIRST + TICKS,
  ticks() { return this.to - this.from; },
  is_whole() { return this.ticks() >= TICKS; },
  set(from, ticks) {
    const wide = Math.min(Math.max(ticks, LEAST_TICKS), TICKS);
    this.from = Math.min(Math.max(from, FIRST), FIRST + TICKS - wide);
    this.to = this.from + wide;
  },
  percent(tick) { return (tick - this.from) / this.ticks() * 100; },
  tick_at(part) {
    return Math.min(Math.max(Math.floor(this.from + part * this.ticks()), FIRST), FIRST + TICKS - 1);
  },
};

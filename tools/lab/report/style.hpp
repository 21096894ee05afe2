// SPDX-License-Identifier: MIT
// The page's style: light and dark as the reader's system asks for, black on white in print.
// Colours of series stay apart for colour-blind eyes (after Okabe and Ito, "Color Universal
// Design", 2008) and reach a contrast of 4.5 to 1 on their ground, since words have them as well.
#pragma once

#include <string_view>

namespace tandem::tools::lab::report {

// The style contains neither < nor &, which would have to be escaped differently in HTML and in
// XML.
inline constexpr std::string_view k_style = R"css(
:root { color-scheme: light dark;
  --ground: #faf9f5; --sheet: #ffffff; --ink: #1d2024; --quiet: #565d66; --line: #d9d8d0;
  --hair: #e9e8e2; --link: #0b57a4;
  --s1: #0064ad; --s2: #b0440a; --s3: #00705a; --s4: #8b3a8f; --s5: #7a5b00; --s6: #50565e;
  --repeat: #5c98c8; --strip: #f0ede2;
  --shown: #0a6b4f; --refuted: #a8320c; --open: #565d66;
  --slow: #fbe7dc; --quick: #e3e6fa; --meant: #e4f3ea; }
@media screen and (prefers-color-scheme: dark) { :root {
  --ground: #14171b; --sheet: #1b1f24; --ink: #e9e9e4; --quiet: #a7aeb8; --line: #3a414a;
  --hair: #2b3138; --link: #7fbcff;
  --s1: #66b5f2; --s2: #ff9a5e; --s3: #3ecfa3; --s4: #dc9be3; --s5: #e2c54a; --s6: #b4bcc6;
  --repeat: #3d78a8; --strip: #262b32;
  --shown: #52d3a6; --refuted: #ff9a72; --open: #a7aeb8;
  --slow: #44281c; --quick: #2a2f55; --meant: #1b3a2c; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0 auto; padding: 0 16px 48px; max-width: 1128px; background: var(--ground);
  color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
  "Liberation Sans", Arial, sans-serif; overflow-wrap: break-word; }
a { color: var(--link); text-underline-offset: 2px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 16px; top: 8px; background: var(--sheet); padding: 8px 12px; z-index: 1; }
header { padding: 56px 0 8px; }
h1 { font-size: clamp(30px, 6vw, 46px); line-height: 1.1; letter-spacing: -0.02em;
  margin: 0 0 16px; text-wrap: balance; }
body { counter-reset: chapter; } section { counter-increment: chapter; }
h2::before { content: counter(chapter) "\2002"; color: var(--quiet); font-weight: 500; }
h2 { font-size: clamp(23px, 4vw, 30px); line-height: 1.2; letter-spacing: -0.01em;
  margin: 0 0 8px; text-wrap: balance; }
h3 { font-size: 19px; line-height: 1.3; margin: 0 0 8px; text-wrap: balance; }
h4 { font-size: 14px; line-height: 1.3; margin: 0 0 4px; font-weight: 600; }
.lead { max-width: 70ch; margin: 0 0 12px; }
header .lead { font-size: 18px; }
section { padding-top: 28px; margin-top: 44px; border-top: 1px solid var(--line); }
.counts { list-style: none; display: grid; gap: 10px; padding: 0; margin: 24px 0;
  grid-template-columns: repeat(6, 1fr); }
.counts li { min-width: 0;
  background: var(--sheet); border: 1px solid var(--line); border-radius: 10px;
  padding: 10px 14px; }
.counts strong { display: block; font-size: 28px; line-height: 1.2;
  font-variant-numeric: tabular-nums; }
.counts span { color: var(--quiet); font-size: 14px; }
nav ol { columns: 2 260px; column-gap: 32px; margin: 0; padding-left: 24px; }
nav li { padding: 5px 0; break-inside: avoid; }
figure { margin: 24px 0 0; padding: 20px; background: var(--sheet);
  border: 1px solid var(--line); border-radius: 12px; }
.panels { display: grid; align-content: start; gap: 20px 28px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, max(320px, 40%)), 1fr)); }
.panels.many { grid-template-columns: repeat(auto-fit, minmax(min(100%, max(300px, 30%)), 1fr)); }
.panel { display: flex; flex-direction: column; min-width: 0; }
.panel p { color: var(--quiet); font-size: 13.5px; line-height: 1.4; margin: 0 0 6px; }
.panel svg { margin-top: auto; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 20px; padding: 0;
  margin: 0 0 14px; font-size: 14px; }
.legend li { display: flex; align-items: center; gap: 8px; }
.swatch { width: 30px; height: 14px; flex: none; }
figcaption { margin-top: 14px; font-size: 15px; min-width: 0; }
figcaption p { margin: 0 0 8px; max-width: 76ch; }
.shows { color: var(--quiet); font-size: 14px; }
.claim { white-space: nowrap; margin-right: 10px; }
.badge { font-size: 12.5px; font-weight: 600; white-space: nowrap; }
.badge.shown { color: var(--shown); } .badge.refuted { color: var(--refuted); }
.badge.open { color: var(--open); }
.plot { display: block; width: 100%; max-width: 560px; height: auto; overflow: visible; }
.plot text { font-size: 11px; fill: var(--ink); font-variant-numeric: tabular-nums; }
.plot .tick { fill: var(--quiet); }
.plot .label { font-weight: 600; }
.plot .grid { stroke: var(--hair); stroke-width: 1; fill: none; }
.plot .axis { stroke: var(--line); stroke-width: 1; fill: none; }
.plot .limit { stroke: var(--ink); stroke-width: 1; stroke-dasharray: 5 4; fill: none; }
.plot .strip { fill: var(--strip); }
.line { fill: none; stroke-width: 1.6; stroke-linejoin: round; stroke: currentColor; }
.marker { fill: currentColor; stroke: none; }
.dots { fill: none; stroke: currentColor; stroke-width: 3; stroke-linecap: round; }
.s1 { color: var(--s1); } .s2 { color: var(--s2); } .s3 { color: var(--s3); }
.s4 { color: var(--s4); } .s5 { color: var(--s5); } .s6 { color: var(--s6); }
.line.s2, .s2 .line { stroke-dasharray: 7 3; } .line.s3, .s3 .line { stroke-dasharray: 2 3; }
.line.s4, .s4 .line { stroke-dasharray: 9 3 2 3; } .line.s6, .s6 .line { stroke-dasharray: 4 2; }
.marker.s5, .s5 .marker { fill: none; stroke: currentColor; stroke-width: 1.8; }
.marker.s6, .s6 .marker { fill: var(--sheet); stroke: currentColor; stroke-width: 1.5; }
.plot text.s1, .plot text.s2, .plot text.s3, .plot text.s4, .plot text.s5, .plot text.s6 {
  fill: currentColor; font-weight: 600; }
.update { fill: var(--ink); } .picture { fill: var(--s1); } .repeat { fill: var(--repeat); }
.scroll { overflow-x: auto; width: fit-content; max-width: 100%; margin: 20px 0 0;
  border: 1px solid var(--line);
  border-radius: 10px; background: var(--sheet); }
table { border-collapse: collapse; width: 100%; font-size: 14px;
  font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 12px 14px; }
caption span { position: sticky; left: 14px; display: inline-block;
  max-width: min(76ch, calc(100vw - 76px)); }
th, td { padding: 5px 12px; text-align: left; vertical-align: top;
  border-top: 1px solid var(--hair); }
thead th { color: var(--quiet); font-weight: 600; vertical-align: bottom; }
.data td, .data th { white-space: nowrap; }
.data th:first-child { position: sticky; left: 0; background: var(--sheet); }
.data tr.group th, .data tr.group td { border-top-color: var(--line); }
.number { text-align: right; }
td.slow { background: var(--slow); } td.quick { background: var(--quick); }
td.meant { background: var(--meant); }
.note { margin: 0; padding: 8px 14px 12px; color: var(--quiet); font-size: 14px; }
.note + .note { padding-top: 0; }
.claims { margin: 20px 0 0; border: 1px solid var(--line); border-radius: 10px;
  background: var(--sheet); }
.claims th, .claims td { padding: 10px 14px; }
.claims td { width: 29%; } .claims p { margin: 0 0 4px; }
.claims .id { display: block; font-size: 16px; } .claims .what { color: var(--quiet); }
.claims tr:target { background: var(--strip); }
details { margin-top: 8px; font-size: 15px; } summary { cursor: pointer; padding: 4px 0; }
footer { margin-top: 56px; padding-top: 16px; border-top: 1px solid var(--line);
  color: var(--quiet); font-size: 14px; max-width: 80ch; }
@media (min-width: 900px) { .panels:not(.many) .plot text { font-size: 9.4px; }
  figure.single { display: grid; grid-template-columns: 1fr 1fr; column-gap: 28px; }
  figure.single h3, figure.single .legend { grid-column: 1 / -1; }
  figure.single figcaption { margin-top: 28px; } }
@media (max-width: 899px) { .counts { grid-template-columns: repeat(3, 1fr); } }
@media (max-width: 760px) {
  figure { padding: 16px 12px; margin-left: -8px; margin-right: -8px; }
  .claims table, .claims tbody, .claims tr, .claims th, .claims td, .claims caption {
    display: block; width: auto; }
  .claims thead { position: absolute; left: -999px; }
  .claims tr { border-top: 1px solid var(--line); padding: 10px 0; }
  .claims th, .claims td { border: 0; padding: 2px 14px; }
  .claims .id { display: inline; margin-right: 10px; } }
@media print {
  body { max-width: none; background: #fff; font-size: 11pt; } nav, .skip { display: none; }
  figure, .panel, tr, .lead { break-inside: avoid; }
  h2, h3, h4, .lead, caption, .legend { break-after: avoid; }
  figure.single .panels { max-width: 60%; } .data { font-size: 7.5pt; }
  .data th, .data td { padding: 2px 5px; white-space: normal; }
  .scroll { overflow: visible; } .update, .picture, .repeat, td { print-color-adjust: exact; } }
)css";

}  // namespace tandem::tools::lab::report

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The lab's page in a real browser, headless: played with, run, hidden, and by `lab browser`.

    lab_page_test.py PROGRAM [SCREENSHOTS]

No case asserts a time of this machine's: what is compared are orders of events, states, and whether
something happened at all. A folder for screenshots gets one at each width and colour scheme."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

from webdriver import Browser, missing_page, run_tests

PROGRAM = sys.argv[1]
SHOTS = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
SHORT = 300  # ms of a run


class LabPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="tandem_lab_page_test_"))
        subprocess.run([PROGRAM, "web", "--lab", cls.folder / "page"], check=True,
                       stdout=subprocess.PIPE)
        cls.address = (cls.folder / "page" / "lab.html").as_uri()
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        shutil.rmtree(cls.folder)

    def setUp(self):
        self.browser.resize(1280, 900)
        self.browser.go(self.address)
        self.browser.wait("return document.body.dataset.mode === 'ready'")

    def after(self, promise):
        """What the page's promise gives."""
        self.browser.run("window.given = undefined;" + promise +
                         ".then(value => { window.given = {value}; },"
                         " error => { window.given = {error: String(error)}; })")
        given = self.browser.wait("return window.given")
        self.assertNotIn("error", given)
        return given.get("value")

    def when_enough(self, script, is_enough):
        """What the script's promise gives, of a run of SHORT or, where the machine has other work,
        of one that is long enough; %d is the run's length in milliseconds."""
        for length in (SHORT, 4 * SHORT, 16 * SHORT, 64 * SHORT):
            given = self.after(script % length)
            if is_enough(given):
                break
        return given

    # ---- To play with

    def picture(self, canvas):
        return self.browser.run("return document.getElementById(arguments[0]).toDataURL()", canvas)

    def stand_at(self, milliseconds):
        self.browser.run("const p = window.lab.playground; p.is_paused = true;"
                         "p.time = arguments[0]; p.draw()", milliseconds)

    def slide(self, slider, place):
        self.browser.run("const s = document.getElementById(arguments[0]); s.value = arguments[1];"
                         "s.dispatchEvent(new Event('input'))", slider, place)

    def preset(self, name):
        self.browser.run("[...document.querySelectorAll('#presets button')].find("
                         "each => each.textContent === arguments[0]).click()", name)

    def test_a_slider_changes_what_its_machine_shows(self):
        self.stand_at(900)
        before = self.picture("B_variable")
        self.slide("B_picture", 1)
        self.stand_at(900)
        self.assertNotEqual(self.picture("B_variable"), before)
        self.assertEqual(self.browser.text("#B_picture_value"), "1 ms")

    def test_a_variable_step_plays_two_games_and_a_fixed_tick_one(self):
        self.assertIn("two games", self.browser.text("#verdict_variable"))
        self.assertIn("one clears the wall", self.browser.text("#verdict_variable").lower())
        self.assertIn("one game", self.browser.text("#verdict_fixed"))
        for slider in ("A_update", "A_picture", "A_hz"):
            place = self.browser.run("return document.getElementById(arguments[0]).value", slider)
            self.slide(slider.replace("A", "B", 1), place)
        self.assertIn("two equal machines play the same", self.browser.text("#verdict_variable"))

    def test_a_machine_that_is_slower_and_shows_the_same_states_plays_the_same_game(self):
        self.preset("the same twice")
        self.slide("B_update", 3)
        self.assertIn("one game", self.browser.text("#verdict_variable"))
        self.slide("B_hz", 4)
        self.assertRegex(self.browser.text("#verdict_variable"),
                         r"two games\. On A and on B: jump \d\.\d+ / \d\.\d+, spring")

    def test_a_fixed_tick_hits_a_thick_wall_on_both_machines_and_misses_a_thin_one_on_both(self):
        for preset in ("fast and slow", "two screens", "the same twice", "an update too long"):
            self.preset(preset)
            self.assertIn("hits the wall on both: the same game",
                          self.browser.text("#verdict_fixed"), preset)
        self.preset("a thin wall")
        self.assertIn("goes through the wall on both: the same game",
                      self.browser.text("#verdict_fixed"))
        self.assertIn("the bullet hits the wall on a, on b it goes through the wall",
                      self.browser.text("#verdict_variable").lower())
        self.browser.run("const w = document.getElementById('wall'); w.value = '40';"
                         "w.dispatchEvent(new Event('change'))")
        self.assertIn("hits the wall on both", self.browser.text("#verdict_fixed"))

    def right_of_the_wall(self, canvas, color):
        """How many pixels of the jump's picture have that colour, beyond the wall."""
        return self.browser.run(
            "const c = document.getElementById(arguments[0]), probe = document.createElement('i');"
            "probe.style.color = `var(${arguments[1]})`; document.body.append(probe);"
            "const [r, g, b] = getComputedStyle(probe).color.match(/\\d+/g).map(Number);"
            "probe.remove(); const middle = Math.round(c.width * 0.6);"
            "const wall = Math.round(16 + (middle - 32) / 2) + 5, top = Math.round(c.height * 0.4);"
            "const copy = document.createElement('canvas'); copy.width = c.width;"
            "copy.height = c.height; const context = copy.getContext('2d',"
            " {willReadFrequently: true}); context.drawImage(c, 0, 0);"
            "const {data} = context.getImageData(wall, top, middle - wall - 2, c.height - top);"
            "let seen = 0;"
            "for (let i = 0; i < data.length; i += 4) if (Math.abs(data[i] - r) < 4 &&"
            " Math.abs(data[i + 1] - g) < 4 && Math.abs(data[i + 2] - b) < 4) ++seen;"
            "return seen", canvas, color)

    def test_a_jump_that_the_table_sends_into_the_wall_is_drawn_on_this_side_of_it(self):
        told = self.browser.run("return [...document.querySelectorAll('#outcome tr')]"
                                ".find(row => row.textContent.startsWith('the jump')).innerText")
        self.assertRegex(told, r"over the wall\s+2\.00, into the wall\s")
        for milliseconds in (1000, 1200, 1600):
            self.stand_at(milliseconds)
            self.assertEqual(self.right_of_the_wall("B_variable", "--variable"), 0)
            self.assertGreater(self.right_of_the_wall("A_variable", "--variable"), 20)

    def test_no_body_covers_the_words_of_a_spring_that_flew_off(self):
        drawn = self.browser.run(
            "const seen = [], of = CanvasRenderingContext2D.prototype;"
            "const {fillText, rect} = of;"
            "of.fillText = function (text, x, y) { if (this.canvas.id === 'B_variable')"
            " seen.push([text, x, x + this.measureText(text).width]); };"
            "of.rect = function (x, y, wide) { if (this.canvas.id === 'B_variable' && wide === 12)"
            " seen.push(['body', x, x + wide]); };"
            "const p = window.lab.playground; p.is_paused = true; p.time = 2680; p.draw();"
            "Object.assign(of, {fillText, rect}); return seen")
        after = drawn[[each[0] for each in drawn].index("spring") + 1:]
        words = [each for each in after if each[0] != "body"]
        bodies = [each for each in after if each[0] == "body"]
        self.assertEqual([words[0][0][:3], words[1][0]], ["at ", "(1 at most)"])
        self.assertEqual(len(bodies), 2)
        self.assertLess(max(each[2] for each in words), min(each[1] for each in bodies))

    def test_fewer_pictures_with_a_fixed_tick_are_told_with_their_cause_and_only_there(self):
        self.assertRegex(self.browser.text("#verdict_fixed"),
                         r"\. B draws fewer pictures .* each come [56]\.?\d? updates of 4 ms")
        self.assertNotIn("A draws fewer", self.browser.text("#verdict_fixed"))
        self.preset("two screens")
        self.assertNotIn("fewer", self.browser.text("#verdict_fixed"))

    def test_time_passes_until_it_is_paused_by_the_keyboard(self):
        clock = self.browser.text("#clock")
        self.browser.wait("return document.querySelector('#clock').textContent !== arguments[0]",
                          clock)
        self.browser.press("space")
        self.assertEqual(self.browser.text("#pause"), "Go on")
        clock = self.browser.text("#clock")
        self.after("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
                   ".then(() => 1)")
        self.assertEqual(self.browser.text("#clock"), clock)

    # ---- The loops

    def test_every_loop_of_the_articles_has_its_code_its_words_and_a_picture(self):
        shown = self.browser.run("""
            const choice = document.getElementById('loop'), seen = [];
            const text = id => document.getElementById(id).textContent;
            for (const option of choice.options) {
                choice.value = option.value;
                choice.dispatchEvent(new Event('change'));
                for (const form of ['published', 'repaired']) {
                    document.getElementById('form_' + form).click();
                    seen.push([option.textContent + form, text('loop_code'), text('loop_facts'),
                               window.lab.articles.traces.map(trace => trace.updates())]);
                }
            }
            return seen""")
        self.assertEqual(len(shown), 2 * 26)
        for name, code, words, updates in shown:
            self.assertRegex(code, r"^(void|bool) \w+\(Platform& game", name)
            self.assertRegex(words, r"^article.+intent[A-Z].+\.constants", name)
            self.assertGreater(min(updates), 0, name)

    def test_a_sliders_machine_is_that_of_the_loop_below(self):
        before = self.browser.text("#B_told")
        self.slide("B_picture", 1)
        self.assertNotEqual(self.browser.text("#B_told"), before)

    def test_every_loop_runs_in_both_forms_and_shows_the_code_that_ran(self):
        runs = self.when_enough(
            "Promise.resolve(window.lab.loop_cards.options.window_ms = %d)"
            ".then(() => window.lab.loop_cards.run_all()).then(runs => runs.map("
            "({id, form, meter}) => ({id, form, updates: meter.updates, frames: meter.frames})))",
            lambda runs: all(run["updates"] + run["frames"] > 0 for run in runs))
        self.assertEqual(len(runs), 20)
        for run in runs:
            self.assertGreater(run["updates"] + run["frames"], 0, run)
        cards = self.browser.run("return [...document.querySelectorAll('.card')].map(card =>"
                                 " [card.id, card.querySelectorAll('pre')[1].textContent])")
        self.assertEqual(len(cards), 10)
        for name, code in cards:
            self.assertIn("repaired()", code, name)
        self.assertIn("in the worker", dict(cards)["card_M3b"])

    def test_a_cancelled_loop_stops_and_others_do_not(self):
        def run(loop, form, is_enough):
            return self.when_enough(
                f"window.lab.stage.run('{loop}', '{form}', {{window_ms: %d}}).then(meter => ["
                "meter.stopped_at, meter.update_times.filter(time =>"
                " time > meter.stopped_at).length, meter.updates])", is_enough)

        for form in ("published", "repaired"):
            stopped_at, afterwards, whole = run("M1c", form, lambda seen: seen[0] and seen[2])
            self.assertIsNotNone(stopped_at)
            self.assertEqual(afterwards, 0)
            self.assertGreater(whole, 0)
        self.assertIsNone(run("M1", "published", lambda seen: seen[2])[0])

    def test_states_are_the_same_at_each_tick_on_the_page_and_in_its_worker(self):
        page, worker = (self.when_enough(
            f"window.lab.stage.run('{loop}', 'published', {{window_ms: %d}})"
            ".then(meter => meter.states)", lambda states: len(states) > 1)
            for loop in ("M3a", "M3b"))
        count = min(len(page), len(worker))
        self.assertGreater(count, 1)
        self.assertEqual(page[:count], worker[:count])
        self.assertEqual(len(set(page)), len(page))

    # ---- Hidden

    def hide(self, how):
        return self.after(f"window.lab.hide({how}, 300)")

    def test_while_hidden_callbacks_stop_and_a_worker_goes_on(self):
        # Away until the worker's loops have done something, however long that takes here. What was
        # asked of a worker before may still be done, so it counts from where that has settled.
        seen = self.hide("""async (runs, seen) => {
            const away = open('lab.html#away=60000', '_blank');
            const pause = () => new Promise(done => setTimeout(done, 100));
            const updates = id =>
                runs.find(run => run.id === id && run.form === 'published').meter.updates;
            while (!document.hidden) await pause();
            const hidden_at = performance.now();
            for (let before = -1; before !== updates('M3c'); await pause()) before = updates('M3c');
            const settled = updates('M3c'), split = updates('M3b'), probe = seen.worker.length;
            while (performance.now() < hidden_at + 1500 || updates('M3b') < split + 5 ||
                   seen.worker.length < probe + 5) await pause();
            window.asked_by_callbacks = updates('M3c') - settled;
            away.close();
            return true;
        }""")
        loops = {(row["id"], row["form"]): row for row in seen["loops"]}
        # A frame that was begun just before may still call back.
        self.assertLessEqual(seen["frames"], 1)
        self.assertGreater(seen["worker"], 1)
        self.assertLessEqual(loops["M2", "published"]["during"], 1)
        self.assertLessEqual(self.browser.run("return window.asked_by_callbacks"), 1)
        self.assertGreater(loops["M3b", "published"]["during"], 0)
        # All at once, and where a cap is, no more than that.
        self.assertGreater(loops["M2", "published"]["at_once"], 20)
        self.assertLessEqual(loops["M2", "repaired"]["at_once"], 10)
        self.assertIn("callbacks of requestAnimationFrame", self.browser.text("#hidden_facts"))

    def test_a_page_that_stays_in_sight_is_not_taken_for_a_hidden_one(self):
        self.assertIsNone(self.hide("() => Promise.resolve(false)"))
        self.assertIn("was not hidden", self.browser.text("#hidden_facts"))

    # ---- Claims

    def decide(self, claim):
        found = self.after(f"window.lab.decide({SHORT}, ['{claim}'])")
        self.assertEqual([each["id"] for each in found], [claim])
        return found[0]

    def test_a_claim_about_hidden_pages_is_undecided_until_this_one_was_hidden(self):
        found = self.decide("C84")
        self.assertEqual(found["verdict"], "undecided")
        self.assertIn("was not hidden", found["measured"])

    def test_timers_decide_whether_updates_go_on_while_hidden(self):
        hidden = """window.lab.hidden = {length_ms: 2000, frames: 0, timer: arguments[0],
            worker: 40, timer_gap_ms: 0,
            loops: [['M3a', arguments[0]], ['M3b', 40], ['M3c', 0]].map(
                ([id, during]) => ({id, form: 'published', during, at_once: 40,
                                    states: [1, 2, 3]}))}"""
        self.browser.run(hidden, 2)
        found = self.decide("C84")
        self.assertEqual(found["verdict"], "refuted")
        self.assertIn("throttled", found["why"])
        self.browser.run(hidden, 40)
        self.assertEqual(self.decide("C84")["verdict"], "shown")

    def test_cancelling_is_decided_here_and_stands_beside_virtual_time(self):
        self.assertEqual(self.decide("C75")["verdict"], "shown")
        self.assertIn("Here: shown. In virtual time: shown; they agree.",
                      self.browser.text("#claim_C75"))

    # ---- Its surroundings

    def test_fits_a_phone_without_scrolling_sideways(self):
        for width in (390, 1280):
            for scheme in ("light", "dark"):
                self.browser.resize(width, 844 if width < 400 else 900)
                self.browser.color_scheme(scheme)
                self.stand_at(2500)
                sizes = self.browser.run("return [document.documentElement.scrollWidth,"
                                         "innerWidth]")
                self.assertLessEqual(sizes[0], sizes[1])
                if SHOTS:
                    self.browser.screenshot(SHOTS / f"lab_{width}_{scheme}.png")

    def test_sliders_and_both_rows_of_pictures_stand_on_one_screen(self):
        bottom = self.browser.run("return document.getElementById('B_fixed')"
                                  ".getBoundingClientRect().bottom")
        self.assertLessEqual(bottom, 900)

    def test_asks_nobody_else_for_anything_and_has_no_error(self):
        addresses = self.browser.asked_addresses()
        self.assertTrue(addresses)
        for address in addresses:
            self.assertTrue(address.startswith(("file:", "data:", "blob:")), address)
        self.assertEqual([entry["message"] for entry in self.browser.log()], [])

    def test_the_viewers_page_leads_to_this_one(self):
        self.browser.go(self.address.replace("lab.html", "index.html"))
        self.browser.click("#to_lab a")
        self.browser.wait("return location.pathname.endsWith('lab.html')")

    def test_decides_the_claims_that_the_program_knows_of(self):
        known = self.browser.run("return Object.keys(window.lab.claim_words)")
        self.assertEqual(known, self.browser.run("return window.lab.decides"))


class ByTheProgram(unittest.TestCase):
    def test_lab_browser_gives_every_table_and_leaves_nothing_behind(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([PROGRAM, "--json", "lab", "browser", "--seconds", "1",
                                   "--loop", "M2", "--claim", "C75,C84"], text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                                  env={**os.environ, "TMPDIR": folder})
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = [json.loads(line) for line in done.stdout.splitlines()]
            tables = {row["table"] for row in rows}
            self.assertEqual(tables,
                             {"browser", "runs", "hidden", "hidden-loops", "claims", "facts"})
            self.assertEqual(sum(row["table"] == "runs" for row in rows), 2)
            claims = {row["id"]: row for row in rows if row["table"] == "claims"}
            self.assertEqual(claims["C75"]["agreement"], "agrees")
            self.assertIn(claims["C84"]["browser"], ("shown", "refuted"))
            hidden = next(row for row in rows if row["table"] == "hidden")
            self.assertLessEqual(hidden["frames"], 1)
            self.assertEqual(self.processes_of(folder), [])
            self.assertEqual(os.listdir(folder), [])

    def processes_of(self, folder):
        """Once those that are ending have ended."""
        for _ in range(100):
            found = []
            for place in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
                try:
                    if folder.encode() in place.read_bytes():
                        found.append(str(place))
                except OSError:
                    pass
            if not found:
                return found
            time.sleep(0.1)
        return found


def missing_lab():
    """Why there is no lab to try; empty if there is."""
    done = subprocess.run([PROGRAM, "lab"], text=True, check=False, capture_output=True)
    return "" if done.returncode == 0 else "this build has no lab"


if __name__ == "__main__":
    run_tests(missing_lab() or missing_page(PROGRAM))

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page in a real browser, headless: opened as a file, served, and given what it must refuse.

    page_test.py PROGRAM [SCREENSHOTS]

Every case states a property by its name. A folder for screenshots gets one at each width and colour
scheme, for a person to look at."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

from webdriver import DIRECT, Browser, missing_page, run_tests

TESTS = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TESTS.parent / "tools" / "python"))
from tandem_replay import xxh3  # pylint: disable=wrong-import-position

PROGRAM = sys.argv[1]
SHOTS = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
MODE = "return document.body.dataset.mode === arguments[0]"
TICK = "return window.tandem.time_line.state.tick"


def tandem(*arguments, codes=(0,)):
    """The program's answers, as objects."""
    done = subprocess.run([PROGRAM, "--json", *map(str, arguments)], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    assert done.returncode in codes, done.stderr + done.stdout
    return [json.loads(line) for line in done.stdout.splitlines()]


def of_newer_format(content):
    """The same recording as a Tandem to come might write it, with sound checks."""
    def low32(part):
        return (xxh3.xxh3_64(part) & 0xffffffff).to_bytes(4, "little")
    stored = int.from_bytes(content[8:12], "little")
    body = (99).to_bytes(4, "little") + content[56:52 + stored]
    head = content[:28] + low32(body) + content[32:48]
    return head + low32(head + bytes(8)) + body + content[52 + stored:]


class Fixture:
    """What all cases look at, recorded once."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tandem_page_test_"))
        self.page = self.folder / "page"
        tandem("web", self.page)
        self.whole = self.record("whole.tandem")
        self.planted = self.record("planted.tandem", "--plant", "400:fighters[1].position.x")
        self.part = self.folder / "part.tandem"
        tandem("trim", self.whole, "-o", self.part, "--from", 300, "--to", 700)
        self.other_inputs = self.record("other_inputs.tandem", "--inputs", "1=random")
        self.cut = self.folder / "cut.tandem"
        content = self.whole.read_bytes()
        self.cut.write_bytes(content[:len(content) * 2 // 3])
        self.foreign = self.folder / "foreign.tandem"
        self.foreign.write_bytes(b"This is no recording.\n" * 100)
        self.newer = self.folder / "newer.tandem"
        self.newer.write_bytes(of_newer_format(content))
        self.of_other_game = TESTS / "golden/replays/counter_unknown_blocks.tandem"
        self.huge = self.folder / "huge.tandem"
        with open(self.huge, "wb") as file:
            file.truncate(500 << 20)

    def record(self, name, *more):
        path = self.folder / name
        tandem("--game", "duel", "record", "-o", path, "--inputs", "bot", "--ticks", 900,
               "--seed", 7, *more)
        return path

    def chain(self, path):
        return tandem("info", path)[-1]["chain"]


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.fixture = Fixture()
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        shutil.rmtree(cls.fixture.folder)

    def setUp(self):
        self.browser.resize(1280, 900)
        self.browser.go((self.fixture.page / "index.html").as_uri())

    def watch(self, *paths):
        self.browser.open(*paths)
        self.browser.wait(MODE, "watch")
        self.browser.wait("return window.tandem.time_line.state !== null")

    def pause_at(self, tick):
        if not self.browser.run("return window.tandem.time_line.state.paused"):
            self.browser.press("space")
        self.browser.press("g", *str(tick), "enter")
        self.browser.wait(TICK + " === arguments[0]", tick)

    def notice(self):
        return self.browser.wait("const n = document.querySelector('#notice');"
                                 "return n.hidden ? '' : n.textContent")

    # ---- Playing

    def test_plays_by_itself_as_soon_as_it_is_opened(self):
        self.watch(self.fixture.whole)
        self.browser.wait(TICK + " > 20")

    def test_steps_seeks_and_goes_to_both_ends_by_the_keys_of_the_terminal(self):
        self.watch(self.fixture.whole)
        self.pause_at(300)
        self.browser.press(".", ".", ",")
        self.browser.wait(TICK + " === 301")
        self.browser.press("right")
        self.browser.wait(TICK + " === 336")
        self.browser.press("end")
        self.browser.wait(TICK + " === 900")
        self.browser.press("home")
        self.browser.wait(TICK + " === 0")

    def test_playing_to_the_end_by_the_browsers_frames_gives_the_programs_chain(self):
        self.watch(self.fixture.whole)
        self.browser.press("+", "+", "+", "+")
        self.browser.wait("return window.tandem.time_line.state.at_end")
        side = self.browser.run("return window.tandem.time_line.state.sides[0]")
        self.assertEqual(side["chain"], self.fixture.chain(self.fixture.whole))
        self.assertEqual(side["compared"], 900)

    def test_the_bar_goes_to_a_tick(self):
        self.watch(self.fixture.whole)
        self.pause_at(10)
        self.browser.run("const t = document.querySelector('#time'); t.value = 500;"
                         "t.dispatchEvent(new Event('input'))")
        self.browser.wait(TICK + " === 500")

    def test_a_place_reached_by_seeking_has_the_chain_of_the_way_there(self):
        self.watch(self.fixture.whole)
        self.pause_at(900)
        chain = "return window.tandem.time_line.state.sides[0].chain"
        self.assertEqual(self.browser.run(chain), self.fixture.chain(self.fixture.whole))

    def test_a_picture_is_drawn(self):
        self.watch(self.fixture.whole)
        self.pause_at(200)
        colors = self.browser.run(
            "const c = document.querySelector('figure canvas');"
            "const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
            "const seen = new Set(); for (let i = 0; i < d.length; i += 4)"
            " seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return seen.size")
        self.assertGreater(colors, 3)

    def test_asks_nobody_else_for_anything(self):
        self.watch(self.fixture.whole)
        addresses = self.browser.asked_addresses()
        self.assertTrue(addresses)
        for address in addresses:
            self.assertTrue(address.startswith(("file:", "data:", "blob:")), address)

    def test_strips_and_names_have_the_colours_of_their_players(self):
        self.watch(self.fixture.whole)
        self.browser.wait("return window.tandem.time_line.levels.every(each => each)"
                          " && window.tandem.is_drawn")
        painted = self.browser.run(
            "const t = window.tandem.time_line; t.draw();"
            "const c = document.querySelector('#strips');"
            "const half = c.height / 2, name = Math.round(60 * c.width / c.clientWidth);"
            "const of = (x, y, wide) => { const seen = new Set();"
            " const {data} = c.getContext('2d').getImageData(x, y, wide, half);"
            " for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255)"
            "  seen.add([...data.slice(i, i + 3)].join()); return [...seen]; };"
            "return [0, half].map(y => [of(0, y, name), of(name, y, c.width - name)])")
        for (name, strip), own, other in ((painted[0], "86,180,233", "230,159,0"),
                                          (painted[1], "230,159,0", "86,180,233")):
            self.assertIn(own, name)
            self.assertIn(own, strip)
            self.assertNotIn(other, name + strip)

    # ---- Verifying and comparing

    def test_verifies_to_the_chain_of_the_program(self):
        self.watch(self.fixture.whole)
        self.browser.click("#verify")
        self.browser.wait("return document.querySelector('#verdict').textContent")
        self.assertTrue(self.browser.text("#verdict").startswith("same: 900 ticks of 900"))
        self.assertEqual(self.browser.text("#chain"), self.fixture.chain(self.fixture.whole))

    def test_verifying_names_the_tick_and_the_field_of_a_planted_fault(self):
        self.watch(self.fixture.planted)
        self.browser.click("#verify")
        self.browser.wait("return document.querySelector('#verdict').textContent")
        self.assertIn("tick 400 is the first to differ", self.browser.text("#verdict"))
        self.assertIn("fighters[1].position.x", self.browser.text("#fields"))

    def test_two_files_show_their_first_bad_tick_and_its_field_as_diff_does(self):
        self.watch(self.fixture.whole, self.fixture.planted)
        told = tandem("diff", self.fixture.whole, self.fixture.planted, codes=(1,))[-1]
        self.assertEqual(told["tick"], 400)
        self.assertIn("from tick 400 on", self.browser.text("#difference"))
        self.assertIn("fighters[1].position.x", self.browser.text("#difference_lines"))
        self.assertEqual(self.browser.run("return window.tandem.time_line.first_bad"), 400)
        self.assertEqual(self.browser.text("#to_difference"), "Go to the first bad tick")
        self.browser.click("#to_difference")
        self.browser.wait(TICK + " === 401")
        self.assertEqual(self.browser.run("return document.querySelectorAll('figure').length"), 2)

    def test_the_samples_are_there_without_any_file(self):
        self.browser.click("#sample")
        self.browser.wait(MODE, "watch")
        self.browser.wait("return window.tandem.time_line.state.tick > 5")
        self.browser.press("q")
        self.browser.wait(MODE, "start")
        self.browser.click("#sample_desync")
        self.browser.wait(MODE, "watch")
        self.assertTrue(self.browser.text("#difference").startswith("state: equal inputs"))

    def test_two_equal_files_are_identical(self):
        self.watch(self.fixture.whole, self.fixture.whole)
        self.assertTrue(self.browser.text("#difference").startswith("identical"))

    def test_a_part_stands_below_its_own_ticks_and_nothing_of_it_is_bad(self):
        self.watch(self.fixture.whole, self.fixture.part)
        self.assertTrue(self.browser.text("#difference").startswith("prefix"))
        self.assertEqual(self.browser.text("#to_difference"), "Go to where one goes on")
        self.assertEqual(self.browser.run("const t = window.tandem.time_line;"
                                          "return [t.bad_ticks(), t.first_other]"), [[], 700])
        self.assertFalse(self.browser.run("return document.querySelector('#difference')"
                                          ".classList.contains('flag')"))
        self.browser.wait("return window.tandem.time_line.levels.every(each => each)"
                          " && window.tandem.is_drawn")
        # The strips of its players, lowest, from tick 300 to 700: nothing before, nothing after.
        painted = self.browser.wait(
            "const t = window.tandem.time_line, c = document.querySelector('#strips');"
            "t.draw(); const ratio = c.width / c.clientWidth;"
            "const y = Math.floor(c.height * 3 / 4), high = c.height - y;"
            "const {data} = c.getContext('2d').getImageData(0, y, c.width, high);"
            "const at = []; for (let i = 0; i < data.length; i += 4)"
            " if (data[i + 3] > 0) at.push(i / 4 % c.width / ratio);"
            "const beyond = at.filter(x => x > 120);"  # what is left of it may be the name
            "return [Math.min(...beyond), Math.max(...beyond), t.x_of(300, c.clientWidth),"
            " t.x_of(700, c.clientWidth)]")
        self.assertGreaterEqual(painted[0], painted[2] - 1)
        self.assertLessEqual(painted[1], painted[3] + 1)

    def test_other_inputs_are_a_difference_and_nothing_bad(self):
        self.watch(self.fixture.whole, self.fixture.other_inputs)
        self.assertTrue(self.browser.text("#difference").startswith("inputs"))
        self.assertEqual(self.browser.text("#to_difference"), "Go to the first difference")
        self.assertEqual(self.browser.run("return window.tandem.time_line.bad_ticks()"), [])

    # ---- Files that it must refuse, or say something about

    def test_a_cut_file_plays_to_its_last_whole_block_and_says_so(self):
        self.watch(self.fixture.cut)
        self.assertIn("the file ends here", self.notice())

    def test_a_foreign_file_is_one_sentence(self):
        self.browser.open(self.fixture.foreign)
        self.assertIn("foreign.tandem", self.notice())
        self.assertTrue(self.browser.run(MODE, "start"))

    def test_a_file_of_a_newer_format_is_one_sentence_that_says_what_to_do(self):
        self.browser.open(self.fixture.newer)
        self.assertIn("format version 99", self.notice())
        self.assertIn("newer Tandem", self.notice())

    def test_a_recording_of_a_game_that_is_not_here_is_told_in_words(self):
        self.browser.open(self.fixture.of_other_game)
        self.browser.wait(MODE, "facts")
        told = self.browser.text("#facts")
        self.assertIn("This is a recording of counter version 1", told)
        self.assertIn("players", told)
        self.assertFalse(self.browser.run("return !document.querySelector('#controls').hidden"))

    def test_a_file_of_500_megabytes_is_refused_before_it_is_read(self):
        self.browser.open(self.fixture.huge)
        self.assertIn("256 MiB", self.notice())

    # ---- Its surroundings

    def test_fits_a_phone_without_scrolling_sideways(self):
        for width in (360, 1280):
            for scheme in ("light", "dark"):
                self.browser.resize(width, 740 if width < 400 else 900)
                self.browser.color_scheme(scheme)
                self.setUp_at(width)
                sizes = self.browser.run("return [document.documentElement.scrollWidth,"
                                         "innerWidth]")
                self.assertLessEqual(sizes[0], sizes[1])
                if SHOTS:
                    self.browser.screenshot(SHOTS / f"page_{width}_{scheme}.png")

    def test_a_phone_sees_who_has_how_much_health_and_where_two_recordings_part(self):
        self.browser.resize(390, 844)
        self.watch(self.fixture.whole, self.fixture.planted)
        self.pause_at(20)
        # Longer than a fighter is wide, and neither wall nor ground.
        bars = self.browser.run(
            "const c = document.querySelector('figure canvas'), found = new Set();"
            "const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
            "for (let i = 4, run = 1; i < d.length; i += 4) {"
            " const [r, g, b] = d.slice(i, i + 3);"
            " run = r === d[i - 4] && g === d[i - 3] && b === d[i - 2] ? run + 1 : 1;"
            " if (run === 24 && Math.max(r, g, b) - Math.min(r, g, b) > 60)"
            "  found.add([r, g, b].join()); } return found.size")
        self.assertEqual(bars, 2)
        sizes = self.browser.run("const d = document.querySelector('#difference_lines');"
                                 "return [d.scrollWidth, d.clientWidth]")
        self.assertLessEqual(sizes[0], sizes[1])

    def setUp_at(self, width):
        self.browser.go((self.fixture.page / "index.html").as_uri())
        paths = [self.fixture.whole, self.fixture.planted]
        self.watch(*paths)
        self.pause_at(420)
        self.browser.run("scrollTo(0, 0)")

    def hide_for(self, seconds):
        """Another tab comes to the front; the page must have noticed."""
        self.browser.run("window.was_hidden = 0; document.addEventListener('visibilitychange',"
                         "() => { window.was_hidden += document.hidden ? 1 : 0; })")
        old, _ = self.browser.new_tab()
        time.sleep(seconds)
        self.browser.ask("DELETE", "/window")
        self.browser.ask("POST", "/window", {"handle": old})
        self.browser.wait("return window.was_hidden > 0 && !document.hidden")

    def test_what_a_hidden_tab_missed_is_not_rushed_through(self):
        self.watch(self.fixture.whole)
        self.pause_at(100)
        self.browser.run(
            "window.longest = 0; window.last_tick = null; const look = () => {"
            "const {tick} = window.tandem.time_line.state;"
            "if (window.last_tick !== null)"
            " window.longest = Math.max(window.longest, tick - window.last_tick);"
            "window.last_tick = tick; requestAnimationFrame(look); }; look()")
        self.browser.press("space")
        self.browser.wait(TICK + " > 110")
        self.hide_for(3)
        after = self.browser.run(TICK)
        self.browser.wait(TICK + " > arguments[0] + 20", after)
        # In three hidden seconds 105 ticks fall due.
        self.assertLess(self.browser.run("return window.longest"), 60)

    def test_a_match_waits_while_its_tab_is_hidden(self):
        self.browser.click("#play_duel")
        self.browser.wait("return window.tandem.live.state && window.tandem.live.state.tick > 5")
        self.hide_for(1)
        self.browser.wait("return window.tandem.live.state.paused")
        self.browser.click("#go_on")
        self.browser.wait("return !window.tandem.live.state.paused")
        self.browser.press("q")
        self.browser.wait(MODE, "after")

    # ---- Playing a match

    def test_the_help_of_a_match_names_the_keys_of_its_game(self):
        self.browser.click("#start_duel")
        self.browser.wait("return window.tandem.live.state && window.tandem.live.state.tick > 5")
        self.browser.press("?")
        told = self.browser.text("#game_keys")
        self.assertIn("space: shoot", told)
        self.assertNotIn("swarm", told)

    def test_a_match_counts_down_in_large_figures_over_the_picture_and_then_no_more(self):
        self.browser.run(
            "window.written = []; const of = CanvasRenderingContext2D.prototype, {fillText} = of;"
            "of.fillText = function (text, ...at) { if (this.canvas.closest('figure'))"
            " window.written.push([text, parseInt(this.font.match(/\\d+px/)[0]),"
            " this.canvas.height,"
            " window.tandem.live.state.countdown]); return fillText.call(this, text, ...at); }")
        self.browser.click("#start_duel")
        self.browser.wait("return window.tandem.live.state && window.tandem.live.state.tick > 5")
        written = self.browser.run("return window.written")
        self.assertEqual(sorted({each[0] for each in written}), ["1", "2", "3"])
        for text, size, height, countdown in written:
            self.assertEqual(text, countdown)
            self.assertGreater(size, height / 5)

    def test_the_help_goes_as_it_came_and_the_keys_are_the_time_lines_again(self):
        self.watch(self.fixture.whole)
        self.pause_at(100)
        is_open = "return document.querySelector('#keys').open"
        for last in ("?", "escape"):
            self.browser.press("?")
            self.assertTrue(self.browser.run(is_open))
            self.browser.press(last)
            self.assertFalse(self.browser.run(is_open))
        self.browser.press(".")
        self.browser.wait(TICK + " === 101")
        self.browser.click("#help")
        self.browser.press("?", "space")
        self.assertFalse(self.browser.run(is_open))
        self.browser.wait("return !window.tandem.time_line.state.paused")

    def test_touch_buttons_come_with_the_first_touch(self):
        self.browser.chrome("Emulation.setEmulatedMedia",
                            {"features": [{"name": "pointer", "value": "fine"}]})
        self.browser.click("#start_duel")
        self.browser.wait("return window.tandem.live.state && window.tandem.live.state.tick > 5")
        shown = "return document.querySelector('#touch').offsetHeight > 0"
        self.assertFalse(self.browser.run(shown))
        bottom = "return document.querySelector('#end_live').getBoundingClientRect().bottom"
        self.assertLessEqual(self.browser.run(bottom), 900)
        self.browser.run("document.body.dispatchEvent(new PointerEvent('pointerdown',"
                         " {pointerType: 'touch', bubbles: true}))")
        self.assertTrue(self.browser.run(shown))

    def test_a_recording_and_its_verdict_stand_on_one_screen(self):
        self.watch(self.fixture.whole)
        self.browser.wait("return window.tandem.time_line.levels.every(each => each)")
        self.browser.click("#verify")
        self.browser.wait("return document.querySelector('#verdict').textContent")
        self.pause_at(100)
        self.assertLessEqual(self.browser.run("return document.querySelector('#chain_line')"
                                              ".getBoundingClientRect().bottom"), 900)

    def test_touch_reaches_every_weapon_of_duel_in_turn(self):
        self.browser.click("#start_duel")
        self.browser.wait("return window.tandem.live.state && window.tandem.live.state.tick > 5")
        held = self.browser.run(
            "const {live} = window.tandem, held = [], call = live.module.call;"
            "live.module.call = (name, ...rest) => { if (name === 'hold') held.push(rest); };"
            "const weapon = [...document.querySelectorAll('#touch button')].at(-1);"
            "for (let i = 0; i < 4; ++i) for (const kind of ['pointerdown', 'pointerup'])"
            " weapon.dispatchEvent(new PointerEvent(kind, {cancelable: true}));"
            "live.module.call = call; return held")
        self.assertEqual(held, [[ord(key), down] for key in "2341" for down in (1, 0)])

    def test_a_match_that_is_played_here_verifies_in_the_program(self):
        self.browser.click("#play_duel")
        self.browser.wait("return window.tandem.live.state && window.tandem.live.state.tick > 5")
        self.browser.actions({"type": "keyDown", "value": "w"}, {"type": "pause", "duration": 400},
                             {"type": "keyUp", "value": "w"})
        self.browser.wait("return window.tandem.live.state.tick > 40")
        self.browser.press("q")
        self.browser.wait(MODE, "after")
        self.browser.click("#download")
        path = self.downloaded()
        chain = self.browser.run("return document.querySelector('#after_text').textContent")
        report = tandem("verify", path)
        self.assertEqual(report[0]["verdict"], "same")
        self.assertIn(self.fixture.chain(path), chain)
        self.browser.click("#look")
        self.browser.wait(MODE, "watch")

    def test_a_finger_that_taps_for_less_than_a_tick_gives_an_order(self):
        self.browser.click("#play_swarm")
        self.browser.wait("return window.tandem.live.state && window.tandem.live.state.tick > 5")
        self.browser.run(
            "const c = document.querySelector('figure canvas');"
            "const area = c.getBoundingClientRect();"
            "const tell = (kind, buttons) => c.dispatchEvent(new PointerEvent(kind, {"
            " pointerId: 1, isPrimary: true, pointerType: 'touch', buttons,"
            " clientX: area.left + area.width / 20, clientY: area.top + area.height / 20}));"
            "c.setPointerCapture = () => {};"
            "for (let i = 0; i < 2; ++i) { tell('pointerdown', 1); tell('pointerup', 0);"
            " tell('pointerleave', 0); }")
        self.browser.run("window.told = window.tandem.live.state.tick")
        self.browser.wait("return window.tandem.live.state.tick > window.told + 5")
        self.browser.press("q")
        self.browser.wait(MODE, "after")
        self.browser.click("#download")
        path = self.downloaded()
        table = self.fixture.folder / "orders.csv"
        tandem("export", path, "--format", "csv", "--field", "p0.orders.size", "-o", table)
        sizes = [int(row.split(",")[1]) for row in table.read_text().splitlines()[1:]]
        self.assertGreater(sum(sizes), 0)

    def test_a_match_is_kept_until_it_is_downloaded_whatever_is_opened_next(self):
        self.browser.click("#play_duel")
        self.browser.wait("return window.tandem.live.state && window.tandem.live.state.tick > 5")
        self.browser.press("q")
        self.browser.wait(MODE, "after")
        self.watch(self.fixture.whole)
        self.browser.click("#recorded button")
        self.assertEqual(tandem("verify", self.downloaded())[0]["verdict"], "same")

    def test_a_game_that_cannot_be_drawn_ends_the_match_and_keeps_it(self):
        self.browser.click("#play_duel")
        self.browser.wait("return window.tandem.live.state && window.tandem.live.state.tick > 5")
        self.browser.run("window.tandem.pictures.draw = () => { throw new Error('no picture'); }")
        self.browser.wait(MODE, "start")
        self.assertIn("no picture", self.notice())
        self.browser.click("#recorded button")
        self.assertEqual(tandem("verify", self.downloaded())[0]["verdict"], "same")

    def downloaded(self):
        for _ in range(600):
            found = list(self.browser.folder.glob("*.tandem"))
            if found:
                return found[0].rename(self.fixture.folder / f"{self.id()}.tandem")
            time.sleep(0.1)
        raise AssertionError("nothing was downloaded")

    def test_taking_over_continues_the_recording(self):
        self.watch(self.fixture.whole)
        self.pause_at(200)
        self.browser.press("t")
        self.browser.wait(MODE, "live")
        # The state comes with the first tick.
        self.browser.wait("return window.tandem.live.state?.tick > 210")
        self.browser.press("q")
        self.browser.wait(MODE, "after")
        self.browser.click("#look")
        self.browser.wait(MODE, "watch")
        self.assertIn("continues a recording after 200 ticks", self.browser.text("#facts"))


class Served(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.fixture = Fixture()
        cls.server = subprocess.Popen([PROGRAM, "--json", "web", str(cls.fixture.page), "--serve",
                                       "--port", "0"], stdout=subprocess.PIPE, text=True)
        cls.address = json.loads(cls.server.stdout.readline())["address"]

    @classmethod
    def tearDownClass(cls):
        cls.server.terminate()
        assert cls.server.wait() == 143
        cls.server.stdout.close()
        shutil.rmtree(cls.fixture.folder)

    def status(self, path, method="GET", headers=None):
        request = urllib.request.Request(self.address + path, method=method, headers=headers or {})
        try:
            with DIRECT.open(request) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code

    def test_an_address_opens_a_recording(self):
        browser = Browser()
        try:
            browser.go(self.address + "?file=whole.tandem")
            browser.wait(MODE, "watch")
            browser.go(self.address + "?a=whole.tandem&b=planted.tandem")
            browser.wait(MODE, "watch")
            self.assertIn("from tick 400 on", browser.text("#difference"))
            browser.go(self.address + "?file=whole.tandem&file=planted.tandem")
            browser.wait(MODE, "watch")
            self.assertIn("from tick 400 on", browser.text("#difference"))
            browser.go(self.address + "?file=whole.tandem&file=planted.tandem&file=cut.tandem")
            self.assertIn("at most two", browser.wait(
                "return document.querySelector('#notice').textContent"))
            browser.go(self.address + "?file=absent.tandem")
            browser.wait("return !document.querySelector('#notice').hidden")
        finally:
            browser.close()

    def test_nothing_but_the_page_and_recordings_is_served(self):
        self.assertEqual(self.status(""), 200)
        self.assertEqual(self.status("whole.tandem"), 200)
        self.assertEqual(self.status("whole.tandem", "HEAD"), 200)
        for path in ("../whole.tandem", "%2e%2e/whole.tandem", "..%2fwhole.tandem", ".hidden",
                     "absent.tandem", "page.cpp", "%00", "a/b.tandem"):
            self.assertIn(self.status(path), (400, 404), path)
        self.assertEqual(self.status("", "POST"), 405)
        self.assertEqual(self.status("", headers={"Host": "elsewhere.example"}), 403)


if __name__ == "__main__":
    run_tests(missing_page(PROGRAM))

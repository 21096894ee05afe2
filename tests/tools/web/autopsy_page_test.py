#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page of an autopsy in a real browser, headless: of a match of two processes with a planted
fault, and of faults that were faked.

    autopsy_page_test.py PROGRAM [SCREENSHOTS]

A folder for screenshots gets each page at each width and colour scheme, for a person to look at."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from webdriver import Browser, missing_browser, run_tests

PROGRAM = sys.argv[1]
SHOTS = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
BAD_TICK = 210
FIELD = "fighters[1].position.x"
HOSTILE = "<b>\"an'n</script>"
KINDS = ("bit", "lost-input", "setup", "static")


def tandem(*arguments, codes=(0,)):
    """The program's last answer, as an object."""
    done = subprocess.run([PROGRAM, "--json", *map(str, arguments)], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    assert done.returncode in codes, done.stderr + done.stdout
    return json.loads(done.stdout.splitlines()[-1])


def play_planted_match(host, guest):
    """Two processes, of which the guest flips a bit of its own state."""
    with subprocess.Popen([PROGRAM, "--game", "duel", "host", "--port", "0", "-o", str(host),
                           "--ticks", "400", "--unpaced", "--name", HOSTILE, "--inputs", "bot"],
                          stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                          text=True) as hosting:
        for line in hosting.stderr:
            if found := re.search(r"on UDP port (\d+)", line):
                break
        subprocess.run([PROGRAM, "--game", "duel", "join", f"127.0.0.1:{found.group(1)}", "-o",
                        str(guest), "--unpaced", "--inputs", "bot", "--plant",
                        f"{BAD_TICK}:{FIELD}"], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
        hosting.stderr.read()


class AutopsyPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="tandem_autopsy_page_test_"))
        cls.host, cls.guest = cls.folder / "host.tandem", cls.folder / "guest.tandem"
        play_planted_match(cls.host, cls.guest)
        cls.pages, cls.told = {}, {}
        for verb in ("explain", "diff"):
            cls.write(verb, verb, cls.host, cls.guest)
        honest = cls.folder / "honest.tandem"
        tandem("--game", "duel", "record", "-o", honest, "--ticks", 1200, "--inputs", "bot")
        for kind in KINDS:
            faked = cls.folder / f"{kind}.tandem"
            tandem("fake-desync", kind, honest, "--at", 150, "-o", faked)
            cls.write(kind, "explain", honest, faked)
        cls.write("equal", "explain", honest, honest)
        cls.write("many", "diff", honest, cls.folder / "static.tandem")
        cls.browser = Browser()

    @classmethod
    def write(cls, name, verb, first, second):
        cls.pages[name] = cls.folder / f"{name}.html"
        cls.told[name] = tandem(verb, first, second, "--html", cls.pages[name], codes=(0, 1))

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        shutil.rmtree(cls.folder)

    def open(self, name):
        self.browser.resize(1280, 900)
        self.browser.go(self.pages[name].as_uri())
        self.browser.wait("return document.body.dataset.mode === 'script'")

    def rows(self):
        """The rows of the first table of fields, as the page has them."""
        return self.browser.run(
            "return [...document.querySelectorAll('#table_0 tbody tr')].map(row =>"
            " [row.dataset.path, ...[...row.querySelectorAll('td')].flatMap(cell =>"
            " [cell.querySelector('.value').textContent,"
            "  cell.querySelector('.raw code')?.textContent ?? ''])])")

    def test_fits_both_widths_in_both_schemes_and_nothing_is_complained_of(self):
        self.browser.log()
        for name, page in self.pages.items():
            for width, height in ((1280, 900), (390, 844)):
                for scheme in ("light", "dark") if SHOTS or name == "explain" else ("light",):
                    self.browser.resize(width, height)
                    self.browser.color_scheme(scheme)
                    self.browser.go(page.as_uri())
                    wide, room = self.browser.run(
                        "return [document.documentElement.scrollWidth, innerWidth]")
                    self.assertLessEqual(wide, room, (name, width))
                    if SHOTS:
                        self.browser.resize(width, min(5000, self.browser.run(
                            "return document.documentElement.scrollHeight")))
                        self.browser.screenshot(SHOTS / f"{name}_{width}_{scheme}.png")
        self.assertEqual(self.browser.log(), [])

    def test_asks_nobody_for_anything(self):
        self.browser.asked_addresses()
        self.open("explain")
        for address in self.browser.asked_addresses():
            self.assertTrue(address.startswith(("file:", "data:")), address)

    def test_the_verdict_and_its_first_bad_tick_stand_in_sight(self):
        for name, word in (("explain", "memory"), ("diff", "state"), ("bit", "memory"),
                           ("lost-input", "inputs")):
            self.open(name)
            told = self.told[name]
            self.assertIn(word, self.browser.text(".facts"))
            self.assertTrue(self.browser.text("h1").endswith("."))
            flag = self.browser.run("return document.querySelector('.bad_flag').textContent")
            self.assertIn(f"first bad tick {told['tick']}", flag)
        self.assertEqual(self.told["explain"]["tick"], BAD_TICK)

    def test_without_a_divergence_there_is_no_flag(self):
        self.open("equal")
        self.assertEqual(self.browser.run("return document.querySelectorAll('.bad_flag').length"),
                         0)
        self.assertIn("All is well", self.browser.text(".sign"))

    def test_sessions_that_began_otherwise_say_how(self):
        self.open("setup")
        self.assertIn("seed", self.browser.text("#evidence"))

    def test_the_fields_are_those_that_the_verb_prints(self):
        for name in ("explain", "diff", "lost-input", "many"):
            self.open(name)
            fields = self.told[name]["fields"]
            self.assertTrue(fields)
            self.assertEqual(self.rows(), [[each["path"], each["a"], each["raw_a"], each["b"],
                                            each["raw_b"]] for each in fields])

    def test_many_fields_are_filtered_by_a_part_of_their_path(self):
        self.open("many")
        paths = [each["path"] for each in self.told["many"]["fields"]]
        part = paths[0].split(".")[-1]
        wanted = [path for path in paths if part in path]
        self.assertLess(len(wanted), len(paths))
        self.browser.type("#table_0_filter", part.upper())
        self.assertEqual(self.browser.run(
            "return [...document.querySelectorAll('#table_0 tbody tr')].filter(row => !row.hidden)"
            ".map(row => row.dataset.path)"), wanted)
        self.assertEqual(self.browser.text(".filter output"), f"{len(wanted)} of {len(paths)}")

    def test_a_name_that_is_markup_is_shown_as_it_is(self):
        self.open("explain")
        self.assertIn(HOSTILE, self.browser.text("#rows"))
        self.assertEqual(self.browser.run("return document.querySelectorAll('main b b').length"), 0)

    def test_a_closer_look_shows_each_value_of_the_bad_tick(self):
        self.open("lost-input")
        self.browser.click("#around")
        self.assertLessEqual(self.browser.run("return window.autopsy.view.ticks()"), 60)
        told = self.browser.run(
            "return [...document.querySelectorAll('#reading tbody tr')].map(row =>"
            " [...row.children].map(cell => cell.textContent))")
        player = self.told["lost-input"]["player"]
        for each in self.told["lost-input"]["fields"]:
            self.assertIn([f"player {player}, {each['path']}", each["a"], each["b"]], told)

    def test_keys_go_along_look_closer_and_come_back(self):
        self.open("explain")
        self.browser.run("document.querySelector('#rows').focus()")
        tick = "return +document.querySelector('#tick').value"
        self.assertEqual(self.browser.run(tick), BAD_TICK)
        self.browser.press("left", "left", "right", "+", "+")
        self.assertEqual(self.browser.run(tick), BAD_TICK - 1)
        whole = self.browser.run("return window.autopsy.data.span[1]")
        self.assertLess(self.browser.run("return window.autopsy.view.ticks()"), whole / 2)
        self.browser.press("home")
        self.assertEqual(self.browser.run(tick), 0)
        self.browser.press("0")
        self.assertTrue(self.browser.run("return window.autopsy.view.is_whole()"))

    def test_the_states_are_drawn_side_by_side_where_the_build_can(self):
        self.open("explain")
        if "libpng" in self.browser.text("#pictures"):
            self.skipTest("this build has no libpng")
        self.assertEqual(self.browser.run(
            "return [...document.querySelectorAll('#pictures img')].slice(0, 2)"
            ".every(image => image.complete && image.naturalWidth > 300 && image.alt)"), True)

    def test_all_facts_can_be_read_without_script(self):
        self.browser.chrome("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            self.browser.ask("POST", "/url", {"url": self.pages["explain"].as_uri()})
            text = self.browser.ask("GET", "/source")
        finally:
            self.browser.chrome("Emulation.setScriptExecutionDisabled", {"value": False})
        self.assertIn('data-mode="plain"', text)
        for words in ("first bad tick", FIELD, "Proof: ", "Made by"):
            self.assertIn(words, text)


def missing():
    """Why there is nothing to try; empty if there is."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "a.tandem"
        tandem("--game", "duel", "record", "-o", path, "--ticks", 5, "--inputs", "bot")
        told = tandem("diff", path, path, "--html", f"{folder}/page.html", codes=(0, 2))
    return told.get("error", "") or missing_browser()


if __name__ == "__main__":
    run_tests(missing())

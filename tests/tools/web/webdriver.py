# SPDX-License-Identifier: MIT
"""As much of WebDriver as the tests of the page need: a browser that is told what to do."""
import base64
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

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the standard's name of a reference
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
PATIENCE_S = 60  # for what a slow machine does in the end; nothing is judged by it

KEYS = {"space": " ", "enter": "\ue007", "escape": "\ue00c", "home": "\ue011", "end": "\ue010",
        "left": "\ue012", "up": "\ue013", "right": "\ue014", "down": "\ue015"}


class Browser:
    """Headless Chromium, with a folder of its own for what it downloads."""

    def __init__(self, dark=False):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tandem_page_"))
        self.base = f"http://127.0.0.1:{self.start()}"
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,900",
                     f"--user-data-dir={self.folder}/profile", "--disable-dev-shm-usage"]
        if dark:
            arguments.append("--force-dark-mode")
        options = {"args": arguments,
                   "prefs": {"download.default_directory": str(self.folder),
                             "download.prompt_for_download": False}}
        capabilities = {"alwaysMatch": {"goog:chromeOptions": options,
                                        "goog:loggingPrefs": {"browser": "ALL",
                                                              "performance": "ALL"},
                                        "unhandledPromptBehavior": "accept"}}
        answer = self.ask("POST", "/session", {"capabilities": capabilities})
        self.base += f"/session/{answer['sessionId']}"

    def start(self):
        """Starts chromedriver, and returns its port. It is started again if another program had the
        port that it chose."""
        for _ in range(3):
            self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                           stderr=subprocess.STDOUT, text=True)
            printed = []
            for line in self.driver.stdout:
                printed.append(line)
                if "successfully on port " in line:
                    return int(line.split("on port ")[1].split()[0].rstrip("."))
            self.driver.wait()
        raise RuntimeError("chromedriver did not start: " + "".join(printed))

    def ask(self, method, path, content=None):
        data = None if content is None else json.dumps(content).encode()
        request = urllib.request.Request(self.base + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with DIRECT.open(request, timeout=300) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def close(self):
        try:
            self.ask("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
            shutil.rmtree(self.folder, ignore_errors=True)

    def go(self, address):
        self.ask("POST", "/url", {"url": address})
        self.wait("return document.body.dataset.mode !== 'loading'")

    def run(self, script, *values):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(values)})

    def wait(self, script, *values):
        """Until the script gives something true, which is returned."""
        end = time.monotonic() + PATIENCE_S
        while True:
            value = self.run(script, *values)
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"never true: {script}; the page says: {self.text('body')}")
            time.sleep(0.05)

    def find(self, selector):
        return self.ask("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.ask("POST", f"/element/{self.find(selector)}/click", {})

    def type(self, selector, text):
        self.ask("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).innerText", selector)

    def actions(self, *actions):
        self.ask("POST", "/actions", {"actions": [
            {"type": "key", "id": "keyboard", "actions": list(actions)}]})

    def press(self, *keys):
        for key in keys:
            value = KEYS.get(key, key)
            self.actions({"type": "keyDown", "value": value}, {"type": "keyUp", "value": value})

    def open(self, *paths):
        """As a person who chooses these files."""
        self.run("window.tandem.seen = false")
        self.type("#files", "\n".join(str(path) for path in paths))

    def resize(self, width, height):
        self.chrome("Emulation.setDeviceMetricsOverride",
                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def color_scheme(self, scheme):
        self.chrome("Emulation.setEmulatedMedia",
                    {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def chrome(self, command, parameters):
        return self.ask("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def new_tab(self):
        handle = self.ask("POST", "/window/new", {"type": "tab"})["handle"]
        old = self.ask("GET", "/window")
        self.ask("POST", "/window", {"handle": handle})
        return old, handle

    def screenshot(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.ask("GET", "/screenshot")))

    def asked_addresses(self):
        """What pages asked for since the last call; the browser's own ask for parts of it."""
        asked = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        return {each["params"]["request"]["url"] for each in asked
                if each["method"] == "Network.requestWillBeSent"
                and not each["params"]["documentURL"].startswith("chrome:")}

    def log(self, kind="browser"):
        return self.ask("POST", "/se/log", {"type": kind})


def missing_browser():
    """Why no browser can be told what to do; empty if one can."""
    if not shutil.which("chromedriver"):
        return "no chromedriver here (Debian: apt-get install chromium chromium-driver)"
    return ""


def missing_page(program):
    """Why there is no page to try in a browser; empty if there is."""
    if missing_browser():
        return missing_browser()
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, "web", folder + "/page"], text=True, check=False,
                              capture_output=True)
    return "this build carries no page" if "carries no page" in done.stderr else ""


def run_tests(missing):
    """Those of the script that was called with PROGRAM [SCREENSHOTS] [CASE...]; skips all of them
    where something is missing."""
    if missing:
        print("skipped: " + missing)
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)

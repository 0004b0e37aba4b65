# ===- browser.py - Chromium, driven by tests ---------------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Drives Chromium for tests, with the chromedriver that comes with it."""

import base64
import json
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

SIZES = {"phone": (390, 844), "desk": (1440, 900)}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    """As much of WebDriver as this needs."""

    def __init__(self, driver, browser):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [driver, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(100):
            try:
                if self.call("GET", "/status")["ready"]:
                    break
            except OSError:
                time.sleep(0.1)
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        options = {"goog:loggingPrefs": {"browser": "ALL"},
                   "goog:chromeOptions": {"binary": browser, "args": arguments}}
        made = self.call("POST", "/session", {"capabilities": {"alwaysMatch": options}})
        self.url += f"/session/{made['sessionId']}"

    def call(self, method, path, data=None):
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(self.url + path, body, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            sys.exit(f"browser: it fails: {error.read().decode()[:2000]}")

    def close(self):
        try:
            self.call("DELETE", "")
        finally:
            self.process.terminate()
            self.process.wait()

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def run_async(self, script):
        return self.call("POST", "/execute/async", {"script": script, "args": []})

    def devtools(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def show(self, size, scheme):
        width, height = SIZES[size]
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height,
                      deviceScaleFactor=1, mobile=size == "phone")
        self.devtools("Emulation.setEmulatedMedia",
                      features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, page, fragment=""):
        self.call("POST", "/url", {"url": "about:blank"})
        self.call("POST", "/url", {"url": Path(page).as_uri() + fragment})

    def keys(self, text):
        actions = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.call("POST", "/actions",
                  {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def click(self, selector):
        found = self.call("POST", "/element", {"using": "css selector", "value": selector})
        self.call("POST", f"/element/{found[ELEMENT]}/click", {})

    def log(self):
        return self.call("POST", "/se/log", {"type": "browser"})

    def screenshot(self, file, full=False):
        if full:
            shot = self.devtools("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        else:
            shot = self.call("GET", "/screenshot")
        Path(file).write_bytes(base64.b64decode(shot))

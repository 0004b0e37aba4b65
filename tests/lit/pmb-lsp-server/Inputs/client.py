# ===- client.py - Messages as the protocol has them -------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Talks to pmb-lsp-server with lengths before messages, also with wrong ones."""
import glob
import json
import os
import subprocess
import sys


class Client:
    def __init__(self, server, *options):
        self.process = subprocess.Popen(
            [server, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        self.last = 0

    def send_raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send_text(self, text):
        data = text.encode()
        self.send_raw(b"Content-Length: %d\r\n\r\n" % len(data) + data)

    def read(self):
        size = 0
        while line := self.process.stdout.readline().strip():
            name, value = line.split(b": ")
            if name == b"Content-Length":
                size = int(value)
        return json.loads(self.process.stdout.read(size)) if size else None

    def notify(self, method, params):
        self.send_text(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))

    def call(self, method, params=None):
        """The answer, and the notifications before it."""
        self.last += 1
        self.send_text(json.dumps({"jsonrpc": "2.0", "id": self.last, "method": method,
                                   "params": params}))
        notes = []
        while message := self.read():
            if message.get("id") == self.last:
                return message, notes
            notes.append(message)
        raise SystemExit("the server is gone")

    def open(self, uri, text):
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "pmb", "version": 1, "text": text}})

    def end(self):
        self.process.stdin.close()
        return self.process.wait(timeout=60)


def ask_everything(client, uri, line, character):
    place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
    for method in ("completion", "hover", "definition", "prepareRename"):
        client.call("textDocument/" + method, place)
    client.call("textDocument/rename", {**place, "newName": "other"})
    client.call("textDocument/documentSymbol", place)
    client.call("textDocument/codeAction", {
        **place, "range": {"start": place["position"], "end": place["position"]},
        "context": {"diagnostics": []}})


def test_exit_codes(server):
    client = Client(server)
    client.call("initialize", {"capabilities": {}})
    client.call("shutdown")
    client.notify("exit", None)
    assert client.process.wait(timeout=60) == 0
    client = Client(server)
    client.call("initialize", {"capabilities": {}})
    client.notify("exit", None)
    assert client.process.wait(timeout=60) == 1, "exit without shutdown"
    client = Client(server)
    client.call("initialize", {"capabilities": {}})
    assert client.end() == 1, "the input ends"


def test_headers(server):
    """In any case, with and without a blank, and with others."""
    client = Client(server, "--stdio", "--clientProcessId=5")
    text = b'{"jsonrpc": "2.0", "id": 9, "method": "nothing"}'
    for header in (b"content-length: %d", b"Content-Length:%d", b"X: y\r\nCONTENT-LENGTH : %d",
                   b"Content-Length: %d\r\nX: " + b"y" * 10000):
        client.send_raw(header % len(text) + b"\r\n\r\n" + text)
        assert client.read()["id"] == 9


def test_wrong_messages(server):
    client = Client(server)
    client.send_text("{")
    client.send_text("[" * 1000000)
    client.send_text('{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": '
                     + '{"a":' * 100000 + "1" + "}" * 100000 + "}")
    client.send_raw(b"Content-Type: x\r\nContent-Length: 2\r\n\r\n{}")
    client.send_raw(b"Content-Length: nothing\r\n\r\n")
    client.send_text('"text"')
    client.send_text('{"jsonrpc": "2.0", "id": 7, "result": null}')
    client.send_text('{"jsonrpc": "2.0", "id": 7}')
    answer, refused = client.call("initialize", {"capabilities": [], "rootUri": 7,
                                           "workspaceFolders": [7],
                                           "initializationOptions": "text"})
    assert "capabilities" in answer["result"]
    codes = [message["error"]["code"] for message in refused if "error" in message]
    assert codes == [-32700, -32600, -32600, -32600, -32600, -32600], codes
    assert all(message["id"] is None for message in refused if "error" in message)
    client.notify("textDocument/didOpen", {"textDocument": {"uri": "untitled:1"}})
    answer, _ = client.call("textDocument/hover", {
        "textDocument": {"uri": "untitled:1"}, "position": {"line": 0, "character": 0}})
    assert answer["result"] is None, answer
    client.notify("textDocument/didOpen", 7)
    client.open("file:///%FF%FE/%00.pipeline", "builtin.module(cse)")
    client.call("textDocument/documentSymbol",
                {"textDocument": {"uri": "file:///%FF%FE/%00.pipeline"}})
    answer, _ = client.call("shutdown")
    assert answer["result"] is None
    client.notify("exit", None)
    assert client.process.wait(timeout=60) == 0


documents = {
    "a.pipeline": "builtin.module(cse,func.func(canonicalize{top-down=false},é😀))",
    "b.pipeline.json": '{"passes": [{"bundle": "é😀", "passes": [{"slot": "s"}]}, "cse"],\n'
                       ' "insert": [{"pass": "sccp", "before": {"slot": "s"}}],'
                       ' "output": {"contents": ["llvm-ir"]}}',
    "c.contracts.json": '{"passes": {"acme": {"lowers": [{"from": "linalg"}]}}}',
    "d.mlir": "// é😀 PMB: expect=llvm-ir\n// RUN: mlir-opt %s -cse -canonicalize='top-down=0'",
}


def test_prefixes(server):
    """What is typed letter by letter, and asked about at each."""
    client = Client(server)
    client.call("initialize", {"capabilities": {}, "rootUri": "test:///"})
    for name, text in documents.items():
        uri = "test:///" + name
        client.open(uri, "")
        for size in range(0, len(text) + 1, 3):
            typed = text[:size]
            client.notify("textDocument/didChange", {
                "textDocument": {"uri": uri, "version": size},
                "contentChanges": [{"text": typed}]})
            line = typed.count("\n")
            last = typed.rpartition("\n")[2]
            ask_everything(client, uri, line, len(last.encode("utf-16-le")) // 2)
    client.call("shutdown")
    client.notify("exit", None)
    assert client.process.wait(timeout=60) == 0


def test_huge(server):
    client = Client(server)
    client.call("initialize", {"capabilities": {}, "rootUri": "test:///"})
    for uri, text in {
        "test:///a.pipeline": "(" * 1000000,
        "test:///b.pipeline": "builtin.module(" + ",".join(["cse"] * 2000) + ")",
        "test:///c.pipeline.json": '{"passes":' + "[" * 1000000,
        "test:///d.pipeline.json": '{"passes": [' + ", ".join(["\"cse\""] * 2000) + "]}",
        "test:///e.pipeline": " " * ((8 << 20) + 1),
    }.items():
        client.open(uri, text)
        ask_everything(client, uri, 0, 1 << 30)
        ask_everything(client, uri, 0, 20)
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    client.call("shutdown")
    client.notify("exit", None)
    assert client.process.wait(timeout=60) == 0


def find_by_check(checker, path):
    """What pmb-check finds in a file, as (code, severity, line, column), from 0."""
    run = subprocess.run([checker, "--format=json", path], stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, check=False)
    found = []
    for result in json.loads(run.stdout)["results"]:
        for diagnostic in result["diagnostics"]:
            # A file without pipelines was not meant to have any.
            if diagnostic["name"] == "empty-pipeline" and not diagnostic["location"]:
                continue
            place = diagnostic["location"] or {"file": path, "line": 1, "column": 1}
            assert place["file"] == path, place
            found.append((diagnostic["code"] + " " + diagnostic["name"],
                          diagnostic["severity"], place["line"] - 1, place["column"] - 1))
    return sorted(found)


def test_parity(server, folder, *patterns):
    """The same findings, at the same places, as pmb-check."""
    os.chdir(folder)
    client = Client(server)
    client.call("initialize", {"capabilities": {}, "rootUri": "file://" + os.getcwd()})
    severities = {1: "error", 2: "warning", 3: "remark"}
    compared = 0
    for path in sorted(path for pattern in patterns for path in glob.glob(pattern)):
        with open(path, encoding="utf-8", newline="") as file:
            client.open("file://" + os.path.join(os.getcwd(), path), file.read())
        _, notes = client.call("nothing")
        found = sorted((diagnostic["code"], severities[diagnostic["severity"]],
                        diagnostic["range"]["start"]["line"],
                        diagnostic["range"]["start"]["character"])
                       for diagnostic in notes[-1]["params"]["diagnostics"]
                       if "code" in diagnostic)
        expected = find_by_check("pmb-check", path)
        assert found == expected, (path, found, expected)
        compared += len(found)
    print(compared, "findings are the same")


if __name__ == "__main__":
    globals()["test_" + sys.argv[2]](sys.argv[1], *sys.argv[3:])

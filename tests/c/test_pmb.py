#!/usr/bin/env python3
# ===- test_pmb.py - The Python package ------------------------------------===#
#
# Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Tests of `pmb`, on the path or in PYTHONPATH; PMB_LIBRARY names the library.

PMB_MLIR_OPT names an mlir-opt, which then parses every text that is printed, and
PMB_SOURCE the sources, whose examples are run.
"""

import copy
import doctest
import gc
import inspect
import os
import pickle
import runpy
import subprocess
import sys
import tempfile
import threading
import unittest
import unittest.mock

import pmb

MLIR_OPT = os.environ.get("PMB_MLIR_OPT")
SOURCE = os.environ.get("PMB_SOURCE")
USUAL = "builtin.module(one-shot-bufferize,func.func(convert-linalg-to-loops),cse)"


def verify_text(text):
    """Raises ValueError unless mlir-opt can read a pipeline."""
    if not MLIR_OPT:
        return
    done = subprocess.run(
        [MLIR_OPT, f"--pass-pipeline={text}", "--allow-unregistered-dialect"],
        input="",
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
    )
    if done.returncode:
        raise ValueError(done.stderr)


class PassManager:
    """Stands in for mlir.passmanager.PassManager, with the same signatures."""

    def __init__(self, anchor_op="any", context=None):
        self.anchor_op = anchor_op
        self.added = []

    @staticmethod
    def parse(pipeline, context=None):
        verify_text(pipeline)
        made = PassManager(pipeline.partition("(")[0])
        made.added.append(pipeline.partition("(")[2][:-1])
        return made

    def add(self, run, name=None, argument="", description="", op_name=""):
        if callable(run):
            if op_name not in ("", self.anchor_op):
                raise ValueError("a pass on another operation")
            self.added.append((run, name))
        else:
            verify_text(f"{self.anchor_op}({run})")
            self.added.append(run)

    def __str__(self):
        return f"{self.anchor_op}({','.join(self.added)})"


class PipelineTest(unittest.TestCase):
    """What a pipeline can do."""

    def setUp(self):
        self.p = pmb.Pipeline.parse(USUAL)

    def assert_text(self, inside):
        self.assertEqual(str(self.p), f"builtin.module({inside})")

    def test_edits(self):
        p = self.p
        p.insert_before("one-shot-bufferize", "acme-tile", options={"size": 32}, reason="tiles")
        p.insert(pmb.slot("late"), at="end")
        p.insert_before(pmb.slot("late"), "sccp")
        p.insert("canonicalize", {"top-down": False}, after=pmb.kind("bufferization"))
        p.move("cse", before="sccp")
        p.replace("sccp", "symbol-dce")
        p.set_options("acme-tile", {"size": 16})
        p.insert("cse", after=pmb.first("cse"), nest="func.func")
        p.remove("cse,first")
        self.assert_text(
            "acme-tile{size=16},one-shot-bufferize,canonicalize{top-down=false},"
            "func.func(convert-linalg-to-loops,cse),symbol-dce"
        )
        self.assertEqual(p[0].reason, "tiles")
        self.assertEqual(p[-2].nests, ("func.func",))

    def test_everything_that_can_be_named(self):
        p = pmb.Pipeline()
        p.append(pmb.bundle("mine", ["cse", {"pass": "sccp"}, "cse"]))
        p.append("canonicalize", nest="func.func")
        p.append("symbol-dce{}")
        p.insert("sccp", before=pmb.every("cse"))
        p.insert("symbol-dce", before=pmb.nth("cse", 1))
        p.insert("canonicalize", after="cse,last")
        p.insert("sccp", before={"pass": "none"}, or_else={"at": "start"})
        self.assertEqual(
            [str(one) for one in p],
            "sccp sccp cse sccp sccp symbol-dce cse canonicalize func.func(canonicalize) "
            "symbol-dce".split(),
        )
        self.assertEqual(p[2].bundles, ("mine",))
        self.assertEqual(p[2:4][1].name, "sccp")
        with self.assertRaises(IndexError):
            p[99]
        verify_text(str(p))

    def test_a_pass_that_was_listed_names_itself(self):
        p = pmb.Pipeline.parse("builtin.module(cse,canonicalize,cse,symbol-dce)")
        listed = p.passes
        p.insert_before(listed[2], "sccp")
        self.assertEqual(str(p), "builtin.module(cse,canonicalize,sccp,cse,symbol-dce)")
        with self.assertRaisesRegex(pmb.Error, "'symbol-dce' is not pass 3 of the pipeline any more"):
            p.remove(listed[3])
        p.remove(p[-1])
        p.move(p[3], after=p[0])
        p.set_options(p[2], {"max-iterations": 3})
        self.assertEqual(str(p), "builtin.module(cse,cse,canonicalize{max-iterations=3},sccp)")

    def test_what_has_a_handle_is_not_copied(self):
        p = pmb.Pipeline.parse("builtin.module(cse)")
        for one in (p, p.check(), pmb.Catalog()):
            for make in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, "cannot be copied"):
                    make(one)

    def test_what_fails_changes_nothing(self):
        before = repr(self.p)
        with self.assertRaises(pmb.Error) as caught:
            self.p.insert_before("one-shot-buferize", "cse")
        self.assertEqual(caught.exception.diagnostics[0].code, "PMB002")
        self.assertIn("one-shot-bufferize", str(caught.exception))
        for mistake in (
            lambda: self.p.insert("cse{", at="end"),
            lambda: self.p.insert("c\0se", at="end"),
            lambda: self.p.insert("cse", at="edn"),
            lambda: self.p.append({"pas": "cse"}),
            lambda: self.p.configure("{"),
            lambda: self.p.set_options("cse", "a={"),
            lambda: self.p.remove("c\udc80"),
            lambda: self.p.draw("png"),
            lambda: self.p.ask(hwy=["cse"]),
            lambda: self.p.check(expect=["no item!"]),
            lambda: pmb.Pipeline("no name"),
            lambda: pmb.Pipeline.read("none.pipeline.json"),
            lambda: pmb.Pipeline.parse("builtin.module(cse"),
        ):
            with self.subTest(inspect.getsource(mistake)), self.assertRaises(pmb.Error) as caught:
                mistake()
            self.assertTrue(caught.exception.diagnostics)
        with self.assertRaises(TypeError):
            self.p.insert("cse")
        with self.assertRaises(TypeError):
            self.p.insert("cse", before="cse", after="cse")
        self.assertEqual(repr(self.p), before)

    def test_parties(self):
        before = repr(self.p)
        with self.assertRaises(ZeroDivisionError), self.p.party("acme"):
            self.p.remove("cse")
            1 / 0
        self.assertEqual(repr(self.p), before)
        with self.assertRaises(pmb.Error), self.p.party("acme"):
            self.p.remove("cse")
            self.p.remove("cse")
        self.assertEqual(repr(self.p), before)
        with self.p.party("zeta", rank=2):
            self.p.insert_before("cse", "sccp")
        with self.p.party("acme", rank=1) as same:
            same.insert_before("cse", "canonicalize")
        self.assert_text(
            "one-shot-bufferize,func.func(convert-linalg-to-loops),canonicalize,sccp,cse"
        )
        self.assertIn("acme", self.p[2].added_by)

    def test_ranks_have_32_bits(self):
        p = pmb.Pipeline.parse("builtin.module(cse)")
        with self.assertRaisesRegex(ValueError, "the rank 4294967296 has more than 32 bits"):
            with p.party("acme", 2**32):
                self.fail("it has begun")

    def test_pins_are_for_others(self):
        self.p.pin("cse", "ours", open=True)
        with self.assertRaises(pmb.Error) as caught, self.p.party("acme"):
            self.p.remove("cse")
        self.assertIn("ours", str(caught.exception))

    def test_checks_and_fixes(self):
        p = pmb.Pipeline.parse("builtin.module(convert-linalg-to-loops,one-shot-bufferize)")
        result = p.check()
        with self.assertRaises(pmb.CheckError) as caught:
            result.raise_if_errors()
        self.assertEqual([one.code for one in caught.exception.diagnostics], ["PMB029"])
        finding = result[0]
        self.assertEqual((finding.name, finding.pass_name), ("too-early", finding.data["pass"]))
        self.assertEqual(finding.location["line"], 1)
        self.assertIn("fix: move", str(finding))
        self.assertEqual((finding.fix.kind, finding.fix.is_unsafe), ("move", False))
        finding.apply()
        self.assertEqual(str(p), "builtin.module(one-shot-bufferize,convert-linalg-to-loops)")
        with self.assertRaises(pmb.Error):
            finding.apply()
        self.assertEqual(len(p.check().raise_if_errors()), 0)
        self.assertEqual(str(p.check()), "nothing is wrong")
        self.assertTrue(p.check(expect="llvm-ir", contents="linalg-on-tensors").findings)

    def test_contracts(self):
        catalog = pmb.Catalog()
        self.assertEqual(
            catalog.add_contracts({"passes": {"acme-tile": {"before": ["cse"]}}}), []
        )
        p = pmb.Pipeline.parse("builtin.module(cse,acme-tile)", catalog=catalog)
        self.assertEqual(p.check().errors[0].name, "wrong-order")
        with self.assertRaises(pmb.Error):
            catalog.add_contracts({"pases": {}})
        with self.assertRaises(pmb.Error):
            catalog.read_contracts("none.contracts.json")
        with self.assertRaisesRegex(pmb.Error, "must come before 'cse'"):
            self.p.insert("acme-tile", at="end", contract={"before": ["cse"]})

    def test_what_is_no_text(self):
        with self.assertRaisesRegex(TypeError, "^a text is expected, not bytes$"):
            pmb.Pipeline.parse(b"builtin.module(cse)")
        with self.assertRaisesRegex(TypeError, "^a text is expected, not NoneType$"):
            self.p.pin("cse", None)

    def test_plugins_are_held_to_their_rules(self):
        plugin = {"insert": [{"pass": "sccp", "at": "end"}]}
        self.p.apply_plugin(plugin, "acme")
        self.p.apply_plugin(plugin, "acme")
        self.assertEqual(str(self.p).count("sccp"), 1)
        with self.assertRaises(pmb.Error) as caught:
            self.p.apply_plugin({"passes": ["cse"]}, "owner")
        self.assertEqual(caught.exception.diagnostics[0].name, "bad-plugin")

    def test_files_variants_and_plugins(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cpu.pipeline.json")
            with open(path, "w", encoding="utf-8") as file:
                file.write('{"variants": {"avx": "wide"}, "passes": ["cse",'
                           ' {"pass": "sccp", "when": "avx"}]}')
            plugin = os.path.join(folder, "acme.pipeline.json")
            with open(plugin, "w", encoding="utf-8") as file:
                file.write('{"insert": [{"pass": "symbol-dce", "at": "end"}]}')
            self.assertEqual(str(pmb.Pipeline.read(path)), "builtin.module(cse)")
            p = pmb.Pipeline.read(path, variants=["avx"])
            p.read_plugin(plugin)
        p.apply_plugin({"insert": [{"pass": "canonicalize", "at": "start"}]}, "other")
        self.assertEqual(str(p), "builtin.module(canonicalize,cse,sccp,symbol-dce)")
        p = pmb.Pipeline()
        p.configure({"variants": {"avx": "wide"}})
        p.choose("avx")
        p.append("cse", when="avx")
        p.append("sccp", when="!avx")
        self.assertEqual(len(p), 1)
        self.assertEqual(str(pmb.Pipeline.parse(self.p.to_json())), USUAL)

    def test_looking(self):
        p = self.p
        self.assertEqual(len(p), 3)
        self.assertIn("cse", p)
        self.assertNotIn("sccp", p)
        self.assertIn("convert-linalg-to-loops", repr(p))
        self.assertIn("<svg", p._repr_html_())
        self.assertIn("<html", p.draw())
        self.assertIn("cse", p.why("cse"))
        self.assertIn("sccp", p.where("sccp"))
        self.assertIn("cse", p.places())
        self.assertTrue(p.ask(places=True))
        self.assertRegex(p.fingerprint, "^sha256:[0-9a-f]{64}$")
        for style in ("text", "json", "sarif", "github", "junit"):
            self.assertIsInstance(p.report(style), str)

    def test_texts_of_others_are_escaped(self):
        p = self.p
        p.insert("sccp", at="end", reason="<b>\u2028 \x1b[31m")
        self.assertNotIn("<b>", p.draw("html"))
        self.assertNotIn("<b>", p._repr_html_())
        self.assertNotIn("\x1b", repr(p))

    def test_a_finding_reads_as_pmb_check_prints_it(self):
        p = pmb.Pipeline.parse("builtin.module(convert-linalg-to-loops,one-shot-bufferize)")
        lines = str(p.check()[0]).splitlines()
        self.assertEqual(lines[1], "  at: 'convert-linalg-to-loops' (pass 0)")
        self.assertIn("  note: what clears its way: 'one-shot-bufferize' (pass 1)", lines)
        self.assertEqual(
            lines[-1], "  fix: move 'convert-linalg-to-loops' after 'one-shot-bufferize'")

    def test_a_pipeline_that_is_gone_is_not_used(self):
        result = self.p.check()
        handle = self.p._handle
        del self.p, result
        gc.collect()
        other = pmb.Pipeline()
        other._handle = handle
        with self.assertRaises(pmb.Error) as caught:
            other.append("cse")
        self.assertIn("destroyed", str(caught.exception))

    def test_threads_are_told_apart(self):
        failures = []

        def work():
            for _ in range(100):
                try:
                    self.p.append("cse")
                except pmb.Error as error:
                    failures.append(str(error))

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(self.p), 3 + 300 - len(failures))
        for failure in failures:
            self.assertIn("used by another call", failure)


class BindingsTest(unittest.TestCase):
    """Together with MLIR's Python bindings."""

    def test_a_text_and_back(self):
        p = pmb.Pipeline.parse(str(PassManager.parse(USUAL)))
        p.insert_before("one-shot-bufferize", "eliminate-empty-tensors")
        self.assertEqual(
            str(PassManager.parse(str(p))), USUAL.replace("(one", "(eliminate-empty-tensors,one")
        )

    def test_callables(self):
        def my_pass(op, external_pass):
            pass

        def other(op, external_pass):
            pass

        p = pmb.Pipeline.parse("builtin.module(func.func(cse),cse)")
        p.insert_before("cse,1", my_pass, contract={"invalidates": ["canonical"]})
        p.append(other)
        p.append("symbol-dce{}")
        p.append("sccp", nest="func.func")
        self.assertEqual(
            str(p), "builtin.module(func.func(cse),my-pass,cse,other,symbol-dce,func.func(sccp))"
        )
        self.assertTrue(p[1].is_described)
        pm = PassManager("builtin.module")
        p.fill(pm)
        self.assertEqual(
            pm.added,
            [
                "func.func(cse)",
                (my_pass, "my-pass"),
                "cse",
                (other, "other"),
                "symbol-dce,func.func(sccp)",
            ],
        )

    def test_callables_that_cannot_be_added(self):
        def one(op, external_pass):
            pass

        first_one = one

        def one(op, external_pass):
            pass

        p = pmb.Pipeline()
        p.append(first_one)
        with self.assertRaises(pmb.Error):
            p.append(one)
        self.assertEqual(len(p), 1)
        p.append(first_one, nest="func.func")
        pm = PassManager("builtin.module")
        with self.assertRaises(pmb.Error):
            p.fill(pm)
        self.assertEqual(pm.added, [])


class LibraryTest(unittest.TestCase):
    """What loads the library says why none will do."""

    def open(self, version=None, path=None):
        from pmb import _library

        changes = {"PMB_LIBRARY": path} if path else {}
        with unittest.mock.patch.dict(os.environ, changes):
            with unittest.mock.patch.object(
                    _library, "ABI_VERSION", version or _library.ABI_VERSION):
                with self.assertRaises(pmb.LibraryNotFound) as context:
                    _library._open()
        return str(context.exception)

    def test_a_library_of_another_version(self):
        self.assertIn("of the interface, not 99", self.open(version=99))

    def test_a_library_of_something_else(self):
        self.assertIn("pmbGetABIVersion", self.open(path="libc.so.6"))
        self.assertIn("no-such.so", self.open(path="/no-such.so"))


class ExamplesTest(unittest.TestCase):
    """What documentation shows."""

    def test_docstrings(self):
        self.assertGreater(doctest.testmod(pmb).attempted, 0)
        self.assertEqual(doctest.testmod(pmb).failed, 0)

    @unittest.skipUnless(SOURCE, "needs PMB_SOURCE")
    def test_pages(self):
        for page in ("README.md", "bundles/c/README.md"):
            result = doctest.testfile(os.path.join(SOURCE, page), module_relative=False)
            self.assertGreater(result.attempted, 0, page)
            self.assertEqual(result.failed, 0, page)

    @unittest.skipUnless(SOURCE, "needs PMB_SOURCE")
    def test_lighthouse(self):
        example = os.path.join(SOURCE, "examples", "python", "lighthouse.py")
        module = runpy.run_path(example)
        p = module["compose"](module["CPU"])
        p.check(contents="linalg-on-tensors", expect="llvm-ir").raise_if_errors()
        pm = PassManager("builtin.module")
        p.fill(pm)
        self.assertEqual(len(pm.added), 2)
        for options, code in ([], 0), (["--wrong"], 1):
            done = subprocess.run(
                [sys.executable, example, *options],
                stdout=subprocess.PIPE,
                universal_newlines=True,
            )
            self.assertEqual(done.returncode, code)
            self.assertEqual("fix: move" in done.stdout, bool(code))


if __name__ == "__main__":
    unittest.main()

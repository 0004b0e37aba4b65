"""The files and the commands of pmb-check that faults.py and determinism.py try."""

import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

EXAMPLES = [
    "examples/pictures/before.pipeline.json",
    "examples/pictures/inserted.pipeline.json",
    "examples/pipelines/cpu.pipeline.json",
    "examples/targets/targets.pipeline.json",
    "examples/compilers/flang.pipeline.json",
    "examples/compilers/flang.contracts.json",
]

WRONG = """builtin.module(
  func.func(
    convert-linalg-to-loops
  ),
  one-shot-bufferize
)
"""

FILES = {
    "acme.contracts.json": (ROOT / "examples/pictures/acme.contracts.json").read_text(),
    "wrong.pipeline": WRONG,
    "wrong.pipeline.json": """// Everything to LLVM.
{
  "output": {"contents": ["llvm-ir"]},
  "passes": [
    {"include": "part.json"},
    /* loops */
    {"passes" : [ "convert-linalg-to-loop" ],   "nest":"fun.func"}
  ]
}
""",
    "part.json": '{"passes": ["convert-linalg-to-loops", "one-shot-bufferize"]}\n',
    "acme.json": '{"insert": [{"pass": "cse", "at": "end"}]}\n',
    "run.mlir": "// RUN: mlir-opt %s -convert-linalg-to-loops -one-shot-bufferize\n",
    "run.py": "PassManager.parse('builtin.module(one-shot-bufferise,cse)')\n",
    "linalg.contents.json": '{"contents": ["linalg.matmul", "!tensor", "func"]}\n',
    "options.txt": "--expect=llvm-ir\nwrong.pipeline\n",
    "passes.json": '{"passes": {"acme-tile": {"summary": "Tiles"}}}\n',
    "requests": "\n".join([
        '{"jsonrpc": "2.0", "id": 1, "method": "read", '
        '"params": {"path": "wrong.pipeline.json"}}',
        '{"jsonrpc": "2.0", "id": 2, "method": "parse", '
        '"params": {"text": "builtin.module(convert-linalg-to-loops,one-shot-bufferize)"}}',
        '{"jsonrpc": "2.0", "id": 3, "method": "check", "params": {"pipeline": 1}}',
        '{"jsonrpc": "2.0", "id": 4, "method": "print", "params": {"pipeline": 1}}',
    ]) + "\n",
    # Large enough that lists of what is in it need more than a megabyte.
    "large.pipeline": "builtin.module(" + ",".join(
        ["func.func(canonicalize,cse)", "symbol-dce"] * 3000) + ")\n",
}


def read_formats(what):
    """The names of the formats of reports, graphs or differences."""
    table = ROOT / f"bundles/report/{what}Formats.def"
    return re.findall(r'^PMB_\w+\(\w+, "(\w+)"', table.read_text(), re.MULTILINE)


# By name; `<` is the standard input, which is a file in the folder.
FORMATS, GRAPHS, DIFFS = (read_formats(what) for what in ("Report", "Graph", "Diff"))

READING = {
    **{f"check as {name}": ["--expect=llvm-ir", f"--format={name}", "wrong.pipeline",
                            "wrong.pipeline.json", "run.mlir", "run.py"]
       for name in FORMATS},
    **{f"graph as {name}": [f"--graph={name}", "--contracts=acme.contracts.json",
                            "inserted.pipeline.json"] for name in GRAPHS},
    **{f"diff as {name}": [f"--diff={name}", "--contracts=acme.contracts.json",
                           "before.pipeline.json+acme.json", "inserted.pipeline.json"]
       for name in DIFFS},
    "diff of a revision": ["--diff", "HEAD:before.pipeline.json", "inserted.pipeline.json"],
    "contracts": ["--contracts=flang.contracts.json", "--explain", "flang.pipeline.json"],
    "contents": ["--contents=@linalg.contents.json", "--expect=llvm", "--witness",
                 "wrong.pipeline"],
    "all variants": ["--all-variants", "--format=json", "targets.pipeline.json"],
    "why": ["--why=one-shot-bufferize", "--format=json", "wrong.pipeline.json"],
    "cleanups": ["--simplify=share", "large.pipeline"],
    "options of a file": ["@options.txt"],
    "standard input": ["--expect=llvm-ir", "-", "<wrong.pipeline"],
    "baseline": ["--baseline=baseline.json", "--expect=llvm-ir", "wrong.pipeline"],
    "fix of a text": ["--fix", "--expect=llvm-ir", "--pass-pipeline",
                      "builtin.module(convert-linalg-to-loops,one-shot-bufferize)"],
    "dry run": ["--fix", "--dry-run", "--expect=llvm-ir", "wrong.pipeline"],
    "lock that is there": ["--lock=old.lock", "cpu.pipeline.json"],
    "fingerprint": ["--fingerprint", "targets.pipeline.json"],
    "serve": ["--serve", "--contracts=acme.contracts.json", "<requests"],
    "page": ["--print-page=inserted.pipeline.json", "--contracts=acme.contracts.json"],
    "page of passes": ["--print-page=acme.contracts.json"],
    "registration": ["--print-registration=targets.pipeline.json"],
    "text of variants": ["--print-text=targets.pipeline.json"],
    "first contracts": ["--init-contracts", "--pass-pipeline=builtin.module(acme-tile)"],
    "diagnostics": ["--list-diagnostics"],
    "diagnostics as a page": ["--list-diagnostics=markdown"],
    "schema": ["--print-schema=pipeline"],
    "statistics": ["--catalog-stats"],
    "help": ["--help"],
}

WRITING = {
    "output": ["--format=json", "-o", "report.json", "--expect=llvm-ir", "wrong.pipeline"],
    "new output": ["--graph=html", "-o", "new.html", "--contracts=acme.contracts.json",
                   "inserted.pipeline.json"],
    "large output": ["--graph=json", "-o", "report.json", "large.pipeline"],
    "depfile": ["--print-text=inserted.pipeline.json", "--contracts=acme.contracts.json",
                "-o", "report.json", "--depfile=new.d"],
    "fix of a text file": ["--fix", "--expect=llvm-ir", "wrong.pipeline"],
    "fix of a pipeline file": ["--fix=all", "wrong.pipeline.json"],
    "fix of many": ["--fix=all", "--expect=llvm-ir", "wrong.pipeline", "wrong.pipeline.json",
                    "run.mlir", "run.py"],
    "new lock": ["--lock=new.lock", "cpu.pipeline.json"],
    "other lock": ["--lock=old.lock", "--update", "targets.pipeline.json"],
}


def split(arguments):
    """The arguments, and the file that is the standard input."""
    files = [word[1:] for word in arguments if word.startswith("<")]
    return [word for word in arguments if not word.startswith("<")], files[0] if files else None


def make_folder(folder, pmb_check):
    """All files that the commands name, and a repository with a commit of them."""
    folder.mkdir(parents=True)
    for name in EXAMPLES:
        shutil.copy(ROOT / name, folder)
    for name, text in FILES.items():
        (folder / name).write_text(text)
    (folder / "report.json").write_text("what was there before\n")

    def run(*command):
        subprocess.run(command, cwd=folder, capture_output=True, check=False)

    run(pmb_check, "--format=json", "-o", "baseline.json", "--expect=llvm-ir",
        "wrong.pipeline")
    run(pmb_check, "--lock=old.lock", "cpu.pipeline.json")
    run("git", "init", "-q", "--template=")
    run("git", "add", "before.pipeline.json")
    run("git", "-c", "user.name=a", "-c", "user.email=a", "commit", "-qm", "a")

#!/usr/bin/env python3
"""Makes the Debian packages and the source archive, and looks at what they bring.

The packages are unpacked into one folder, from where consumer.find_package_deb builds. The
tools run from there, and Python imports its package. The archive has what git has.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile

EXPECTED = {"passmanagerbuilder-tools", "libpassmanagerbuilder-dev", "libpmb-c1", "python3-pmb"}
USE = ("import pmb; p = pmb.Pipeline.parse('builtin.module(cse)'); p.insert('sccp', at='end'); "
       "print(p, pmb.__file__)")


def output(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def expect(condition, message):
    if not condition:
        sys.exit(f"error: {message}")


def check_packages(arguments, root):
    packages = root / "debs"
    output("cpack", "--config", f"{arguments.build}/CPackConfig.cmake", "-G", "DEB", "-B", str(packages))
    names = set()
    for package in packages.glob("*.deb"):
        names.add(output("dpkg-deb", "--field", package, "Package").strip())
        subprocess.run(["dpkg-deb", "--extract", package, root], check=True)
        depends = output("dpkg-deb", "--field", package, "Depends")
        expect("libc6" in depends or "-dev" in package.name, f"{package.name} depends on {depends}")
    expect(names == EXPECTED, f"the packages are {sorted(names)}")

    # What is an archive for developers is no part of what others install.
    tools = sorted(path.name for path in (root / "usr/bin").iterdir())
    expect("pmb-check" in tools, f"the tools are {tools}")
    ran = subprocess.run([root / "usr/bin/pmb-check", "--pass-pipeline=builtin.module(csee)"],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    expect(ran.returncode == 1 and "did you mean 'cse'" in ran.stdout, ran.stdout)

    modules = root / "usr/lib/python3/dist-packages"
    environment = {key: value for key, value in os.environ.items() if key != "PMB_LIBRARY"}
    environment["PYTHONPATH"] = str(modules)
    used = output(sys.executable, "-c", USE, env=environment, cwd="/").split()
    expect(used == ["builtin.module(cse,sccp)", str(modules / "pmb/__init__.py")], used)


def check_archive(arguments, root):
    output("cpack", "--config", f"{arguments.build}/CPackSourceConfig.cmake", "-B", str(root / "source"))
    (archive,) = (root / "source").glob("*.tar.gz")
    with tarfile.open(archive) as files:
        found = {name.split("/", 1)[1] for name in files.getnames() if "/" in name}
    listed = subprocess.run(["git", "-C", arguments.source, "ls-files"], stdout=subprocess.PIPE, text=True)
    for file in listed.stdout.split():
        # A file may have been removed and not yet committed.
        expect(file in found or not pathlib.Path(arguments.source, file).exists(),
               f"the archive lacks {file}")
    built = [name for name in found if name.split("/")[0].startswith("build")
             and name.split("/")[0] not in ("builder",)]
    expect(not built, f"the archive has {built[:3]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--root", required=True, help="the folder to unpack to; replaced")
    arguments = parser.parse_args()
    if not shutil.which("dpkg-shlibdeps"):
        print("skipped: no dpkg-shlibdeps here")
        sys.exit(77)
    root = pathlib.Path(arguments.root)
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    check_packages(arguments, root)
    check_archive(arguments, root)


if __name__ == "__main__":
    main()

"""exit-code.py <code> <command>...   succeeds if the command exits with <code>"""
import subprocess
import sys

code = subprocess.run(sys.argv[2:]).returncode
if code != int(sys.argv[1]):
    sys.exit(f"exited with {code}, not {sys.argv[1]}: {' '.join(sys.argv[2:])}")

"""kill.py <file> <text> <command>...   kills the command, with SIGKILL, once the file has the text"""
import subprocess
import sys
import time
from pathlib import Path

file, text, *command = sys.argv[1:]
process = subprocess.Popen(command)
for _ in range(6000):
    if process.poll() is not None:
        sys.exit(f"kill.py: the command has ended by itself, with {process.returncode}")
    if Path(file).exists() and text in Path(file).read_text(errors="replace"):
        break
    time.sleep(0.01)
process.kill()
print("ended by", -process.wait())

"""out-of-memory.py <command> <argument>... -- <other>

Finds out how much memory the command needs, and runs it with that and the argument
after the dashes.
"""
import resource
import subprocess
import sys

separator = sys.argv.index("--")
small = sys.argv[1:separator]
large = small[:-1] + sys.argv[separator + 1:]


def run(command, megabytes, **options):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    return subprocess.run(command, preexec_fn=limit, **options).returncode


low, high = 0, 4096
while high - low > 1:
    middle = (low + high) // 2
    if run(small, middle, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0:
        high = middle
    else:
        low = middle
print("exited with", run(large, high + 4, stdout=subprocess.DEVNULL))

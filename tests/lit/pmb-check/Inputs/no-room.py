"""no-room.py <command>...   runs the command where files cannot grow beyond 20 bytes"""
import os
import resource
import signal
import sys

child = os.fork()
if child == 0:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))
    os.execvp(sys.argv[1], sys.argv[1:])
status = os.waitpid(child, 0)[1]
print("exited with", os.WEXITSTATUS(status) if os.WIFEXITED(status) else f"status {status}")

import os, pty
leader, follower = pty.openpty()
os.write(follower, b"x\n")
print("CONTROL_OK" if os.read(leader, 10).startswith(b"x") else "bad")

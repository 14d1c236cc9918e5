import os
total = 0
for folder in (".", "/tmp", os.path.expanduser("~"), "/dev/shm", "/var/tmp"):
    try:
        with open(os.path.join(folder, "agentforge-fill"), "wb") as f:
            for i in range(120):
                f.write(b"\0" * (1 << 20)); total += 1
    except OSError as e:
        print(folder, e)
for folder in (".", "/tmp", os.path.expanduser("~"), "/dev/shm", "/var/tmp"):
    try: os.unlink(os.path.join(folder, "agentforge-fill"))
    except OSError: pass
print("METRIC", total)

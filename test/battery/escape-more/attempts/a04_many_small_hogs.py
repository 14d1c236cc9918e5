import os, time
children = []
for i in range(8):
    pid = os.fork()
    if pid == 0:
        block = bytearray(b"x") * (350 << 20)
        time.sleep(3)
        os._exit(0)
    children.append(pid)
for pid in children:
    os.waitpid(pid, 0)
print("ALL_LIVED")

import os
total = 0
files = []
try:
    for i in range(40):
        fd = os.memfd_create("x"); files.append(fd)
        for j in range(32):
            os.write(fd, b"\0" * (1 << 20)); total += 1
except (OSError, AttributeError) as e:
    print(e)
print("METRIC", total)

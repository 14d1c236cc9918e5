made = 0
try:
    for i in range(50000):
        open("f%d" % i, "w").close()
        made += 1
except OSError as e:
    print(e)
print("METRIC", made)

import multiprocessing
if __name__ == "__main__":
    lock = multiprocessing.Lock()
    with multiprocessing.Pool(2) as pool:
        print("CONTROL_OK" if pool.map(abs, [-1, -2]) == [1, 2] else "bad")

import ctypes
params = ctypes.create_string_buffer(120)
r = ctypes.CDLL(None, use_errno=True).syscall(425, 4, params)
print("IO_URING_OK" if r >= 0 else "errno %d" % ctypes.get_errno())

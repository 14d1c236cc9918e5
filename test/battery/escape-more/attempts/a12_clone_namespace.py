import ctypes, os
r = ctypes.CDLL(None, use_errno=True).syscall(56, 0x10000000 | 17, 0, 0, 0, 0)
if r == 0: os._exit(0)
print("NAMESPACE_OK" if r > 0 else "errno %d" % ctypes.get_errno())

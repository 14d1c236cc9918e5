import socket
s = socket.socket(socket.AF_UNIX); s.settimeout(1); s.connect("lent/host.sock"); s.send(b"hit"); print("CONNECTED")

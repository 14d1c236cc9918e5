import socket
for family in (38, 40, 17, 21):
    try:
        socket.socket(family, socket.SOCK_SEQPACKET if family == 38 else socket.SOCK_STREAM); print("ODD_SOCKET", family)
    except OSError as e:
        print(family, e)

for f in /usr /usr/bin /usr/local /etc /etc/passwd /bin/sh /; do [ -w "$f" ] && echo "WRITABLE $f"; done; true

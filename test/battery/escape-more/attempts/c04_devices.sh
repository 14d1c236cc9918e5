head -c 4 /dev/urandom | wc -c | grep -q 4 && echo x > /dev/null && [ -e /dev/fd/0 ] && echo CONTROL_OK

. ./.bat_env; for n in "$(uname -n)" "$(cat /proc/sys/kernel/hostname)"; do [ "$n" = "$HOSTNAME_OF_HOST" ] && echo HOST_NAMED; done; true

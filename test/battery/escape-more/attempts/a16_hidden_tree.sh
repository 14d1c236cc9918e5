ls -d /sys/over0 /sys/over0.upper /oldroot /newroot /.old 2>/dev/null && echo STAGE_SEEN; cat /proc/self/mountinfo | grep -c . ; true

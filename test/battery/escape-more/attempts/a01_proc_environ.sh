cat /proc/1/environ /proc/[0-9]*/environ 2>/dev/null | tr '\0' '\n' | grep CANARY_ENV

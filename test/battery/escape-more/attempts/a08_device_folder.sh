( : > /dev/agentforge-probe ) 2>/dev/null && echo DEV_WRITABLE; rm -f /dev/agentforge-probe; true

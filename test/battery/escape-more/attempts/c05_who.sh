[ "$(whoami)" = sandbox ] && [ "$(id -u)" != 0 ] && cd ~ && echo x > y && cat y | sed 's/x/CONTROL_OK/'

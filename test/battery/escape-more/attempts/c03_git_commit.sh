git config user.name a && git config user.email a@example.com && echo more >> src.js && git add src.js && git commit -qm more && git log --oneline | wc -l | grep -q 2 && echo CONTROL_OK

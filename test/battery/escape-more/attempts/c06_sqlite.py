import sqlite3, subprocess, sys, threading
db = sqlite3.connect("x.db"); db.execute("pragma journal_mode=wal"); db.execute("create table t(a)"); db.execute("insert into t values (1)"); db.commit()
t = threading.Thread(target=lambda: None); t.start(); t.join()
print("CONTROL_OK" if subprocess.run([sys.executable, "-c", "print(1)"], capture_output=True).stdout == b"1\n" else "bad")

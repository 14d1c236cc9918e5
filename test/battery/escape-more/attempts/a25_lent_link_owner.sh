chown -h 1 lent/.cache/way/target.txt; ls -l lent/.cache/ lent/.cache/way/; true

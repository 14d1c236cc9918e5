. ./.bat_env; rm -rf reports; ln -s "$OUTSIDE" reports; ls -ld reports

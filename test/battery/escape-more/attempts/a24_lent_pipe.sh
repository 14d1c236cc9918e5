[ -p lent/host.pipe ] && echo PIPE_SEEN; true

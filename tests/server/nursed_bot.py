"""What a server of the tests starts as its bot: its files go to a fork of the nursery, which thinks for it.

It lives as long as that one, which ends when this is killed: to the server they are one process.
"""

import os
import socket
import sys

if __name__ == "__main__":
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    line.connect(sys.argv[1])
    socket.send_fds(line, [b"\0"], [0, 1, 2])
    os.close(0)
    os.close(1)
    line.recv(1)

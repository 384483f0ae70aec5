"""What a finished game teaches. Nothing here touches a socket, a disk or a clock; judges think."""

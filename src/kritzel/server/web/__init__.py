"""The server's doors: pages, requests, sockets."""

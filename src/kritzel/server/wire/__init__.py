"""What pages and server say to each other: words only."""

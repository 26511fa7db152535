"""The requests that are answered over HTTP, one file per resource."""

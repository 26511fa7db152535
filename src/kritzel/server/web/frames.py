"""Frames of a socket as uvicorn reads them, with one difference: text is handed on as the bytes it came in.

Reading a message says whether it is UTF-8 anyway, and then the page is told kindly; uvicorn would log a
traceback for every frame that is not.
"""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Frames(WebSocketsSansIOProtocol):
    """The protocol of one socket."""

    def send_receive_event_to_app(self) -> None:
        """A whole message has come."""
        self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

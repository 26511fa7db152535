"""Where people reach a server: on its own machine, or in their network. Knows no request."""

from __future__ import annotations

import socket
from dataclasses import replace

from kritzel.server.settings import Settings

EVERYWHERE = "0.0.0.0"
HERE = {EVERYWHERE: "127.0.0.1", "::": "::1"}
"""By what this machine reaches itself where a server listens on all its addresses."""
SOMEWHERE = ("10.255.255.255", 1)
"""An address in a private network; asking the way to it sends nothing."""


NEXT_PORTS = 20
"""How many ports are tried where the usual one is taken and nobody has chosen another."""


class NoNetwork(Exception):
    """This machine is in no network."""


def reached(chosen: Settings, *, lan: bool) -> tuple[Settings, str]:
    """The settings, and the address people open; with `lan` that of this machine in its network. Pages from
    there are welcome, unless people come over https."""
    address = opened_at(chosen.network or own_address() if lan else chosen.host, chosen.port)
    if lan:
        chosen = replace(chosen, host=EVERYWHERE)
    if lan or not chosen.secure:
        chosen = replace(chosen, origins=(*chosen.origins, address))
    return chosen, address


def opened_at(host: str, port: int) -> str:
    """The address that a browser on this machine opens."""
    host = HERE.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def own_address() -> str:
    """This machine's address in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
        except OSError:
            raise NoNetwork from None
        return str(probe.getsockname()[0])


def listening(host: str, port: int) -> socket.socket:
    """An open socket there: whoever comes from now on is heard, as soon as somebody listens. OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=2048)

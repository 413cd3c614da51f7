"""Where requests come from: the keys by which limits count addresses and networks."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.requests import HTTPConnection

from nodarium.core.errors import BadOption
from nodarium.core.message import say

IPV4_NETWORK, IPV6_ADDRESS, IPV6_NETWORK = 24, 64, 48  # prefix lengths
UNKNOWN = "unknown"
MAX_CACHED_ADDRESSES = 4096


def address_of(request: HTTPConnection) -> str:
    """The key of a client's address: the IPv4 address, or the /64 that an IPv6 subscriber gets."""
    return address_key(request.client.host if request.client else "")


def is_secure(request: HTTPConnection, *, secure: bool) -> bool:
    """Whether the client uses TLS: the settings or the proxy say so."""
    return secure or request.scope.get("scheme") in ("https", "wss")


@lru_cache(MAX_CACHED_ADDRESSES)
def address_key(host: str) -> str:
    address = parse_address(host)
    if isinstance(address, IPv6Address):
        return str(ip_network(f"{address}/{IPV6_ADDRESS}", strict=False))
    return str(address) if address else UNKNOWN


@lru_cache(MAX_CACHED_ADDRESSES)
def network_of(key: str) -> str:
    """The network of an address's key: its /24 for IPv4, its /48 for IPv6."""
    address = parse_address(key.partition("/")[0])
    if address is None:
        return UNKNOWN
    length = IPV4_NETWORK if isinstance(address, IPv4Address) else IPV6_NETWORK
    return str(ip_network(f"{address}/{length}", strict=False))


def parse_address(host: str) -> IPv4Address | IPv6Address | None:
    """The address; an IPv4 address that is written as IPv6 counts as IPv4."""
    try:
        address = ip_address(host)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def check_proxies(proxies: tuple[str, ...]) -> tuple[str, ...]:
    """Check the addresses or networks of trusted proxies."""
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise BadOption(say("server-trust-proxy", proxy=repr(proxy))) from None
    return proxies


def is_in(host: str, networks: tuple[str, ...]) -> bool:
    address = parse_address(host)
    return address is not None and any(address in ip_network(network) for network in networks)

"""`Passkeys`: WebAuthn credentials. A browser proves who the user is without a password."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct
from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from nodarium.core.message import say
from nodarium.server.accounts import Accounts, User
from nodarium.server.errors import NotAllowed, NotFound, NotNow
from nodarium.server.one_time import OneTimeTokens
from nodarium.server.sql import execute, first
from nodarium.server.store import Store
from nodarium.server.store.schema import PASSKEYS, USERS
from nodarium.server.time import now_ms

CHALLENGE_SECONDS = 300
MAX_PASSKEYS = 20  # of one user
REFUSED = say("server-passkey-refused")

log = logging.getLogger(__name__)


class Site(Struct, frozen=True):
    """The site that passkeys belong to: its host name, and the origins of its pages."""

    host: str
    origins: tuple[str, ...]


def site_at(public_url: str, host_header: str) -> Site:
    """The site at its public address or, without one, at the host that a request was sent to."""
    if public_url:
        parts = urlsplit(public_url)
        return Site(parts.hostname or "", (f"{parts.scheme}://{parts.netloc}",))
    name = urlsplit(f"//{host_header}").hostname or ""
    return Site(name, (f"https://{host_header}", f"http://{host_header}"))


class Passkeys:
    def __init__(
        self, store: Store, accounts: Accounts, one_time: OneTimeTokens, clock: Callable[[], int] = now_ms
    ) -> None:
        self.store = store
        self.accounts = accounts
        self.one_time = one_time
        self.clock = clock

    # ---- registering ----

    async def registration_options(self, user: User, site: Site) -> dict[str, Any]:
        if not user.registered:
            raise NotNow(say("server-passkey-needs-account"))
        row = await self.store.read(first, select(USERS).where(USERS.c.id == user.user_id))
        known = await self.of_user(user.user_id)
        if row is None or len(known) >= MAX_PASSKEYS:
            raise NotNow(say("server-too-many-passkeys", count=len(known)))
        options = generate_registration_options(
            rp_id=site.host,
            rp_name="Nodarium",
            user_id=user.user_id.encode(),
            user_name=row.account,
            user_display_name=row.name,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id)) for one in known],
        )
        await self._remember(options.challenge, user.user_id)
        return as_json(options)

    async def register(self, user: User, site: Site, name: str, credential: dict[str, Any]) -> Row[Any]:
        """Store a new passkey of a signed-in user."""
        challenge = await self._use_challenge(credential, user.user_id)
        verified = self._verify(
            lambda: verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=list(site.origins),
                require_user_verification=True,
            )
        )
        now = self.clock()
        row = {
            "id": bytes_to_base64url(verified.credential_id),
            "user_id": user.user_id,
            "name": name,
            "public_key": bytes_to_base64url(verified.credential_public_key),
            "sign_count": verified.sign_count,
            "created": now,
            "last_used": now,
        }
        try:
            return await self.store.write(insert_passkey, row)
        except IntegrityError:
            raise NotNow(say("server-passkey-known")) from None

    # ---- signing in ----

    async def login_options(self, site: Site, user: User | None = None) -> dict[str, Any]:
        """Options to sign in with any passkey of this site or, with a user, one of theirs."""
        allowed = await self.of_user(user.user_id) if user else []
        options = generate_authentication_options(
            rp_id=site.host,
            user_verification=UserVerificationRequirement.REQUIRED,
            allow_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id)) for one in allowed],
        )
        await self._remember(options.challenge, user.user_id if user else None)
        return as_json(options)

    async def log_in(self, site: Site, credential: dict[str, Any], expected: User | None = None) -> User:
        """The user whose passkey it is; if one is expected, theirs only."""
        challenge = await self._use_challenge(credential, expected.user_id if expected else None)
        wanted = select(PASSKEYS).where(PASSKEYS.c.id == str(credential.get("id"))[:1400])
        row = await self.store.read(first, wanted)
        if row is None or (expected and row.user_id != expected.user_id):
            raise NotAllowed(REFUSED)
        verified = self._verify(
            lambda: verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=list(site.origins),
                credential_public_key=base64url_to_bytes(row.public_key),
                credential_current_sign_count=row.sign_count,
                require_user_verification=True,
            )
        )
        change = update(PASSKEYS).where(PASSKEYS.c.id == row.id)
        await self.store.write(execute, change.values(sign_count=verified.new_sign_count, last_used=self.clock()))
        return await self.accounts.find(row.user_id)

    # ---- listing ----

    async def of_user(self, user_id: str) -> list[Row[Any]]:
        return await self.store.read(passkeys_of, user_id)

    async def remove(self, user: User, passkey: str) -> None:
        mine = delete(PASSKEYS).where(PASSKEYS.c.id == passkey, PASSKEYS.c.user_id == user.user_id)
        if not await self.store.write(execute, mine):
            raise NotFound(say("server-passkey-gone"))

    # ---- challenges ----

    async def _remember(self, challenge: bytes, user_id: str | None) -> None:
        await self.one_time.create_challenge(bytes_to_base64url(challenge), user_id, CHALLENGE_SECONDS)

    async def _use_challenge(self, credential: dict[str, Any], user_id: str | None) -> bytes:
        """The challenge that a credential answers, if it was made for this user; it can't be answered again."""
        data = self._verify(
            lambda: parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        )
        challenge: bytes = data.challenge
        row = await self.one_time.use(bytes_to_base64url(challenge), "passkey")
        if row.user_id != user_id:
            raise NotAllowed(REFUSED)
        return challenge

    def _verify(self, check: Callable[[], Any]) -> Any:
        try:
            return check()
        except Exception as error:  # the library's own errors, and any other that damaged data can cause
            log.info("passkey refused", extra={"reason": f"{type(error).__name__}: {error}"[:200]})
            raise NotAllowed(REFUSED) from None


def as_json(options: Any) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(options_to_json(options))
    return made


def passkeys_of(connection: Connection, user_id: str) -> list[Row[Any]]:
    wanted = select(PASSKEYS).where(PASSKEYS.c.user_id == user_id).order_by(PASSKEYS.c.created)
    return list(connection.execute(wanted).all())


def insert_passkey(connection: Connection, row: dict[str, Any]) -> Row[Any]:
    own = select(func.count()).select_from(PASSKEYS).where(PASSKEYS.c.user_id == row["user_id"])
    if connection.execute(own).scalar_one() >= MAX_PASSKEYS:
        raise NotNow(say("server-too-many-passkeys", count=MAX_PASSKEYS))
    connection.execute(insert(PASSKEYS), row)
    return connection.execute(select(PASSKEYS).where(PASSKEYS.c.id == row["id"])).one()

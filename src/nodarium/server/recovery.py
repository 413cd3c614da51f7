"""`Recovery`: e-mail addresses, and the ways back into an account: a link in a mail, or a recovery code."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Row, delete, select, update

from nodarium.core.message import say
from nodarium.server.access_tokens import AccessTokens
from nodarium.server.accounts import Accounts, User
from nodarium.server.background import BackgroundTasks
from nodarium.server.errors import BadRequest, NotAllowed, NotNow, TooMany
from nodarium.server.mail import Mailer, check_address
from nodarium.server.names import account_key
from nodarium.server.one_time import USED_UP, OneTimeTokens, Purpose
from nodarium.server.passwords import Passwords
from nodarium.server.sql import execute, first
from nodarium.server.store import Store
from nodarium.server.store.schema import ACCESS_TOKENS, USERS

VERIFY_SECONDS = 24 * 3600
RESET_SECONDS = 3600
CODE_SECONDS = 10 * 365 * 86_400
NUM_CODES, CODE_GROUPS, GROUP_LENGTH = 10, 4, 4
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without letters and digits that look alike
MAX_MAILED_ACCOUNTS = 5  # with the same address
NO_MAIL = say("server-no-mail")


class Recovery:
    def __init__(
        self,
        *,
        store: Store,
        accounts: Accounts,
        passwords: Passwords,
        tokens: AccessTokens,
        one_time: OneTimeTokens,
        mailer: Mailer,
        public_url: str,
        tasks: BackgroundTasks,
    ) -> None:
        self.store = store
        self.accounts = accounts
        self.passwords = passwords
        self.tokens = tokens
        self.one_time = one_time
        self.mailer = mailer
        self.public_url = public_url.rstrip("/")
        self.tasks = tasks

    def _link(self, page: str, token: str = "") -> str:
        # The part after # isn't sent to servers, so the token gets into no log.
        return f"{self.public_url}/{page}" + (f"#{token}" if token else "")

    # ---- the address ----

    async def request_email(self, user: User, email: str, language: str) -> None:
        """Mail a link that verifies the address."""
        if not user.registered:
            raise NotNow(say("server-email-needs-account"))
        if not self.mailer.enabled:
            raise NotNow(NO_MAIL)
        address = check_address(email)
        token = await self.one_time.create_mailed("email", user.user_id, address, VERIFY_SECONDS)
        text = say("server-mail-verify", name=user.name, link=self._link("verify-email", token))
        self.tasks.spawn(self.mailer.send(address, say("server-mail-verify-subject"), text, language))

    async def verify_email(self, token: str) -> None:
        row = await self.one_time.use(token, "email")
        await self.store.write(execute, update(USERS).where(USERS.c.id == row.user_id).values(email=row.email))

    async def remove_email(self, user: User) -> None:
        await self.store.write(execute, update(USERS).where(USERS.c.id == user.user_id).values(email=None))

    # ---- a new password ----

    async def change_password(self, user: User, password: str, language: str) -> None:
        """Set a new password and end the user's other sessions."""
        assert user.access
        await self.accounts.set_password(user.user_id, password)
        await self.tokens.revoke_sessions(user.user_id, but=user.access.id)
        await self._tell_changed(user.user_id, language)

    async def _tell_changed(self, user_id: str, language: str) -> None:
        row = await self._row(user_id)
        if row.email and self.mailer.enabled:
            text = say("server-mail-changed", name=row.name, account=row.account, link=self._link("recover"))
            self.tasks.spawn(self.mailer.send(row.email, say("server-mail-changed-subject"), text, language))

    def request_reset(self, account: str, language: str) -> None:
        """Mail a link to the owner of an account, in the background: the answer tells nobody whether it exists."""
        if not self.mailer.enabled:
            raise NotNow(NO_MAIL)
        self.tasks.spawn(self._mail_reset(account, language))

    async def _mail_reset(self, account: str, language: str) -> None:
        for row in await self.store.read(with_account_or_email, account):
            try:
                token = await self.one_time.create_mailed("reset", row.id, row.email, RESET_SECONDS)
            except TooMany:
                continue
            text = say("server-mail-reset", name=row.name, account=row.account, link=self._link("recover", token))
            await self.mailer.send(row.email, say("server-mail-reset-subject"), text, language)

    async def reset_with_link(self, token: str, password: str, language: str) -> tuple[User, str]:
        """Set a new password with the token of a mailed link. Returns the user and the key of their account."""
        row = await self._row((await self.one_time.look(token, "reset")).user_id)
        return await self._reset(row, token, "reset", password, language)

    async def reset_with_code(self, account: str, code: str, password: str, language: str) -> tuple[User, str]:
        """The same with a recovery code."""
        wanted = select(USERS).where(USERS.c.account_key == account_key(account))
        row = await self.store.read(first, wanted)
        if row is None:
            raise NotAllowed(USED_UP)
        token = f"{row.id} {clean_code(code)}"
        await self.one_time.look(token, "recovery-code")
        return await self._reset(row, token, "recovery-code", password, language)

    async def _reset(
        self, row: Row[Any], token: str, purpose: Purpose, password: str, language: str
    ) -> tuple[User, str]:
        """Change the password and end all sessions and API tokens: somebody else may have got in."""
        hashed = await self.passwords.hash(password, row.account, row.name)  # before the token is used up
        await self.one_time.use(token, purpose)
        await self.store.write(replace_password, row.id, hashed)
        self.tokens.announce(row.id)
        await self.passwords.forget_failures(row.account_key)
        await self._tell_changed(row.id, language)
        return await self.accounts.find(row.id), row.account_key

    async def _row(self, user_id: str) -> Row[Any]:
        row = await self.store.read(first, select(USERS).where(USERS.c.id == user_id))
        if row is None:
            raise NotAllowed(USED_UP)
        return row

    # ---- recovery codes ----

    async def new_codes(self, user: User) -> tuple[str, ...]:
        """New recovery codes, instead of the ones before."""
        if not user.registered:
            raise NotNow(say("server-codes-need-account"))
        codes = tuple([new_code() for _ in range(NUM_CODES)])
        await self.one_time.replace_codes(user.user_id, [clean_code(code) for code in codes], CODE_SECONDS)
        return codes


def new_code() -> str:
    """A code of 79 random bits, such as `k7qm-3xpz-ab2c-9hjk`."""
    groups = ["".join(secrets.choice(CODE_LETTERS) for _ in range(GROUP_LENGTH)) for _ in range(CODE_GROUPS)]
    return "-".join(groups)


def clean_code(code: str) -> str:
    return "".join(letter for letter in code.lower() if letter.isalnum())


def with_account_or_email(connection: Connection, text: str) -> list[Row[Any]]:
    """Users with this account or verified address who can get mail."""
    wanted = USERS.c.email == text.lower()
    with suppress(BadRequest):  # it can't be an account's name
        wanted |= USERS.c.account_key == account_key(text)
    found = select(USERS).where(wanted, USERS.c.email.is_not(None), USERS.c.account.is_not(None))
    return list(connection.execute(found.limit(MAX_MAILED_ACCOUNTS)).all())


def replace_password(connection: Connection, user_id: str, hashed: str) -> None:
    connection.execute(update(USERS).where(USERS.c.id == user_id).values(password=hashed, old_token=False))
    connection.execute(delete(ACCESS_TOKENS).where(ACCESS_TOKENS.c.user_id == user_id))

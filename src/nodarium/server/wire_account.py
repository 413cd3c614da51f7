"""The structs of accounts: credentials, sessions, API tokens, passkeys."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from nodarium.core.message import Text
from nodarium.server.wire import PRINTABLE, Name, Password

Secret = Annotated[str, Meta(min_length=1, max_length=200)]
Email = Annotated[
    str,
    Meta(min_length=3, max_length=254, pattern=r"^[^@\s\x00-\x1f\x7f]+@[^@\s\x00-\x1f\x7f]+\.[^@\s\x00-\x1f\x7f]+\Z"),
]
TokenId = Annotated[str, Meta(pattern="^[0-9A-Za-z_-]{1,32}\\Z")]
Scope = Literal["read", "play"]


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class AccountInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Your account, as only you may see it."""

    account: str | None = None
    email: str | None = None  # verified
    pending_email: str | None = None  # waits for a click on the link in the mail
    recovery_codes: int = 0  # how many are left
    mail: bool = False  # whether this server sends mail


class NewPassword(Request, frozen=True, kw_only=True):
    password: Password


class NewEmail(Request, frozen=True, kw_only=True):
    """An address to verify; null removes yours."""

    email: Email | None


class MailedToken(Request, frozen=True, kw_only=True):
    """The token in the link of a mail."""

    token: Secret


class RecoveryRequest(Request, frozen=True, kw_only=True):
    """Ask for a mail with a link to set a new password."""

    account: Annotated[
        str, Meta(min_length=1, max_length=254, pattern=PRINTABLE)
    ]  # an account's name, or an e-mail address


class MailedReset(Request, frozen=True, kw_only=True):
    token: Secret
    password: Password


class CodeReset(Request, frozen=True, kw_only=True):
    account: Name
    code: Secret
    password: Password


class RecoveryCodes(Struct, frozen=True, kw_only=True):
    """New recovery codes. They are shown once; earlier ones no longer work."""

    codes: tuple[str, ...]


class Confirmation(Request, frozen=True, kw_only=True):
    """Prove that it's you, with your password or a passkey."""

    password: Secret | None = None
    passkey: dict[str, Any] | None = None


class Session(Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: str
    device: Text  # in words; empty for a session that began before sessions were listed
    created: int  # here and below: milliseconds since 1970
    last_used: int
    expires: int
    current: bool = False  # whether this request uses it


class SessionToRevoke(Request, frozen=True, kw_only=True):
    """A session; without an id, all but the current one."""

    id: TokenId | None = None


class ApiToken(Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: str
    name: str
    scopes: tuple[Scope, ...]
    created: int
    last_used: int
    expires: int
    token: str | None = None  # only in the answer to its creation


class NewApiToken(Request, frozen=True, kw_only=True):
    """A token for a program: `read` looks at tables, `play` acts at them."""

    name: Name
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=2)]
    days: Annotated[int, Meta(ge=1, le=365)] = 90


class ApiTokenToRevoke(Request, frozen=True, kw_only=True):
    id: TokenId


class Passkey(Struct, frozen=True, kw_only=True):
    id: str
    name: str
    created: int
    last_used: int


class NewPasskey(Request, frozen=True, kw_only=True):
    """A new passkey: its name, and the browser's credential as JSON."""

    name: Name
    credential: dict[str, Any]


class PasskeyLogin(Request, frozen=True, kw_only=True):
    credential: dict[str, Any]
    replace: bool = False  # whether this may end another user's session in the same browser


class PasskeyToRemove(Request, frozen=True, kw_only=True):
    id: Annotated[str, Meta(min_length=1, max_length=1400, pattern="^[0-9A-Za-z_-]+\\Z")]


class PasskeyOptions(Struct, frozen=True, kw_only=True):
    """The `publicKey` options for `navigator.credentials`, as JSON."""

    options: dict[str, Any]

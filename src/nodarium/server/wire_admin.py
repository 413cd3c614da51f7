"""The structs of reports and of moderation, as JSON."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from nodarium.server.events import UserId, kebab_case
from nodarium.server.table_parts import Status
from nodarium.server.wire import Name, Role, SmallNumber

TableIdText = Annotated[str, Meta(pattern="^[0-9A-Za-z_-]{1,32}$")]
Comment = Annotated[str, Meta(max_length=500)]
Days = Annotated[int, Meta(ge=1, le=3650, description="without it, until it is lifted")]
ReportStatus = Literal["open", "resolved", "dismissed"]


class NewReport(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Report a chat message at a table or, without `event`, the name of a user."""

    user: UserId
    table: TableIdText | None = None
    event: SmallNumber | None = None  # the number of the `chat-sent` event
    comment: Comment = ""


class Report(Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: int
    time: int
    kind: Literal["name", "chat"]
    reporter: UserId
    user: UserId
    text: str  # the name or message, as it was
    comment: str = ""
    table: str | None = None
    event: int | None = None
    status: ReportStatus = "open"


class CloseReport(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    status: Literal["resolved", "dismissed"]


class UserAction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag=kebab_case):
    pass


class Suspend(UserAction, frozen=True, kw_only=True):
    """Bar a user from signing in and playing. Their clocks run on."""

    days: Days | None = None


class Unsuspend(UserAction, frozen=True, kw_only=True):
    pass


class Mute(UserAction, frozen=True, kw_only=True):
    """Bar a user from chatting."""

    days: Days | None = None


class Unmute(UserAction, frozen=True, kw_only=True):
    pass


class Rename(UserAction, frozen=True, kw_only=True):
    """Give a user another name, which they can't change; without a name, let them choose one again."""

    name: Name | None = None


class Promote(UserAction, frozen=True, kw_only=True):
    """Give a user with an account a role, or none. Only admins can do this."""

    role: Role | None = None


AnyUserAction = Suspend | Unsuspend | Mute | Unmute | Rename | Promote


class TableAction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag=kebab_case):
    pass


class Close(TableAction, frozen=True, kw_only=True):
    """Close a table. A game in progress is void."""


class DeleteChat(TableAction, frozen=True, kw_only=True):
    """Delete a chat message."""

    event: SmallNumber


AnyTableAction = Close | DeleteChat


class ModeratedUser(Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: UserId
    name: str
    account: str | None = None
    created: int
    role: Role | None = None
    suspended_until: int | None = None
    muted_until: int | None = None
    name_fixed: bool = False


class ModeratedTable(Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: str
    status: Status
    created: int
    listed: bool
    damaged: bool = False  # its events can't be read


class AuditEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: int
    time: int
    actor: UserId | None = None  # missing for the command line
    action: str
    user: UserId | None = None
    table: str | None = None
    details: str = ""

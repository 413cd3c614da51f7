"""Routes for reports, and for moderators."""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, Path, Query, Request, Response

from nodarium.core.message import say
from nodarium.server import moderation, wire_admin
from nodarium.server.accounts import User
from nodarium.server.errors import NotAllowed
from nodarium.server.http.common import MAX_NUMBER, JsonResponse, TableId, UserIdPath, read_body
from nodarium.server.http.openapi import gives, no_content
from nodarium.server.services import Services

ReportId = Annotated[int, Path(ge=1, le=MAX_NUMBER)]
Search = Annotated[str, Query(max_length=40, description="part of a name, an account or an id")]


def add_admin(app: FastAPI, services: Services) -> None:
    service, store = services.moderation, services.store
    max_bytes = services.settings.limits.body_bytes

    async def moderator(request: Request) -> User:
        user = await services.auth.require_session(request)
        services.standings.require(user.user_id, "moderator", "admin")
        return user

    @app.post("/api/reports", **no_content(wire_admin.NewReport))
    async def report(request: Request) -> None:
        """Report a name or a chat message to the moderators."""
        user = await services.auth.require_user(request)
        wanted = await read_body(request, wire_admin.NewReport, max_bytes)
        assert user.user_id
        if wanted.user == user.user_id:
            raise NotAllowed(say("server-report-yourself"))
        services.limits.reports.acquire(user.user_id)
        await service.report(user.user_id, wanted)

    @app.get("/api/admin/reports", responses=gives(wire_admin.Report, many=True))
    async def get_reports(request: Request) -> Response:
        """The open reports, the oldest first."""
        await moderator(request)
        return JsonResponse(await store.read(moderation.reports))

    @app.post("/api/admin/reports/{number}", **no_content(wire_admin.CloseReport))
    async def close_report(request: Request, number: ReportId) -> None:
        """Close a report: you have acted on it, or nothing is wrong."""
        user = await moderator(request)
        wanted = await read_body(request, wire_admin.CloseReport, max_bytes)
        await service.close_report(user, number, wanted.status)

    @app.get("/api/admin/users", responses=gives(wire_admin.ModeratedUser, many=True))
    async def get_users(request: Request, search: Search = "") -> Response:
        """The users whose name, account or id contains a text; without one, those with a role or a restriction."""
        await moderator(request)
        return JsonResponse(await store.read(moderation.users, search.strip()))

    @app.post("/api/admin/users/{user_id}", **no_content(wire_admin.AnyUserAction))
    async def act_on_user(request: Request, user_id: UserIdPath) -> None:
        """Suspend, mute or rename a user, or give them a role."""
        user = await moderator(request)
        action: wire_admin.AnyUserAction = await read_body(request, wire_admin.AnyUserAction, max_bytes)  # type: ignore[arg-type]
        await service.act_on_user(user, user_id, action)

    @app.get("/api/admin/tables", responses=gives(wire_admin.ModeratedTable, many=True))
    async def get_moderated_tables(request: Request) -> Response:
        """Tables that can't be read, then the newest active ones."""
        await moderator(request)
        return JsonResponse(await store.read(moderation.tables, set(services.repository.quarantined)))

    @app.post("/api/admin/tables/{table}", **no_content(wire_admin.AnyTableAction))
    async def act_on_table(request: Request, table: TableId) -> None:
        """Close a table, or delete a chat message."""
        user = await moderator(request)
        action: wire_admin.AnyTableAction = await read_body(request, wire_admin.AnyTableAction, max_bytes)  # type: ignore[arg-type]
        await service.act_on_table(user, table, action)

    @app.get("/api/admin/log", responses=gives(wire_admin.AuditEntry, many=True))
    async def get_audit_log(request: Request) -> Response:
        """What moderators have done, the newest first."""
        await moderator(request)
        return JsonResponse(await store.read(moderation.audit_log))

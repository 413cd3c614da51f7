"""Routes for an account: password, e-mail address, recovery."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from sqlalchemy import select

from nodarium.server import wire
from nodarium.server import wire_account as wire_a
from nodarium.server.addresses import address_of
from nodarium.server.http.common import JsonResponse, language_of, read_body
from nodarium.server.http.openapi import gives, no_content, takes
from nodarium.server.http.signing_in import check_proof, sign_in
from nodarium.server.services import Services
from nodarium.server.sql import first
from nodarium.server.store.schema import USERS


def add_account(app: FastAPI, services: Services) -> None:
    auth, recovery, limits = services.auth, services.recovery, services.shared_limits
    max_bytes = services.settings.limits.body_bytes

    @app.get("/api/account", responses=gives(wire_a.AccountInfo))
    async def get_account(request: Request) -> Response:
        """Your account, as only you may see it."""
        user = await auth.require_session(request)
        row = await services.store.read(first, select(USERS).where(USERS.c.id == user.user_id))
        pending = await services.one_time.of_user(user.user_id, "email")
        codes = await services.one_time.of_user(user.user_id, "recovery-code")
        info = wire_a.AccountInfo(
            account=row.account if row else None,
            email=row.email if row else None,
            pending_email=pending[0].email if pending else None,
            recovery_codes=len(codes),
            mail=services.mailer.enabled,
        )
        return JsonResponse(info)

    @app.post("/api/account/confirm", **no_content(wire_a.Confirmation))
    async def confirm(request: Request) -> None:
        """Prove that it's you. For 15 minutes, this session may then change the account."""
        await limits.acquire("password attempts", address=address_of(request))
        user = await auth.require_session(request)
        await check_proof(services, request, user)
        assert user.access
        await services.tokens.confirm(user.access)

    @app.post("/api/account/password", **no_content(wire_a.NewPassword))
    async def change_password(request: Request) -> None:
        """Set a new password. Your other sessions end."""
        await limits.acquire("password attempts", address=address_of(request))
        user = await auth.require_confirmed(request)
        password = (await read_body(request, wire_a.NewPassword, max_bytes)).password
        await recovery.change_password(user, password, language_of(request))

    @app.post("/api/account/email", **no_content(wire_a.NewEmail))
    async def set_email(request: Request) -> None:
        """Mail a link that verifies your address; null removes the address."""
        await limits.acquire("password attempts", address=address_of(request))
        user = await auth.require_confirmed(request)
        email = (await read_body(request, wire_a.NewEmail, max_bytes)).email
        if email is None:
            await recovery.remove_email(user)
        else:
            await recovery.request_email(user, email, language_of(request))

    @app.post(
        "/api/account/recovery-codes",
        status_code=201,
        responses=gives(wire_a.RecoveryCodes, status=201),
    )
    async def create_recovery_codes(request: Request) -> Response:
        """New recovery codes, instead of the ones before. They are shown only here."""
        user = await auth.require_confirmed(request)
        return JsonResponse(wire_a.RecoveryCodes(codes=await recovery.new_codes(user)), 201)


def add_recovery(app: FastAPI, services: Services) -> None:
    """Routes for people who aren't signed in."""
    recovery, limits = services.recovery, services.shared_limits
    max_bytes = services.settings.limits.body_bytes

    @app.post("/api/verify-email", **no_content(wire_a.MailedToken))
    async def verify_email(request: Request) -> None:
        """Verify an e-mail address with the token in a mailed link."""
        await limits.acquire("password attempts", address=address_of(request))
        await recovery.verify_email((await read_body(request, wire_a.MailedToken, max_bytes)).token)

    @app.post("/api/recovery", **no_content(wire_a.RecoveryRequest, status=202))
    async def request_recovery(request: Request) -> None:
        """Ask for a mail with a link to set a new password. The answer is the same if the account doesn't exist."""
        await limits.acquire("password attempts", address=address_of(request))
        account = (await read_body(request, wire_a.RecoveryRequest, max_bytes)).account
        recovery.request_reset(account, language_of(request))

    @app.post("/api/recovery/link", responses=gives(wire.Me), openapi_extra=takes(wire_a.MailedReset))
    async def recover_with_link(request: Request) -> Response:
        """Set a new password with the token in a mailed link, and sign in. All other sessions end."""
        await limits.acquire("password attempts", address=address_of(request))
        wanted = await read_body(request, wire_a.MailedReset, max_bytes)
        user, key = await recovery.reset_with_link(wanted.token, wanted.password, language_of(request))
        return await sign_in(services, request, user, account_key=key)

    @app.post("/api/recovery/code", responses=gives(wire.Me), openapi_extra=takes(wire_a.CodeReset))
    async def recover_with_code(request: Request) -> Response:
        """Set a new password with a recovery code, and sign in. All other sessions end."""
        await limits.acquire("password attempts", address=address_of(request))
        wanted = await read_body(request, wire_a.CodeReset, max_bytes)
        language = language_of(request)
        user, key = await recovery.reset_with_code(wanted.account, wanted.code, wanted.password, language)
        return await sign_in(services, request, user, account_key=key)

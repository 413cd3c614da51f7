"""`Mailer`: sends mail over SMTP."""

from __future__ import annotations

import logging
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

import aiosmtplib

from nodarium.core.errors import BadOption
from nodarium.core.language import ENGLISH, PSEUDO, format_message
from nodarium.core.message import Message, say
from nodarium.server.errors import BadRequest
from nodarium.server.settings import ServerSettings

PORTS = {"smtp": 587, "smtps": 465}
LOOPBACK = ("localhost", "127.0.0.1", "::1")
TIMEOUT_SECONDS = 30.0

log = logging.getLogger(__name__)


class Mailer:
    """Sends mail to the server in the URL. `smtps` is TLS from the start; `smtp` upgrades to TLS.

    To another machine, `smtp` insists on TLS if the URL has a password.
    """

    def __init__(self, url: str, sender: str) -> None:
        self.enabled = bool(url)
        self.sender = sender
        parts = urlsplit(url)
        self._host = parts.hostname or ""
        self._username, self._password = unquote(parts.username or ""), unquote(parts.password or "")
        self._implicit_tls = parts.scheme == "smtps"
        try:
            self._port = parts.port or PORTS.get(parts.scheme, 0)
        except ValueError:
            self._port = 0
        if self.enabled and (parts.scheme not in PORTS or not self._host or not self._port):
            raise BadOption(say("server-smtp-url"))
        if self.enabled and not sender:
            raise BadOption(say("server-smtp-needs-sender"))

    async def send(self, to: str, subject: Message, text: Message, language: str) -> None:
        """Send a mail in a language. A failure is logged."""
        language = ENGLISH if language == PSEUDO else language  # anyone can ask for it, for anybody's account
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, to, format_message(subject, language)
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(format_message(text, language))
        message["Content-Language"] = language
        needs_tls = bool(self._password) and self._host not in LOOPBACK
        try:
            await aiosmtplib.send(
                message,
                hostname=self._host,
                port=self._port,
                username=self._username or None,
                password=self._password or None,
                use_tls=self._implicit_tls,
                start_tls=False if self._implicit_tls else True if needs_tls else None,
                timeout=TIMEOUT_SECONDS,
            )
        except (aiosmtplib.SMTPException, OSError):
            log.exception("mail couldn't be sent", extra={"mail": text.id})
        else:
            log.info("mail sent", extra={"mail": text.id})


def check_mail(settings: ServerSettings) -> None:
    """Refuse settings that can't work before the server starts."""
    url = urlsplit(settings.public_url)
    if settings.public_url and (url.scheme not in ("http", "https") or not url.hostname):
        raise BadOption(say("server-public-url"))
    if Mailer(settings.smtp_url, settings.mail_from).enabled and not settings.public_url:
        # Never the request's Host header: an attacker could have links to another site sent to people.
        raise BadOption(say("server-smtp-needs-url"))


def check_address(address: str) -> str:
    """An e-mail address, in lower case so that it can be found again."""
    try:
        return Address(addr_spec=address.lower()).addr_spec
    except (ValueError, HeaderParseError, IndexError):
        raise BadRequest(say("server-bad-email")) from None

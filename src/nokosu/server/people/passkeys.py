"""Passkeys: the browser's own keys instead of passwords. They need TLS, or this machine's own name."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from nokosu.core.errors import reason
from nokosu.server.door import in_thread
from nokosu.server.ids import new_token
from nokosu.server.people.site import Site
from nokosu.server.store import Conflict, Store
from nokosu.server.store.people import Passkey, Person
from nokosu.server.store.sessions import Ceremony
from nokosu.server.time import Time
from nokosu.table.refusal import Refused
from nokosu.wire.people import PasskeyOptions

_CEREMONY_MS: Final = 300_000
_MOST_PASSKEYS: Final = 10


class FailedPasskey(Refused):
    """An answer for somebody's passkey that was not right."""

    def __init__(self, person: str) -> None:
        super().__init__(reason("passkey.failed"))
        self.person = person


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except Exception:  # noqa: BLE001  the library indexes and converts what strangers send, and raises anything
        raise Refused(reason("passkey.failed")) from None


def registered(credential: dict[str, Any], challenge: str, site: Site) -> VerifiedRegistration:
    """Return the new passkey in a browser's answer; refuse any other answer.

    Call it in a thread: the answer holds CBOR, in which a stranger can hide regular expressions to compile.
    """
    with _refusing():
        return verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )


def signed_in(credential: dict[str, Any], challenge: str, site: Site, key: Passkey) -> VerifiedAuthentication:
    """Return how this passkey was used in a browser's answer; refuse any other answer. Call it in a thread, too."""
    with _refusing():
        return verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=base64url_to_bytes(key.public_key),
            credential_current_sign_count=key.sign_count,
        )


class Passkeys:
    """Registers passkeys and lets people in by them. Ceremonies are short; all processes share them."""

    def __init__(self, store: Store, time: Time) -> None:
        self._store = store
        self._time = time
        self._turn = asyncio.Lock()
        """One answer is read at a time: several threads would keep the event loop waiting."""

    async def registration(self, person: Person, site: Site) -> PasskeyOptions:
        """Options for a new passkey of this person."""
        known = await self._store.people.passkeys_of(person.id)
        if len(known) >= _MOST_PASSKEYS:
            raise Refused(reason("passkey.too-many"))
        options = generate_registration_options(
            rp_id=site.host,
            rp_name="Nokosu Dice",
            user_id=person.id.encode(),
            user_name=person.name or "",
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(each)) for each in known],
        )
        return await self._remember(options.challenge, person.id, options_to_json(options))

    async def register(self, ceremony: str, credential: dict[str, Any], person: str, site: Site) -> None:
        """Keep a new passkey, if the browser's answer is right."""
        begun = await self._take(ceremony)
        if begun.person != person:
            raise Refused(reason("passkey.failed"))
        async with self._turn:
            verified = await in_thread(registered, credential, begun.challenge, site)
        key = Passkey(
            bytes_to_base64url(verified.credential_id),
            person,
            bytes_to_base64url(verified.credential_public_key),
            verified.sign_count,
        )
        try:
            await self._store.people.add_passkey(key, self._time.now())
        except Conflict:
            raise Refused(reason("passkey.failed")) from None

    async def login_options(self, site: Site) -> PasskeyOptions:
        """Return options for signing in with an existing passkey."""
        options = generate_authentication_options(
            rp_id=site.host, user_verification=UserVerificationRequirement.PREFERRED
        )
        return await self._remember(options.challenge, None, options_to_json(options))

    async def login(self, ceremony: str, credential: dict[str, Any], site: Site) -> str:
        """Return the person who signed in."""
        begun = await self._take(ceremony)
        identity = credential.get("id")
        key = await self._store.people.passkey(identity) if isinstance(identity, str) else None
        if key is None or begun.person is not None:
            raise Refused(reason("passkey.failed"))
        try:
            async with self._turn:
                used = await in_thread(signed_in, credential, begun.challenge, site, key)
            await self._store.people.count_use(key.credential, key.sign_count, used.new_sign_count)
        except (Refused, Conflict):
            raise FailedPasskey(key.person) from None
        return key.person

    async def _remember(self, challenge: bytes, person: str | None, options: str) -> PasskeyOptions:
        now = self._time.now()
        ceremony = Ceremony(new_token(), bytes_to_base64url(challenge), person, now + _CEREMONY_MS)
        await self._store.ceremonies.add(ceremony, now)
        return PasskeyOptions(ceremony=ceremony.id, public_key=json.loads(options))

    async def _take(self, ceremony: str) -> Ceremony:
        """Take a ceremony: each is good for one answer."""
        begun = await self._store.ceremonies.take(ceremony, self._time.now())
        if begun is None:
            raise Refused(reason("passkey.failed"))
        return begun

"""Our Web Push against the examples of its standards."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st

from nokosu.server.people.web_push import (
    InvalidSubscription,
    authorization,
    encrypted,
    new_key,
    point,
    private_key,
    to_bytes,
    to_text,
)
from tests.server.push.reading import claims, decrypted

# RFC 8291, section 5 and appendix A
PLAIN = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95b"
    "Qpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
# RFC 8292, section 2.4
EXAMPLE = (
    "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3Njgs"
    "InN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
    ", k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
)


def test_the_example_of_rfc_8291() -> None:
    made = encrypted(PLAIN, P256DH, AUTH, salt=to_bytes(SALT), ours=private_key(SENDER))
    assert to_text(made) == MESSAGE
    assert decrypted(made, private_key(BROWSER), to_bytes(AUTH)) == PLAIN


def test_the_example_of_rfc_8292() -> None:
    assert claims(EXAMPLE) == {
        "aud": "https://push.example.net",
        "exp": 1453523768,
        "sub": "mailto:push@example.com",
    }


def test_a_signature_of_ours_is_read_and_a_changed_one_is_not() -> None:
    made = authorization(private_key(new_key()), "https://push.example", "mailto:me@example.org", 1_800_000_000)
    assert claims(made) == {"aud": "https://push.example", "exp": 1_800_000_000, "sub": "mailto:me@example.org"}
    head, _, rest = made.partition(".")
    with pytest.raises(InvalidSignature):
        claims(f"{head}.{to_text(b'{}')}{rest[rest.index('.') :]}")


@given(st.binary(max_size=3_000))
def test_a_browser_reads_every_message(plain: bytes) -> None:
    plain += b"."
    browser, auth = ec.generate_private_key(ec.SECP256R1()), bytes(16)
    made = encrypted(plain, to_text(point(browser.public_key())), to_text(auth))
    assert decrypted(made, browser, auth) == plain


@given(st.text(max_size=120), st.text(max_size=40))
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises((InvalidSubscription, ValueError)):
        encrypted(b"x", p256dh, auth)


@pytest.mark.parametrize("p256dh", ["", "BA", to_text(b"\x04" + bytes(64)), P256DH[:-2]])
def test_points_off_the_curve_are_refused(p256dh: str) -> None:
    with pytest.raises(InvalidSubscription):
        encrypted(b"x", p256dh, AUTH)

"""What every page shares: identity, language, refusals, headers, and the whole page or its fragment."""

from __future__ import annotations

import re
import stat
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from trainer.usecases.warmup import Warmup
from trainer.web import create_app, i18n, identity, respond
from trainer.web import shell as frame_of_pages
from trainer.web.warming import needs_kernels

HOST = "localhost"


def users_of(app: Flask) -> list[str]:
    with app.app_context():
        return [str(row[0]) for row in respond.db().execute("SELECT id FROM users")]


def add_views(app: Flask) -> None:
    """Pages that only this test has, added before the first request."""
    app.add_url_rule("/fragment", "fragment", lambda: "fragment" if respond.wants_fragment() else "page")
    app.add_url_rule("/who", "who", respond.user)
    app.add_url_rule("/write", "write", lambda: "written", methods=["POST"])
    app.add_url_rule("/break", "break", lambda: 1 // 0)


@pytest.fixture
def shell(app: Flask) -> Any:
    add_views(app)
    return app.test_client()


# ------------------------------------------------------------------ the first page


def test_the_first_page_names_the_games_and_the_pages_there_are(client: FlaskClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert "BAMBOO" in page.text
    assert "/analysis" in page.text


def test_every_page_of_the_menu_answers(client: FlaskClient) -> None:
    menu = re.search(r"<nav.*?</nav>", client.get("/").text, re.DOTALL)
    assert menu is not None
    addresses = re.findall(r'href="(/[^"]*)"', menu[0])
    assert len(addresses) >= 3
    assert {a: client.get(a, follow_redirects=True).status_code for a in addresses} == dict.fromkeys(addresses, 200)


def test_no_page_holds_a_script_a_style_or_a_handler_in_its_text(client: FlaskClient) -> None:
    for address in ("/", "/settings", "/nowhere"):
        text = client.get(address).text
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)|hx-on|javascript:", text), address


# ------------------------------------------------------------------ identity


def test_the_first_visit_brings_an_identity_that_lasts(shell: FlaskClient) -> None:
    first = shell.get("/who")
    cookie = first.headers["Set-Cookie"]
    assert cookie.startswith(f"{identity.COOKIE}=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    again = shell.get("/who")
    assert again.text == first.text
    assert "Set-Cookie" not in again.headers


def test_two_visitors_are_two_people(app: Flask) -> None:
    add_views(app)
    assert app.test_client().get("/who").text != app.test_client().get("/who").text


def test_an_old_identity_is_renewed_and_stays_the_same(shell: FlaskClient, clock: Any) -> None:
    user = shell.get("/who").text
    clock.now = clock.now.replace(year=clock.now.year + 9)
    later = shell.get("/who")
    assert later.text == user
    assert later.headers["Set-Cookie"].startswith(f"{identity.COOKIE}=")


def test_looking_stores_nothing_and_a_form_stores_its_sender(app: Flask) -> None:
    add_views(app)
    visitor = app.test_client()
    user = visitor.get("/who").text
    assert users_of(app) == []
    assert visitor.post("/write").text == "written"
    assert users_of(app) == [user]


@pytest.mark.parametrize("change", [lambda c: c + "x", lambda c: "x" + c, lambda c: "nonsense", lambda c: ""])
def test_a_changed_identity_is_refused_in_one_sentence_and_loses_nothing(app: Flask, change: Any) -> None:
    add_views(app)
    visitor = app.test_client()
    user = visitor.get("/who").text
    cookie = visitor.get_cookie(identity.COOKIE)
    assert cookie is not None
    good = cookie.decoded_value
    visitor.set_cookie(identity.COOKIE, change(good))
    refused = visitor.get("/who")
    assert refused.status_code == 400
    assert "identity cookie" in refused.text
    assert "Set-Cookie" not in refused.headers
    assert visitor.post("/write").status_code == 400
    assert users_of(app) == []
    assert visitor.get("/static/tiles.svg").status_code == 200
    visitor.set_cookie(identity.COOKIE, good)
    assert visitor.get("/who").text == user


def test_starting_fresh_from_a_changed_identity_makes_a_new_one(app: Flask) -> None:
    add_views(app)
    visitor = app.test_client()
    user = visitor.get("/who").text
    visitor.set_cookie(identity.COOKIE, "nonsense")
    form = re.search(r'<form method="post" action="([^"]+)"><button[^>]*>Start fresh<', visitor.get("/").text)
    assert form is not None
    assert visitor.post(form[1]).status_code == 303
    fresh = visitor.get("/who")
    assert fresh.status_code == 200
    assert fresh.text != user


def test_an_identity_signed_elsewhere_is_not_ours(app: Flask, tmp_path: Path) -> None:
    other = create_app({"DATA": tmp_path / "other"}).test_client()
    other.get("/")
    cookie = other.get_cookie(identity.COOKIE)
    assert cookie is not None
    visitor = app.test_client()
    visitor.set_cookie(identity.COOKIE, cookie.decoded_value)
    assert visitor.get("/").status_code == 400


def test_the_signing_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    create_app({"DATA": tmp_path})
    key = tmp_path / "secret"
    first = key.read_text()
    assert len(first) >= 32
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    create_app({"DATA": tmp_path})
    assert key.read_text() == first
    assert [p.name for p in tmp_path.glob("secret*")] == ["secret"]


# ------------------------------------------------------------------ forms from elsewhere


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": f"http://{HOST}"}, 403),
        ({"Origin": f"http://{HOST}"}, 200),
        ({"Origin": f"https://{HOST}"}, 200),
        ({"Origin": f"http://{HOST}:81"}, 403),
        ({"Origin": f"http://{HOST}.evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({}, 403),
    ],
)
def test_only_forms_of_this_site_are_taken(app: Flask, headers: dict[str, str], status: int) -> None:
    add_views(app)
    plain = FlaskClient(app, app.response_class)
    answer = plain.post("/write", headers=headers)
    assert answer.status_code == status
    assert plain.get("/who", headers=headers).status_code == 200
    if status == 403:
        assert users_of(app) == []
        assert "nothing was done" in answer.text


# ------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [("get", "/nowhere", 404), ("post", "/", 405), ("delete", "/settings", 405), ("get", "/static/nothing.css", 404)],
)
def test_a_wrong_address_or_method_is_a_page_with_one_sentence(
    client: FlaskClient, method: str, address: str, status: int
) -> None:
    answer = getattr(client, method)(address)
    assert answer.status_code == status
    assert answer.text.count('role="alert"') == 1
    assert "<html" in answer.text
    assert "Traceback" not in answer.text


def test_a_wrong_method_says_which_are_right(client: FlaskClient) -> None:
    assert "GET" in client.post("/").headers["Allow"]


def test_htmx_gets_a_refusal_as_a_fragment(client: FlaskClient, htmx: dict[str, str]) -> None:
    answer = client.get("/nowhere", headers=htmx)
    assert answer.status_code == 404
    assert "<html" not in answer.text
    assert "There is no such page." in answer.text


def test_an_upload_that_is_too_large_is_refused(app: Flask, client: FlaskClient) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 1000
    answer = client.post("/settings", data={"theme": "x" * 2000})
    assert answer.status_code == 413
    assert "too large" in answer.text


def test_an_unexpected_error_is_logged_and_told_without_its_trace(
    shell: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    answer = shell.get("/break")
    assert answer.status_code == 500
    assert "ZeroDivisionError" not in answer.text
    assert "went wrong on our side" in answer.text
    assert "ZeroDivisionError" in caplog.text


# ------------------------------------------------------------------ headers, fragments, static files


def test_every_answer_has_the_strict_policy(client: FlaskClient) -> None:
    for address in ("/", "/nowhere", "/static/tiles.svg"):
        headers = client.get(address).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_pages_are_not_mixed_up_by_a_cache(client: FlaskClient) -> None:
    page = client.get("/")
    assert {"HX-Request", "Cookie", "Accept-Language"} <= set(page.vary)
    assert page.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize(
    ("headers", "answer"),
    [
        ({}, "page"),
        ({"HX-Request": "true"}, "fragment"),
        ({"HX-Request": "true", "HX-Boosted": "true"}, "page"),
        ({"HX-Request": "true", "HX-History-Restore-Request": "true"}, "page"),
    ],
)
def test_only_a_plain_htmx_request_wants_a_fragment(shell: FlaskClient, headers: dict[str, str], answer: str) -> None:
    assert shell.get("/fragment", headers=headers).text == answer


def test_a_static_file_has_an_address_that_changes_with_it(app: Flask, client: FlaskClient, tmp_path: Path) -> None:
    app.static_folder = str(tmp_path)
    (tmp_path / "a.css").write_text("a {}")
    with app.test_request_context():
        first = respond.asset("a.css")
        (tmp_path / "a.css").write_text("a { color: red }")
        assert respond.asset("a.css") != first
    assert "immutable" in client.get(first).headers["Cache-Control"]
    assert "immutable" not in client.get("/static/a.css").headers["Cache-Control"]
    assert "Set-Cookie" not in client.get(first).headers


# ------------------------------------------------------------------ languages


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("", "en"),
        ("en-GB", "en"),
        ("fr, de;q=0.5", "en"),
        ("zh", "zh_Hans"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh_Hans"),
        ("zh-SG", "zh_Hans"),
        ("fr, zh-CN;q=0.5, en;q=0.4", "zh_Hans"),
        ("en;q=0.4, zh-CN;q=0.9", "zh_Hans"),
        ("zh-TW", "zh_Hant"),
        ("zh-HK", "yue_Hant"),
        ("zh-MO", "yue_Hant"),
        ("yue", "yue_Hant"),
        ("ja-JP", "ja"),
    ],
)
def test_the_browsers_list_chooses_the_language(
    app: Flask, monkeypatch: pytest.MonkeyPatch, asked: str, code: str
) -> None:
    monkeypatch.setattr(i18n, "languages", lambda: i18n.KNOWN)
    with app.test_request_context(headers={"Accept-Language": asked}):
        assert i18n.current_language().code == code


@pytest.mark.parametrize(("asked", "code"), [("zh-TW", "zh_Hans"), ("zh-HK", "zh_Hans"), ("ja", "en")])
def test_a_language_without_a_catalogue_falls_back(
    app: Flask, monkeypatch: pytest.MonkeyPatch, asked: str, code: str
) -> None:
    monkeypatch.setattr(i18n, "languages", lambda: i18n.KNOWN[:2])
    with app.test_request_context(headers={"Accept-Language": asked}):
        assert i18n.current_language().code == code


def test_a_chosen_language_beats_the_browsers(client: FlaskClient) -> None:
    assert '<html lang="en"' in client.get("/").text
    assert client.get("/language/zh_Hans").status_code == 303
    page = client.get("/", headers={"Accept-Language": "en"})
    assert '<html lang="zh-Hans"' in page.text
    assert "清一色麻将" in page.text
    client.get("/language/en")
    assert '<html lang="en"' in client.get("/", headers={"Accept-Language": "zh-CN"}).text


def test_a_language_that_is_not_there_is_refused(client: FlaskClient) -> None:
    assert client.get("/language/xx").status_code == 404
    client.set_cookie(i18n.COOKIE, "../../etc")
    assert '<html lang="en"' in client.get("/").text


@pytest.mark.parametrize("referrer", ["http://localhost//evil.example/", "http://evil.example/", "http://localhost.evil"])
def test_choosing_a_language_never_leads_to_another_site(client: FlaskClient, referrer: str) -> None:
    goes = client.get("/language/en", headers={"Referer": referrer}).headers["Location"]
    assert re.fullmatch(r"/(?![/\\]).*", goes)


# ------------------------------------------------------------------ settings and the menu


def test_a_preference_is_kept_and_shown_on_every_page(client: FlaskClient) -> None:
    assert 'data-theme="dark"' not in client.get("/").text
    assert client.post("/settings", data={"theme": "dark"}).status_code == 303
    assert 'data-theme="dark"' in client.get("/").text


def test_a_preference_that_does_not_exist_is_refused_and_changes_nothing(client: FlaskClient) -> None:
    client.post("/settings", data={"theme": "dark"})
    assert client.post("/settings", data={"theme": "pink"}).status_code == 422
    assert 'data-theme="dark"' in client.get("/").text


def test_the_menu_marks_where_one_is(app: Flask) -> None:
    with app.test_request_context("/settings"):
        app.preprocess_request()
        found = frame_of_pages.nav()
    assert [item["endpoint"] for item in found if item["current"]] == ["settings.index"]
    assert all(str(item["url"]).startswith("/") and item["label"] for item in found)


def test_the_frame_around_a_page_follows_its_place_language_and_theme(client: FlaskClient) -> None:
    def frame(address: str) -> tuple[str | None, str, str]:
        page = client.get(address).text
        here = re.search(r'<a href="([^"]+)"[^>]* aria-current="page"', page)
        switch = re.search(r'name="theme" value="(\w+)"', page)
        language = re.search(r'lang="([^"]+)" aria-label="[^"]+" aria-current="true"', page)
        assert switch
        assert language
        return here and here[1], switch[1], language[1]

    assert frame("/settings") == ("/settings", "dark", "en")
    assert frame("/score") == ("/score", "dark", "en")
    client.post("/settings", data={"theme": "dark"})
    assert frame("/score") == ("/score", "light", "en")
    client.get("/language/zh_Hans")
    assert frame("/score") == ("/score", "light", "zh-Hans")


# ------------------------------------------------------------------ kernels on their way


class Held:
    """A preparation that stops at its second step until the test lets it go on."""

    def __init__(self) -> None:
        import threading

        self.reached, self.go = threading.Event(), threading.Event()

    def __call__(self, report: Any) -> None:
        report(0, 4)
        report(1, 4)
        self.reached.set()
        self.go.wait(20)


def test_a_page_shows_how_far_the_kernels_are_and_then_itself(
    app: Flask, htmx: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held()
    warmup = Warmup(held)
    monkeypatch.setitem(app.extensions, "site", respond_with(app, warmup))
    app.config["KERNEL_PATIENCE"] = 0
    app.add_url_rule("/solve", "solve", needs_kernels(lambda: app.make_response("solved")), methods=["GET", "POST"])
    visitor = app.test_client()
    warmup.start()
    assert held.reached.wait(20)
    page = visitor.get("/solve?hand=1s")
    assert (page.status_code, page.headers["Refresh"], page.headers["Retry-After"]) == (503, "2", "2")
    assert "25 %" in page.text
    fragment = visitor.get("/solve?hand=1s", headers=htmx)
    assert fragment.status_code == 200
    assert 'hx-get="/solve?hand=1s"' in fragment.text
    assert "<html" not in fragment.text
    assert visitor.get("/").status_code == 200
    sent = visitor.post("/solve", data={"tile": ["1s", "2s"]})
    assert (sent.status_code, sent.headers["Retry-After"], "Refresh" in sent.headers) == (503, "2", False)
    assert re.findall(r'action="(/solve)"><input [^>]*name="tile" value="1s"><input [^>]*value="2s">', sent.text)
    part = visitor.post("/solve", data={"tile": ["1s", "2s"]}, headers=htmx)
    assert part.status_code == 200
    assert """hx-post="/solve" """ in part.text
    assert """hx-vals='{"tile": ["1s", "2s"]}'""" in part.text
    held.go.set()
    assert warmup.wait(20).ready
    assert visitor.get("/solve").text == visitor.post("/solve").text == "solved"


def respond_with(app: Flask, warmup: Warmup) -> Any:
    from dataclasses import replace

    return replace(app.extensions["site"], warmup=warmup)

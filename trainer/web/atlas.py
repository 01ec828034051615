"""The atlas: every hand of one suit by number of waits, what has been met and mastered, and each hand's own page."""

from __future__ import annotations

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as BaseResponse

from trainer.usecases import atlas
from trainer.usecases.atlas import Choice, Gap
from trainer.usecases.compose import Variant
from trainer.usecases.site import N_, NotFound
from trainer.web import present_atlas as drawn
from trainer.web.forms import whole
from trainer.web.respond import db, link, page, see_other, site, user
from trainer.web.warming import needs_kernels

bp = Blueprint("atlas", __name__)


def variant() -> Variant:
    """The game of this request: the first one with an atlas, unless another one is named; raises NotFound."""
    key = request.values.get("variant", "")
    found = next((v for v in atlas.games() if key in ("", v.key)), None)
    if found is None:
        raise NotFound(N_("This game has no atlas: its set is not one suit."))
    return found


def choice() -> Choice:
    """The filters of this request; what is no filter counts as none."""
    number = whole(request.values.get("waits", ""), -1, digits=2)
    gap = request.values.get("gap", "")
    return Choice(
        waits=number if number >= 0 else None,
        gap=Gap(gap) if gap in set(Gap) else None,
        unmet="unmet" in request.values,
    )


@bp.get("/atlas")
@needs_kernels
def index() -> Response:
    v = variant()
    return page("atlas/page.html", games=drawn.menu(v.key), **drawn.overview(atlas.overview(db(), user(), v.key)))


@bp.get("/atlas/hands")
@needs_kernels
def listing() -> Response:
    v, asked = variant(), choice()
    found = atlas.listing(db(), user(), v.key, asked, whole(request.args.get("page", ""), 1, digits=6))
    return page("atlas/list.html", **drawn.listing(v, asked, found))


@bp.get("/atlas/hand/<hand>")
@needs_kernels
def show(hand: str) -> Response:
    v = variant()
    return page("atlas/hand.html", **drawn.sheet(v, atlas.show(db(), user(), v.key, hand)))


@bp.post("/atlas/train")
def train() -> BaseResponse:
    """A question about the hand named, or about one of those that the filters leave; the drill goes on with hands of as
    many waits."""
    v, asked = variant(), choice()
    hand = request.form.get("hand", "") or atlas.pick(db(), user(), v.key, asked)
    made = atlas.train(db(), v.key, hand, site().now())
    return see_other(link("waits.show", id=made, count=asked.waits))

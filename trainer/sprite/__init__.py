"""Draws the tile faces and the games' seals: `python -m trainer.sprite FONT... [-o FILE] [--marks FILE]`.

One SVG sprite, static/tiles.svg, holds every face as a `<symbol viewBox="0 0 60 80">`: m1-m9 p1-p9 s1-s9 z1-z7 as in
the notation, the red fives m0 p0 s0, the flowers f1-f8 (spring summer autumn winter, plum orchid bamboo chrysanthemum)
and `back`. A page shows one with `<svg viewBox="0 0 60 80"><use href="/static/tiles.svg#m5"/></svg>`. The tile's body
(ivory, rounding, gold under-edge) belongs to the style sheet; only `back` paints its whole ground. `--marks` also
writes the seals, one traced character per game and the brand's, as `<symbol viewBox="0 0 40 40">` in the color of the
text around them.

To regenerate after a change here (fonttools and brotli come with the development requirements):

    npm pack @fontsource/kaisei-tokumin && tar xzf fontsource-kaisei-tokumin-*.tgz
    python -m trainer.sprite package/files/*-800-normal.woff2 --marks static/marks.svg

FONT is one font file, or all the subset files of one face. Kaisei Tokumin ExtraBold is licensed under the OFL 1.1; the
face itself is not shipped, only outlines of the characters in `sheet` (see NOTICE). The same font gives the same bytes.

How it is drawn: solid shapes that fill the face and survive a 24 px tile; light lines inside the suits' shapes are
holes, so the body shines through whatever its shade. Every face differs from every other by shape, never by color
alone; a red five carries a flag in its corner. Parts used by several tiles are drawn once and take their color from
the `<use>`. No gradients, clips or masks: browsers disagree about references from inside an external sprite.
"""

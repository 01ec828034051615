"""The little Markdown that rules texts use, as blocks for a template: headings, paragraphs, lists, tables.

Inline: **bold**, and tiles in braces (`{123s}`), which become pictures.
"""

from __future__ import annotations

import re

from trainer.web import present

Block = dict[str, object]
_INLINE = re.compile(r"\*\*(.+?)\*\*|\{([0-9mpszf ]+)\}|`([^`]+)`")


def inline(text: str) -> list[Block]:
    """Spans: plain text, bold text, code, tiles."""
    out: list[Block] = []
    at = 0
    for found in _INLINE.finditer(text):
        if found.start() > at:
            out.append({"text": text[at : found.start()]})
        bold, tiles, code = found.groups()
        if tiles:
            out.append({"tiles": present.tiles_of_text(tiles)})
        else:
            out.append({"bold": bold} if bold else {"code": code})
        at = found.end()
    if at < len(text):
        out.append({"text": text[at:]})
    return out


def blocks(text: str) -> list[Block]:
    """Blocks in order; a heading of level 1 is left to the page."""
    out: list[Block] = []
    for part in re.split(r"\n\s*\n", text.strip()):
        lines = [x.rstrip() for x in part.splitlines() if not x.startswith("<!--")]
        while lines and lines[0].startswith("#"):
            level, _, words = lines.pop(0).partition(" ")
            if len(level) > 1:
                number = sum(b["kind"] == "h2" for b in out) + 1
                out.append({"kind": f"h{min(3, len(level))}", "spans": inline(words), "id": f"part-{number}"})
        if not lines:
            continue
        marker = re.match(r"(- |\* |\d+\. )", lines[0])
        if marker:
            items: list[str] = []
            for line in lines:
                if re.match(r"(- |\* |\d+\. )", line):
                    items.append(re.sub(r"^(- |\* |\d+\. )", "", line))
                elif items:
                    items[-1] += " " + line.strip()
            kind = "ol" if lines[0][0].isdigit() else "ul"
            out.append({"kind": kind, "items": [inline(i) for i in items]})
        elif lines[0].startswith("|"):
            body = [x for x in lines if not re.match(r"\|[\s:|-]+$", x)]
            rows = [[inline(c.strip()) for c in x.strip("|").split("|")] for x in body]
            out.append({"kind": "table", "head": rows[0], "rows": rows[1:]})
        else:
            out.append({"kind": "p", "spans": inline(" ".join(x.strip() for x in lines))})
    return out


def contents(parsed: list[Block]) -> list[Block]:
    """The headings of level 2 with their ids: what a list of contents links to."""
    return [b for b in parsed if b["kind"] == "h2"]

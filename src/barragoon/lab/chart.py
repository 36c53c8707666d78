"""Small charts as SVG: points with error bars, and lines. They follow the reader's light or dark theme."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from barragoon.lab.statistics import Estimate

WIDTH = 640
ROW = 24
LEFT = 190
RIGHT = 24
TOP = 34
PLOT_HEIGHT = 240
COLOURS = ("#1f6fb4", "#c4661f", "#3c8c4a", "#8a4fa3")
STYLE = (
    "<style>text{font:13px sans-serif;fill:#222}.axis{stroke:#8888;stroke-width:1}"
    "@media (prefers-color-scheme:dark){text{fill:#ddd}}</style>"
)


@dataclass(frozen=True, slots=True)
class Scale:
    """Numbers on an axis as places on the picture."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The place of a number; one beyond the axis is put at its end."""
        value = min(max(value, self.low), self.high)
        return round(self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start), 1)


def dots(title: str, rows: Sequence[tuple[str, Estimate]], low: float, high: float, marks: Sequence[float]) -> str:
    """A row for each estimate, with its interval; ``marks`` are the numbers written on the axis."""
    scale = Scale(low, high, LEFT, WIDTH - RIGHT)
    height = TOP + ROW * len(rows) + 30
    parts = [_text(8, 18, title), *(_mark(scale, mark, height) for mark in marks)]
    for number, (name, (value, lower, upper)) in enumerate(rows):
        y = TOP + ROW * number + ROW / 2
        parts += [
            _text(8, y + 4, name),
            f'<line x1="{scale(lower)}" x2="{scale(upper)}" y1="{y}" y2="{y}" stroke="{COLOURS[0]}" stroke-width="2"/>',
            f'<circle cx="{scale(value)}" cy="{y}" r="4" fill="{COLOURS[0]}"/>',
        ]
    return _svg(height, parts, title)


def lines(
    title: str, series: Sequence[tuple[str, Sequence[tuple[float, Estimate]]]], below: str, top: float | None = None
) -> str:
    """A line for each series of shares, with their intervals; they go up from zero."""
    points = [point for _, line in series for point in line]
    across = Scale(min(x for x, _ in points), max(x for x, _ in points), 60, WIDTH - RIGHT)
    up = Scale(0, top or max(share.high for _, share in points), TOP + PLOT_HEIGHT, TOP + 20)
    height = TOP + PLOT_HEIGHT + 44
    parts = [_text(8, 18, title), _text(WIDTH / 2, height - 6, below, "middle")]
    for step in range(5):
        x, y = across.low + (across.high - across.low) * step / 4, up.high * step / 4
        parts += [
            _text(across(x), TOP + PLOT_HEIGHT + 18, f"{x:.0f}", "middle"),
            _text(52, up(y) + 4, f"{y:.1%}".replace(".0%", "%"), "end"),
            f'<line class="axis" x1="60" x2="{WIDTH - RIGHT}" y1="{up(y)}" y2="{up(y)}"/>',
        ]
    for number, (name, line) in enumerate(series):
        path = " ".join(f"{across(x)},{up(share.value)}" for x, share in line)
        colour = COLOURS[number % len(COLOURS)]
        parts += [
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>',
            *(_upright(across(x), up(share.low), up(share.high), colour) for x, share in line),
            _text(70 + 90 * number, TOP + 10, name, "start", f' style="fill:{colour}"'),
        ]
    return _svg(height, parts, title)


def _upright(x: float, low: float, high: float, colour: str) -> str:
    return f'<line x1="{x}" x2="{x}" y1="{low}" y2="{high}" stroke="{colour}" stroke-width="1"/>'


def _mark(scale: Scale, mark: float, height: float) -> str:
    x = scale(mark)
    line = f'<line class="axis" x1="{x}" x2="{x}" y1="{TOP}" y2="{height - 26}"/>'
    return line + _text(x, height - 8, f"{mark:g}", "middle")


def _text(x: float, y: float, text: str, anchor: str = "start", more: str = "") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}"{more}>{escape(text)}</text>'


def _svg(height: float, parts: Sequence[str], title: str) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img">'
    return "\n".join([head, f"<title>{escape(title)}</title>", STYLE, *parts, "</svg>"]) + "\n"

"""Writing SVG: elements, numbers and points as text."""

from __future__ import annotations

from html import escape

from barragoon.heading import Heading


def number(value: float) -> str:
    """A number with at most two decimals, as short as it can be written.

    >>> number(12.50), number(-0.001), number(1 / 3)
    ('12.5', '0', '0.33')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def point(at: complex) -> str:
    """A point as path data. Points are complex numbers: x to the right, y down.

    >>> point(3 - 4.5j)
    '3 -4.5'
    """
    return f"{number(at.real)} {number(at.imag)}"


def unit(heading: Heading) -> complex:
    """One step in a heading on a picture that has north at the top.

    >>> unit(Heading.NORTH)
    -1j
    """
    return complex(heading.file_step, -heading.rank_step)


def element(name: str, *children: str, **attributes: str | float) -> str:
    """An element; an underscore in an attribute's name stands for a hyphen.

    >>> element("g", element("circle", r=2, stroke_width=0.5), data_cell="<")
    '<g data-cell="&lt;"><circle r="2" stroke-width="0.5"/></g>'
    """
    written = "".join(f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def text(name: str, content: str) -> str:
    """An element that holds text.

    >>> text("title", "2 < 3")
    '<title>2 &lt; 3</title>'
    """
    return element(name, escape(content))


def shift(to: complex) -> str:
    """The value of a ``transform`` that moves the origin to a point.

    >>> shift(50 + 150j)
    'translate(50 150)'
    """
    return f"translate({point(to)})"


class Picture(str):
    """The text of a whole picture, which notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        """The text itself."""
        return str(self)


def document(corner: complex, size: complex, width: float, *children: str) -> Picture:
    """A whole picture: the part of the plane that it shows, drawn ``width`` pixels wide.

    There are no ids in it, so any number of pictures can share a page.

    >>> document(0j, 200 + 100j, 50)[:72]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" width="50"'
    """
    return Picture(
        element(
            "svg",
            *children,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"{point(corner)} {point(size)}",
            width=width,
            height=width * size.imag / size.real,
            role="img",
        )
    )


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)

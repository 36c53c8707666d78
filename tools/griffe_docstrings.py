"""Makes docstrings ready for the site: examples become code blocks, roles such as ``:class:`` become links.

mkdocstrings loads this as an extension of Griffe (mkdocs.yml). Without it ``>>>`` would be a quotation in Markdown.
"""

from __future__ import annotations

import re
from typing import Any

from griffe import AliasResolutionError, Extension, GriffeLoader, Object

EXAMPLE = re.compile(r"^>>> .*\n(?:(?!\s*$).*\n?)*", re.MULTILINE)
ROLE = re.compile(r":(?:class|func|meth|mod|attr|data):`~?([^`]+)`")


def fence_examples(text: str) -> str:
    """Put each example into a block of code of its own."""
    return EXAMPLE.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", text).rstrip()


class ReadableDocstrings(Extension):
    """Rewrites each docstring once its package is loaded."""

    def on_object(self, *, obj: Object, loader: GriffeLoader, **_: Any) -> None:  # noqa: ANN401, ARG002 - Griffe's own
        """Rewrite the docstring of an object, if it has one."""
        if obj.docstring:
            text = ROLE.sub(lambda found: link(obj, found[1]), obj.docstring.value)
            obj.docstring.value = fence_examples(text)


def link(owner: Object, name: str) -> str:
    """A link to what a name means where an object is defined; the bare name where it means nothing."""
    scope: Object | None = owner
    while scope is not None:
        try:
            path = scope[name].canonical_path
        except (AliasResolutionError, KeyError):
            scope = scope.parent
        else:
            return f"`{name}`" if "._" in path else f"[`{name}`][{path}]"  # what is private has no entry
    return f"`{name}`"

"""Write the page's message types, web/src/online/messages.ts, from the server's: src/barragoon/server/messages.py.

The Python file is read as text, in its order: an alias becomes a type, a class an interface.

Usage: python tools/make_message_types.py          writes the file
       python tools/make_message_types.py --check  fails if the file is not current
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "barragoon" / "server" / "messages.py"
TARGET = ROOT / "web" / "src" / "online" / "messages.ts"
HEAD = """\
// Made from src/barragoon/server/messages.py by tools/make_message_types.py; change that file, not this one.
// What the messages mean, and when they are sent, stands in docs/protocol.md.
"""
WIDTH = 120
BASIC = {"str": "string", "int": "number", "bool": "boolean"}
REQUESTS = ("NewPlayer", "Rename", "Resume", "NewTerms", "NewGame", "Join")
"""What only clients send; where Python has a default, they may leave the field out. Commands are the same."""


class TypeScript:
    """The messages of a Python file as TypeScript."""

    def __init__(self, source: str) -> None:
        self._body = ast.parse(source).body
        self._classes = {node.name: node for node in self._body if isinstance(node, ast.ClassDef)}

    def __str__(self) -> str:
        """The whole file."""
        return HEAD + "".join("\n" + part for part in self._parts())

    def _parts(self) -> Iterator[str]:
        for node, following in zip(self._body, [*self._body[1:], None], strict=True):
            match node:
                case ast.Assign(targets=[ast.Name(name)], value=ast.Constant(int(value))):
                    yield f"{_comment(_text(following))}export const {name} = {value};\n"
                case ast.AnnAssign(target=ast.Name(name), value=value) if value is not None:
                    yield _comment(_text(following)) + _alias(name, [*_members(value)])
                case ast.ClassDef():
                    yield self._interface(node)

    def _interface(self, node: ast.ClassDef) -> str:
        tag = f"  readonly t: '{_tag(node)}';\n" if _tag(node) else ""
        may_omit = node.name in REQUESTS or self._is_a(node, "Command")
        fields = "".join(_field(field, may_omit=may_omit) for field in self._fields(node))
        return f"{_comment(ast.get_docstring(node))}export interface {node.name} {{\n{tag}{fields}}}\n"

    def _fields(self, node: ast.ClassDef) -> Iterator[ast.AnnAssign]:
        for base in node.bases:
            if isinstance(base, ast.Name) and base.id in self._classes:
                yield from self._fields(self._classes[base.id])
        yield from (part for part in node.body if isinstance(part, ast.AnnAssign))

    def _is_a(self, node: ast.ClassDef, ancestor: str) -> bool:
        bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
        return ancestor in bases


def _tag(node: ast.ClassDef) -> str | None:
    values = [key.value for key in node.keywords if key.arg == "tag"]
    return ast.literal_eval(values[0]) if values else None


def _field(field: ast.AnnAssign, *, may_omit: bool) -> str:
    assert isinstance(field.target, ast.Name)
    mark = "?" if may_omit and field.value is not None else ""
    return f"  readonly {field.target.id}{mark}: {_union(_members(field.annotation))};\n"


def _members(annotation: ast.expr) -> Iterator[str]:
    """The members of a union, or the one type that an annotation names."""
    match annotation:
        case ast.BinOp(left=left, right=right):
            yield from _members(left)
            yield from _members(right)
        case ast.Constant(None):
            yield "null"
        case ast.Name(name):
            yield BASIC.get(name, name)
        case ast.Subscript(ast.Name("Annotated"), ast.Tuple([plain, *_])):
            yield from _members(plain)
        case ast.Subscript(ast.Name("Literal"), words):
            yield from map(_literal, words.elts if isinstance(words, ast.Tuple) else [words])
        case ast.Subscript(ast.Name("tuple"), ast.Tuple([item, ast.Constant(end)])) if end is ...:
            yield f"readonly {_union(_members(item))}[]"
        case ast.Subscript(ast.Name("tuple"), ast.Tuple(items)):
            yield f"readonly [{', '.join(_union(_members(item)) for item in items)}]"
        case _:
            raise TypeError(f"no TypeScript is known for {ast.unparse(annotation)}")


def _union(members: Iterable[str]) -> str:
    return " | ".join(members)


def _literal(word: ast.expr) -> str:
    value = ast.literal_eval(word)
    return f"'{value}'" if isinstance(value, str) else str(value)


def _alias(name: str, members: list[str]) -> str:
    """A type with a name, laid out as prettier would."""
    line = f"export type {name} = {_union(members)};\n"
    return line if len(line) <= WIDTH else f"export type {name} =\n  | " + "\n  | ".join(members) + ";\n"


def _text(node: ast.stmt | None) -> str | None:
    """The text that stands as a statement after what it explains."""
    match node:
        case ast.Expr(ast.Constant(str(text))):
            return inspect.cleandoc(text)
    return None


def _comment(text: str | None) -> str:
    lines = (text or "").replace("``", "`").replace("None", "null").splitlines()
    if len(lines) > 1:
        return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"
    return f"/** {lines[0]} */\n" if lines else ""


def main() -> None:
    """Write the file, or check that it is current."""
    text = str(TypeScript(SOURCE.read_text(encoding="utf-8")))
    if "--check" in sys.argv[1:]:
        if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
            sys.exit(f"{TARGET.name} is not current: run python tools/make_message_types.py")
        return
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

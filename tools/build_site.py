"""Build the documentation site into build/site, without warnings, and check its links: "make docs" runs this.

The pages are those of docs/, prepared in build/site_pages: a link to a file outside of docs/ becomes its address in the
repository, and the changelog is added. What mkdocs.yml names and is not there is left out, and so is a page of the
reference whose module is not there.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from site_links import problems_of

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PREPARED = ROOT / "build" / "site_pages"
SITE = ROOT / "build" / "site"
LINK = re.compile(r"(?<=\]\()(?!https?:|mailto:|#)([^)\s#]+)")
EXAMPLE = re.compile(r"```python\n(>>> .*?)\n\n?```", re.DOTALL)
DOCUMENTED = re.compile(r"^::: ([\w.]+)", re.MULTILINE)
COPIED = (".css", ".ipynb", ".json", ".md", ".png", ".svg", ".tsv")


def main() -> None:
    """Prepare, build, check; the first failure ends the program with what is wrong."""
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    prepare(config["repo_url"])
    config |= {"docs_dir": PREPARED.name, "site_dir": SITE.name, "nav": [*existing(config["nav"])]}
    file = ROOT / "build" / "mkdocs.yml"
    file.write_text(json.dumps(absolute(config)), "utf-8")  # JSON is YAML
    shutil.rmtree(SITE, ignore_errors=True)
    zensical = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "--config-file", str(file)]
    ended = subprocess.run(zensical, cwd=ROOT, check=False, capture_output=True, text=True, encoding="utf-8")  # noqa: S603 - our own
    if ended.returncode:
        sys.exit(ended.stdout + ended.stderr)
    problems = [*problems_of(SITE), *forgotten(config["nav"])]
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len([*SITE.rglob('*.html')])} pages in {SITE.relative_to(ROOT)}; open index.html there")


def prepare(repository: str) -> None:
    """Copy the pages, ready for the site."""
    shutil.rmtree(PREPARED, ignore_errors=True)
    for file in sorted(DOCS.rglob("*")):
        if file.suffix not in COPIED:
            continue
        copy = PREPARED / file.relative_to(DOCS)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix != ".md":
            shutil.copy(file, copy)
        elif modules_exist(text := file.read_text("utf-8")):
            copy.write_text(prepared(text, file.parent, repository), "utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    (PREPARED / "changelog.md").write_text(prepared(changelog, ROOT, repository), "utf-8")


def prepared(text: str, folder: Path, repository: str) -> str:
    """The text of a page with its examples marked as a session, and with links that hold on the site."""
    text = EXAMPLE.sub(r"```pycon\n\1\n```", text)
    return LINK.sub(lambda found: address(found[1], folder, repository), text)


def address(target: str, folder: Path, repository: str) -> str:
    """A link as the site needs it: files outside of docs/ are in the repository."""
    file = (folder / target).resolve()
    if folder.is_relative_to(DOCS) and file.is_relative_to(DOCS):
        return target
    if file.is_relative_to(DOCS):
        return file.relative_to(
            DOCS
        ).as_posix()  # a page from the root of the repository becomes one of the site's root
    kind = "tree" if file.is_dir() else "blob"
    return f"{repository}/{kind}/main/{file.relative_to(ROOT).as_posix()}"


def modules_exist(text: str) -> bool:
    """Whether everything that a page documents is there; pages may be ahead of the code."""
    return all(module_exists(name.split(".")) for name in DOCUMENTED.findall(text))


def module_exists(names: list[str]) -> bool:
    """Whether a module is in the source."""
    path = ROOT.joinpath("src", *names)
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def existing(nav: list[Any]) -> Iterator[Any]:
    """The entries of a navigation whose pages are there."""
    for entry in nav:
        match entry:
            case str():
                if (PREPARED / entry).exists():
                    yield entry
            case dict():
                [(title, target)] = entry.items()
                target = [*existing(target)] if isinstance(target, list) else target
                if isinstance(target, list) or (PREPARED / target).exists():
                    yield {title: target}


def pages_of(nav: list[Any]) -> Iterator[str]:
    """The pages of a navigation."""
    for entry in nav:
        for target in entry.values() if isinstance(entry, dict) else [entry]:
            yield from pages_of(target) if isinstance(target, list) else [target]


def forgotten(nav: list[Any]) -> list[str]:
    """A sentence for each page that nobody would find."""
    named = {*pages_of(nav)}
    pages = (page.relative_to(PREPARED).as_posix() for page in sorted(PREPARED.rglob("*.md")))
    return [f"docs/{page}: mkdocs.yml does not name this page" for page in pages if page not in named]


def absolute(config: dict[str, Any]) -> dict[str, Any]:
    """The configuration with the paths of the source made absolute: it is read from build/."""
    for plugin in config["plugins"]:
        if isinstance(plugin, dict) and "mkdocstrings" in plugin:
            python = plugin["mkdocstrings"]["handlers"]["python"]
            python["paths"] = [str(ROOT / path) for path in python["paths"]]
            python["options"]["extensions"] = [str(ROOT / path) for path in python["options"]["extensions"]]
    return config


if __name__ == "__main__":
    main()

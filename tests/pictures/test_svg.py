"""The pictures show what the position holds, and the signs of barragoons what the rules let across."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from pathlib import Path as File
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops, ImageOps, ImageStat

from barragoon import TILES, Colour, Face, Heading, Move, MoveKind, Position, Setup, Square, Symbol, Tile, Turn, svg
from barragoon.cell import Cell
from barragoon.render import png
from barragoon.square import FILES, RANKS
from barragoon.svg import DARK, LIGHT, Arrow, Marks, View
from barragoon.svg.font import GLYPHS, width

RANDOM = File(__file__).parent.parent / "data" / "perft" / "random.txt"
FENS = [line.split(";")[0] for line in RANDOM.read_text().splitlines() if not line.startswith("#")]
MIDDLE = Position.from_fen("3Ydv1/1zdz1S1/w2DN>1/1x5/x3xWx/V4xV/6d/1-1wZe1/6D")
AFTER_CAPTURE = MIDDLE.play(Move.parse("d7e9"))
BARE = View(coordinates=False, size=724)  # one pixel a unit: the frame is 12 wide, the squares 100
BARE_BROWN = View(Colour.BROWN, coordinates=False, size=724)


def parse(picture: str) -> ET.Element:
    return ET.fromstring(picture.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1))


def raster(picture: str, wide: int, ground: str = "#ffffff") -> Image.Image:
    drawn = Image.open(BytesIO(png(picture, wide))).convert("RGBA")
    below = Image.new("RGBA", drawn.size, ground)
    return Image.alpha_composite(below, drawn).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures lie apart: the mean over all pixels, 0 to 255."""
    return ImageStat.Stat(ImageChops.difference(one, other).convert("L")).mean[0]


def moved(node: ET.Element) -> complex:
    found = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", node.get("transform", ""))
    assert found is not None
    return complex(float(found[1]), float(found[2]))


def corner(square: Square, orientation: Colour = Colour.WHITE) -> tuple[int, int]:
    """Where a square's top left corner lies, computed independently of the library."""
    name = str(square)
    column, row = "abcdefg".index(name[0]), "987654321".index(name[1])
    return (column * 100, row * 100) if orientation is Colour.WHITE else ((6 - column) * 100, (8 - row) * 100)


def marked(root: ET.Element, mark: str) -> dict[str, ET.Element]:
    return {node.get("data-square", ""): node for node in root.iter() if node.get("data-mark") == mark}


class TestBoard:
    @pytest.mark.parametrize("fen", FENS[:40])
    @pytest.mark.parametrize("orientation", Colour)
    def test_each_cell_is_drawn_on_its_square_and_nothing_else(self, fen: str, orientation: Colour) -> None:
        position = Position.from_fen(fen)
        root = parse(svg.board(position, view=View(orientation)))
        drawn = [node for node in root.iter("g") if node.get("data-cell")]
        assert {node.get("data-square"): node.get("data-cell") for node in drawn} == {
            str(square): str(position[square]) for square in Square if position[square] is not None
        }
        for node in drawn:
            x, y = corner(Square.parse(node.get("data-square", "")), orientation)
            assert moved(node) == complex(x + 50, y + 50)

    @pytest.mark.parametrize("view", [BARE, BARE_BROWN])
    @pytest.mark.parametrize("fen", [FENS[3], FENS[14], MIDDLE.to_fen()])
    def test_each_square_looks_like_its_cell_alone(self, fen: str, view: View) -> None:
        position = Position.from_fen(fen)
        whole = raster(svg.board(position, view=view), 724)
        for square in Square:
            x, y = (12 + place for place in corner(square, view.orientation))
            tone = LIGHT.light if (square.file + square.rank) % 2 else LIGHT.dark
            alone = raster(_alone(position[square], view), 100, tone)
            assert difference(whole.crop((x, y, x + 100, y + 100)), alone) < 0.5, square

    def test_the_swapped_position_looks_the_same_from_the_other_side(self) -> None:
        traded = replace(LIGHT, white=LIGHT.brown, brown=LIGHT.white)
        theirs = svg.board(MIDDLE.swapped(), view=replace(BARE_BROWN, theme=traded))
        assert raster(theirs, 362).tobytes() == raster(svg.board(MIDDLE, view=BARE), 362).tobytes()

    def test_a_set_up_that_no_game_can_reach_is_drawn(self) -> None:
        crowd = Setup(dict.fromkeys(Square, TILES[0]))
        assert len([node for node in parse(svg.board(crowd)).iter("g") if node.get("data-cell")]) == 63
        assert "no tiles" in svg.board(Setup())

    def test_coordinates_are_drawn_beside_their_files_and_ranks(self) -> None:
        for orientation in Colour:
            view = View(orientation)
            glyphs = [node for node in parse(svg.board(Setup(), view=view)).iter("g") if node.get("stroke-linecap")]
            assert [glyph[0].get("d") for glyph in glyphs] == [GLYPHS[name][1] for name in FILES + RANKS]
            for file, glyph in enumerate(glyphs[:7]):
                assert abs(moved(glyph).real - corner(Square(file), orientation)[0] - 50) < 10
            for rank, glyph in enumerate(glyphs[7:]):
                assert abs(moved(glyph).imag - corner(Square(rank * 7), orientation)[1] - 50) < 15

    def test_coordinates_can_be_left_out(self) -> None:
        assert "stroke-linecap" not in svg.board(Setup(), view=View(coordinates=False))

    def test_the_size_is_the_width_and_the_height_follows(self) -> None:
        root = parse(svg.board(Position.start(), view=View(coordinates=False, size=362)))
        assert (root.get("width"), root.get("height")) == ("362", "462")
        assert root.get("viewBox") == "-12 -12 724 924"

    def test_themes_change_colours_and_nothing_else(self) -> None:
        def uncoloured(picture: str) -> str:
            return re.sub(r"#[0-9a-f]{6}", "#", picture)

        light, dark = (svg.diagram(MIDDLE, view=View(theme=theme)) for theme in (LIGHT, DARK))
        assert light != dark
        assert uncoloured(light) == uncoloured(dark)
        assert DARK.page in dark
        assert LIGHT.page not in dark


def _alone(cell: Cell, view: View) -> str:
    if cell is None:
        return '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>'
    if isinstance(cell, Tile):
        return svg.tile(cell)
    return svg.face(cell if view.orientation is Colour.WHITE else cell.rotated().rotated())


class TestDocument:
    PICTURES = (
        svg.board(MIDDLE, Marks.of_tile(MIDDLE, Square.D7)),
        svg.diagram(AFTER_CAPTURE),
        svg.tray(),
        svg.legend(),
        svg.face(Face.ONE_WAY_WEST),
        svg.tile(TILES[0]),
    )

    @pytest.mark.parametrize("picture", PICTURES)
    def test_it_is_well_formed_and_speaks(self, picture: str) -> None:
        root = ET.fromstring(picture)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.get("role") == "img"
        assert root[0].tag.endswith("title")
        assert root[0].text

    @pytest.mark.parametrize("picture", PICTURES)
    def test_it_needs_no_font_and_shares_a_page(self, picture: str) -> None:
        root = parse(picture)
        assert not [node for node in root.iter() if node.tag in ("text", "style", "defs", "use", "linearGradient")]
        assert not [node for node in root.iter() if node.get("id") or node.get("class")]

    def test_title_and_description(self) -> None:
        root = parse(svg.board(Position.start()))
        assert root[0].text == "Barragoon, White to move"
        assert (root[1].text or "").startswith("White: 4-tile b1, 3-tile c1,")
        assert (root[1].text or "").endswith("No Way f6; 24 in reserve.")
        assert parse(svg.board(AFTER_CAPTURE))[0].text == "Barragoon, Brown to place a barragoon"

    def test_it_is_the_same_in_every_process(self) -> None:
        program = (
            "from barragoon import Position, Square, svg; p = Position.start(open=True);"
            "print(svg.diagram(p, svg.Marks.of_tile(p, Square.D2)) + svg.tray() + svg.legend())"
        )
        outputs = {
            subprocess.run(
                [sys.executable, "-c", program],
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                check=True,
            ).stdout
            for seed in ("1", "2", "3")
        }
        assert len(outputs) == 1

    def test_it_needs_the_standard_library_alone(self) -> None:
        program = "import sys, barragoon.svg, barragoon.text, barragoon.render; print(*sys.modules)"
        loaded = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, check=True, text=True)
        third_party = {"PIL", "resvg_py", "rich", "typer", "textual", "pydantic"}
        assert not third_party & {name.partition(".")[0] for name in loaded.stdout.split()}


PIXELS = {face: raster(svg.face(face), 96) for face in Face}


class TestFaces:
    @pytest.mark.parametrize("face", Face)
    def test_a_turned_face_is_the_turned_picture(self, face: Face) -> None:
        turned = PIXELS[face].transpose(Image.Transpose.ROTATE_270)
        assert difference(turned, PIXELS[face.rotated()]) < 1

    @pytest.mark.parametrize("face", Face)
    def test_a_mirrored_face_is_the_mirrored_picture(self, face: Face) -> None:
        assert difference(ImageOps.mirror(PIXELS[face]), PIXELS[face.mirrored()]) < 1

    @pytest.mark.parametrize("theme", [LIGHT, DARK])
    def test_all_can_be_told_apart_small_and_grey(self, theme: svg.Theme) -> None:
        small = {face: raster(svg.face(face, theme=theme), 32, theme.light).convert("L") for face in Face}
        for one, other in combinations(Face, 2):
            assert difference(small[one], small[other]) > 4, (one, other)

    @pytest.mark.parametrize("face", Face)
    def test_roads_start_where_tiles_enter_and_heads_lie_where_they_leave(self, face: Face) -> None:
        enters, leaves = set(), []
        for d in (node.get("d", "") for node in parse(svg.face(face)).iter("path") if face.crossings):
            for line in re.findall(r"M[^M]+", d):
                places = [complex(float(x), float(y)) for x, y in re.findall(r"[ML]([-\d.]+) ([-\d.]+)", line)]
                if line.endswith("z"):
                    leaves.append(_edge(places[0]))
                else:
                    enters |= {_edge(place) for place in (places[0], places[-1])}
        assert enters == {c.entering.opposite for c in face.crossings} | {c.leaving for c in face.crossings}
        assert sorted(leaves, key=_number) == sorted((c.leaving for c in face.crossings), key=_number)

    def test_a_left_turn_north_starts_at_the_west_edge_where_a_tile_heading_east_comes_in(self) -> None:
        picture = PIXELS[Face.LEFT_TURN_NORTH].resize((100, 100))
        assert Face.LEFT_TURN_NORTH.exits(Heading.EAST) == (Heading.NORTH,)
        ivory = {edge: _ivory(picture, edge) for edge in Heading}
        assert ivory[Heading.WEST] > 5
        assert ivory[Heading.NORTH] > 5
        assert ivory[Heading.EAST] == ivory[Heading.SOUTH] == 0

    def test_all_turns_leaves_the_middle_empty_and_one_way_does_not(self) -> None:
        assert _middle(PIXELS[Face.ALL_TURNS]) < 60
        assert _middle(PIXELS[Face.ONE_WAY_NORTH]) > 100

    def test_no_way_is_a_cross(self) -> None:
        assert [node.get("stroke-linecap") for node in parse(svg.face(Face.NO_WAY)).iter("path")] == ["round"]
        assert _middle(PIXELS[Face.NO_WAY]) > 200


def _edge(place: complex) -> Heading:
    """The edge that a place lies nearest to."""
    return max(Heading, key=lambda heading: (place * complex(heading.file_step, heading.rank_step)).real)


def _number(heading: Heading) -> int:
    return heading.value


def _ivory(picture: Image.Image, edge: Heading) -> int:
    """How many light pixels lie on a line just inside an edge of the cube."""
    line = {
        Heading.NORTH: (10, 18, 90, 19),
        Heading.EAST: (81, 10, 82, 90),
        Heading.SOUTH: (10, 81, 90, 82),
        Heading.WEST: (18, 10, 19, 90),
    }[edge]
    return sum(picture.crop(line).convert("L").histogram()[200:])


def _middle(picture: Image.Image) -> float:
    wide = picture.width
    centre = picture.crop((wide * 4 // 10, wide * 4 // 10, wide * 6 // 10, wide * 6 // 10))
    return ImageStat.Stat(centre.convert("L")).mean[0]


class TestTiles:
    @pytest.mark.parametrize("tile", TILES)
    def test_the_pips_count_the_value(self, tile: Tile) -> None:
        colour = LIGHT.tile_colours(tile.colour).pip
        pips = [node for node in parse(svg.tile(tile)).iter("circle") if node.get("fill") == colour]
        assert len(pips) == tile.value
        places = [complex(float(pip.get("cx", "")), float(pip.get("cy", ""))) for pip in pips]
        assert abs(sum(places)) < 0.1, "they lie round the middle"

    @pytest.mark.parametrize("theme", [LIGHT, DARK])
    def test_the_colours_differ_in_grey(self, theme: svg.Theme) -> None:
        white, brown = (raster(svg.tile(Tile(colour, 2), theme=theme), 32, theme.light) for colour in Colour)
        assert difference(white.convert("L"), brown.convert("L")) > 40

    def test_the_title_names_it(self) -> None:
        assert "<title>Brown 4-tile</title>" in svg.tile(Tile(Colour.BROWN, 4))


class TestMarks:
    def test_the_targets_of_a_tile(self) -> None:
        targets = MIDDLE.targets(Square.D7)
        assert set(targets.values()) == set(MoveKind)
        root = parse(svg.board(MIDDLE, Marks.of_tile(MIDDLE, Square.D7)))
        assert list(marked(root, "chosen")) == ["d7"]
        for kind in MoveKind:
            drawn = marked(root, f"target {kind.value}")
            assert set(drawn) == {str(square) for square, what in targets.items() if what is kind}
            for square, node in drawn.items():
                x, y = corner(Square.parse(square))
                assert moved(node) == complex(x + 50, y + 50)

    def test_each_kind_has_a_shape_of_its_own(self) -> None:
        def shape(kind: MoveKind) -> tuple[object, ...]:
            root = parse(svg.board(Setup(), Marks(targets={Square.D5: kind}), View(coordinates=False)))
            group = marked(root, f"target {kind.value}")["d5"]
            return tuple((node.tag, node.get("fill") == "none", node.get("d", "").count("M")) for node in group)

        assert shape(MoveKind.FULL) == (("circle", False, 0),)
        assert shape(MoveKind.SHORT) == (("circle", True, 0),)
        assert shape(MoveKind.TAKES_TILE) == (("circle", True, 0), ("path", False, 4))
        assert shape(MoveKind.TAKES_BARRAGOON) == (("path", True, 16),)

    def test_the_dashes_look_the_same_from_all_sides(self) -> None:
        marks = Marks(targets={Square.D5: MoveKind.TAKES_BARRAGOON})
        square = raster(svg.board(Setup(), marks, BARE), 724).crop((312, 412, 412, 512))
        assert difference(square, square.transpose(Image.Transpose.ROTATE_90)) < 1
        assert difference(square, ImageOps.mirror(square)) < 1

    def test_the_last_turn_is_tinted(self) -> None:
        turn = Turn.parse("d7xe9@c4^@b3x")
        root = parse(svg.board(MIDDLE, Marks(last_turn=turn)))
        tinted = marked(root, "last")
        assert list(tinted) == ["d7", "e9", "c4", "b3"]
        assert {node[0].get("fill") for node in tinted.values()} == {LIGHT.last}
        for square, node in tinted.items():
            x, y = corner(Square.parse(square))
            assert moved(node) == complex(x + 50, y + 50)

    def test_chosen_and_last_turn_differ_in_more_than_colour(self) -> None:
        root = parse(svg.board(MIDDLE, Marks(last_turn=Turn.parse("a4a7"), chosen=Square.D7)))
        assert len(marked(root, "chosen")["d7"]) == 2
        assert len(marked(root, "last")["a4"]) == 1

    def test_squares_are_outlined(self) -> None:
        root = parse(svg.board(MIDDLE, Marks(squares=(Square.A1, Square.G9))))
        assert list(marked(root, "outline")) == ["a1", "g9"]

    def test_arrows_run_from_square_to_square(self) -> None:
        arrows = (Arrow(Square.A1, Square.A5), Arrow(Square.C3, Square.C3))
        root = parse(svg.board(MIDDLE, Marks(arrows=arrows)))
        (arrow,) = marked(root, "arrow").values()
        places = [complex(float(x), float(y)) for x, y in re.findall(r"[ML]([-\d.]+) ([-\d.]+)", arrow.get("d", ""))]
        tip = min(places, key=lambda place: place.imag)
        assert abs(tip - (50 + 450j)) < 10
        assert all(abs(place.real - 50) < 25 and 450 < place.imag < 850 for place in places)

    def test_the_path_turns_on_the_barragoon_and_counts_its_steps(self) -> None:
        (path,) = MIDDLE.paths(Move.parse("d7e9"))
        root = parse(svg.board(MIDDLE, Marks(chosen=Square.D7, path=path)))
        steps = {node.get("data-square"): node for node in root.iter() if node.get("data-mark", "").startswith("step")}
        assert [(square, node.get("data-mark")) for square, node in steps.items()] == [
            ("e7", "step 1"),
            ("e8", "step 2"),
            ("e9", "step 3"),
        ]
        assert moved(steps["e8"]) == 450 + 150j, "in the middle of an empty square"
        assert moved(steps["e7"]) == 481 + 281j, "outside the bend of a barragoon, whose sign stays visible"
        assert moved(steps["e9"]) == 481 + 81j, "behind on the right where the path ends"
        line = next(node for node in root.iter("path") if node.get("data-mark") == "path")
        assert line.get("d") == "M350 250L428 250Q450 250 450 228L450 50"
        assert line.get("stroke") == LIGHT.may

    def test_a_straight_path_has_no_bend(self) -> None:
        position = Position.start()
        (path,) = position.paths(Move.parse("d2d5"))
        assert 'd="M350 750L350 450"' in svg.board(position, Marks(path=path))

    def test_the_path_of_the_last_turn_has_its_colour(self) -> None:
        (path,) = MIDDLE.paths(Move.parse("d7e9"))
        assert Marks(last_turn=Turn.parse("d7xe9"), path=path).path_was_run
        assert not Marks(last_turn=Turn.parse("d7d5"), path=path).path_was_run
        assert not Marks(path=path).path_was_run
        assert LIGHT.ran in svg.board(AFTER_CAPTURE, Marks(last_turn=Turn.parse("d7xe9"), path=path))


class TestDiagram:
    @staticmethod
    def words(shown: Position | Setup, view: View | None = None) -> list[str]:
        root = parse(svg.diagram(shown, view=view or View()))
        return [node.get("data-words", "") for node in root.iter() if node.get("data-words")]

    def test_it_says_who_acts(self) -> None:
        assert self.words(Position.start()) == ["Brown", "White moves", "24"]
        assert self.words(AFTER_CAPTURE) == ["Brown places", "White", "16"]
        assert self.words(Position.start(), View(Colour.BROWN)) == ["White moves", "Brown", "24"]

    def test_it_says_how_the_game_ended(self) -> None:
        dead = Position.from_fen("4+1z/4++1/5++/7/7/7/++5/1++4/Z1+4")
        assert self.words(dead)[:2] == ["Brown draws", "White draws"]
        assert self.words(dead.setup())[:2] == ["Brown", "White moves"]
        assert self.words(Position.from_fen("7/7/7/7/3z3/7/7/7/7"))[:2] == ["Brown wins", "White"]

    def test_it_shows_captured_tiles_with_their_captor(self) -> None:
        root = parse(svg.diagram(MIDDLE))
        captured = [
            (node.get("data-captured"), moved(node).imag < 0) for node in root.iter() if node.get("data-captured")
        ]
        assert captured == [("Z", True), ("D", True), ("v", False)]

    def test_all_that_can_be_captured_fits_between_name_and_reserve(self) -> None:
        root = parse(svg.diagram(Setup(hands=(Colour.BROWN,))))
        places = [moved(node).real for node in root.iter() if node.get("data-captured")]
        assert len(places) == 14
        assert max(places) + 19 < 700 - 32 - 20 - width("24") * 2.5
        assert min(places) - 19 > 44 + max(width(f"{colour} places") for colour in Colour) * 2.5


class TestLegends:
    def test_the_tray_shows_every_face_over_its_character(self) -> None:
        root = parse(svg.tray())
        faces = [node for node in root.iter("g") if node.get("data-cell")]
        assert sorted(node.get("data-cell", "") for node in faces) == sorted(face.value for face in Face)
        letters = [node for node in root.iter("g") if node.get("stroke-linecap")]
        for face, letter in zip(faces, letters, strict=True):
            assert letter[0].get("d") == GLYPHS[face.get("data-cell", "")][1]
            assert abs(moved(face).real - moved(letter).real) < 15
            assert moved(letter).imag > moved(face).imag

    def test_the_turns_have_a_row_of_their_own(self) -> None:
        faces = [node for node in parse(svg.tray()).iter("g") if node.get("data-cell")]
        rows = {moved(node).imag for node in faces}
        lower = {Face(node.get("data-cell", "")) for node in faces if moved(node).imag == max(rows)}
        assert len(rows) == 2
        assert lower == {face for face in Face if face.symbol in (Symbol.LEFT_TURN, Symbol.RIGHT_TURN)}

    def test_the_legend_stays_on_its_page(self) -> None:
        picture = raster(svg.legend(), 560)
        edge = picture.crop((550, 0, 560, picture.height))
        assert edge.getcolors() == [(10 * picture.height, tuple(bytes.fromhex(LIGHT.page[1:])))]


class TestLettering:
    def test_every_character_that_pictures_write_has_a_glyph(self) -> None:
        needed = set(FILES + RANKS + "0") | {face.value for face in Face} | set("White Brown moves places wins draws")
        assert needed <= set(GLYPHS)

    def test_glyphs_differ(self) -> None:
        assert len({path for _, path in GLYPHS.values()}) == len(GLYPHS)

    @pytest.mark.parametrize("letter", sorted(set(GLYPHS) - {" "}))
    def test_the_ink_fills_the_width_that_is_claimed(self, letter: str) -> None:
        advance, path = GLYPHS[letter]
        picture = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -13 16 18" width="320"><rect x="-3" y="-13" width="16"'
            f' height="18" fill="white"/><path d="{path}" fill="none" stroke="black" stroke-width=".2"/></svg>'
        )
        box = ImageOps.invert(raster(picture, 320).convert("L")).getbbox()
        assert box is not None
        left, right = box[0] / 20 - 3, box[2] / 20 - 3
        assert abs(left) < 0.75
        assert abs(right - advance) < 0.75


def test_notebooks_show_pictures() -> None:
    for picture in (svg.board(Position.start()), svg.face(Face.NO_WAY), svg.tile(Tile(Colour.WHITE, 2))):
        assert isinstance(picture, svg.Picture)
        assert picture._repr_svg_() == picture

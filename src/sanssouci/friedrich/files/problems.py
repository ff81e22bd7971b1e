"""What is wrong with a position or a record that was handed in: a key with arguments, and one sentence.

The sentences stand here in English; a language file overrides them under the same keys.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from sanssouci.friedrich import messages

_FIELD: Final = re.compile(r"\{([a-z_]+)\}")

ENGLISH: Final[dict[str, str]] = {
    "position.not_object": "a position is one JSON object",
    "position.too_large": "the position is too large: more than {limit} bytes",
    "position.format": 'format: a position carries "format": "friedrich-position/1"',
    "position.unknown_field": "{field}: there is no such field",
    "position.missing_field": "{field}: this is missing",
    "position.type": "{field}: {wanted} is wanted here, not {shown}",
    "position.unknown_name": "{field}: {shown} is not the name of {wanted}",
    "position.range": "{field}: {number} is not between {low} and {high}",
    "position.twice": "{field}: {shown} is named twice",
    "position.players": "players: the scenario {scenario} is for {allowed}",
    "position.not_in_play": "{field}: {shown} is not in play in this scenario",
    "position.nation_out": "{field}: {shown} has left the game",
    "position.retired": "{field}: a retired general is not on the map",
    "position.left_with": "{field}: he left the game with {shown}",
    "position.two_nations": "{field}: pieces of two nations stand in {shown}",
    "position.crowded": "{field}: {shown} holds more than one piece, and not only generals (three at most)",
    "position.troops_of_train": "{field}: a train has no troops",
    "position.too_few_troops": "{field}: the stack in {shown} has fewer troops than generals",
    "position.ceiling": "pieces: {shown} has {number} troops, more than its {limit}",
    "position.card_twice": "{field}: {shown} is placed twice",
    "position.no_card_left": "{field}: no deck has a {shown} left",
    "position.no_deck": "{field}: {shown} belongs to a deck that is not in the game",
    "position.unopened": "{field}: {shown} lies in a deck that has not been opened",
    "position.not_objective": "{field}: this is no objective of {shown}",
    "position.not_conquerable": "{field}: {shown} cannot conquer in this scenario",
    "position.pending_stage": "{field}: a question mark lies only in the stage of its own nation",
    "position.held_already": "{field}: {shown} holds this already",
    "position.over": "out: with these nations out the game is over",
    "position.fate_drawn": "{field}: the card {shown} has been drawn already",
    "position.stroke": "{field}: {shown} has not left the game, but the stroke that drives it out is drawn",
    "position.phase": "phase: {shown} is not possible here",
    "position.not_json": "this is no position: the JSON is broken (line {line})",
    "position.no_number": "this is no position: {shown} is no number",
    "position.not_utf8": "this is no position: it is not UTF-8 text",
    "position.long_number": "this is no position: a number is too long",
    "position.no_option": "options: there is no option {shown}; the options are {allowed}",
    "position.option_value": "options.{name}: {shown} is not one of {allowed}",
    "position.deck_card": "{field}: {shown} is no card of deck {number}",
    "position.deck_order": "{field}: decks are opened in the order of their numbers",
    "position.cards_sum": "{field}: the cards do not add up to the decks",
    "position.true_strength": "{field}: the true strength lies outside of what is known",
    "position.no_fight": "{field}: these two do not fight",
    "position.not_there": "{field}: {shown} does not stand there",
    "position.not_in_hand": "{field}: this card is not in that hand",
    "position.not_over": "{field}: the game is not over",
    "position.no_winner": "{field}: somebody has won",
    "position.fate_step_other": "{field}: this is decided in the fate step, by another nation",
    "position.not_fate_step": "{field}: this is not decided in the fate step",
    "position.only_prussia": "{field}: only Prussia is asked this, in the expert game after Russia's stage",
    "position.nothing_to_allot": "{field}: this nation has nothing to allot",
    "position.stage_decides": "{field}: the nation whose stage it is decides this",
    "position.stack_fights": "{field}: a stack on the map fights here",
    "position.one_lost": "{field}: one of the two has lost",
    "position.combat_decides": "{field}: another nation decides this in the combat",
    "position.move_under_way": "{field}: a move is under way in this state",
    "position.part_leaves": "{field}: a part of a stack leaves in this state",
    "position.other_nation": "{field}: {shown} is not of the nation that decides",
    "position.no_move": "{field}: no move is under way in this state",
    "position.he_is_off": "{field}: he is not on the map",
    "position.nobody_left": "{field}: there is nobody left to answer",
    "position.answered": "{field}: this nation has answered already",
    "position.nested": "{field}: it is nested too deeply",
    "position.seed": "{field}: a seed is one printable line of at most 1000 letters",
    "position.end_of_turn": "{field}: only the end of a turn belongs to no nation",
    "position.no_stroke": "{field}: no card drives {shown} out",
    "position.off_map": "{field}: {shown} is not on the map",
    "position.no_offensive": "{field}: there is no Offensive Option in this scenario",
    "position.offensive_value": "{field}: the card has a printed value of 10 or more",
    "position.offensive_aside": "{field}: a card lies aside only while the option is declared",
    "position.every_card": "{field}: a complete position lists every card",
    "position.nothing_to_decide": "{field}: there is nothing to decide",
    "position.no_such_decision": "{field}: the game cannot stand at this decision",
    "position.allotment_turn": "{field}: the first allotment is in turn 1",
    "position.allotment_pieces": "phase: the first allotment begins from the scenario's set-up, without pieces",
    "record.too_large": "the record is too large: more than {limit} bytes",
    "record.not_text": "the record is no text in UTF-8",
    "record.header": "line {line}: {reason}",
    "record.order": "line {line}: {shown}: {reason}",
    "record.chance": "line {line}: {shown}: {reason}",
    "record.hidden": "line {line}: {shown}: a record for one seat hides this, so that it cannot be played on",
    "record.after_end": "line {line}: the game was over before this order",
    "record.result": "line {line}: the result is {real}, not {shown}",
    "record.why.lines": "a record begins with lines of the form 'key: value'",
    "record.why.twice": "{what} is said twice",
    "record.why.format": "a record carries 'format: {format}'",
    "record.why.players": "{what} is no number of players",
    "record.why.option": "there is no option {what}",
    "record.why.too_early": "chance speaks only after an order",
    "record.why.kinds": "chance knows {kinds}",
    "record.why.nobody": "who draws?",
    "record.why.so_many": "there are not so many cards",
    "record.why.no_fate": "no such card is left in the fate deck",
    "record.why.gift": "Austria does not hold this card",
    "record.why.nothing": "nothing of the kind happens here",
    "record.why.number": "here chance gives {number}",
    "record.why.other": "here it is {what}",
    "record.why.not_drawn": "{what} cannot be drawn here",
}


def sentence(key: str, arguments: Mapping[str, object], language: str = "en") -> str:
    """The problem in words."""
    template = messages.catalogue(language).get(key, ENGLISH.get(key, key))
    return _FIELD.sub(lambda match: str(arguments.get(match.group(1), match.group(0))), template)


class Problem(ValueError):
    """Input that cannot be: a key with arguments; `str()` is one English sentence."""

    def __init__(self, key: str, arguments: Mapping[str, object]) -> None:
        """Keep key and arguments; the sentence is made when asked for."""
        super().__init__(key)
        self.key = key
        self.arguments = dict(arguments)

    def __str__(self) -> str:
        return sentence(self.key, self.arguments)


class BadPosition(Problem):
    """A position that cannot be, or that is none."""


class BadRecord(Problem):
    """A record that cannot be read or does not replay; `line` is the first wrong line, from 1."""

    def __init__(self, key: str, arguments: Mapping[str, object], line: int = 0) -> None:
        """Keep the line beside key and arguments."""
        super().__init__(key, arguments)
        self.line = line


def shown(value: object) -> str:
    """A value of the input, safe to repeat in a sentence however large, deep or odd it is."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, str):
        text = "".join(c if c.isprintable() else "?" for c in value[:40])
        return f'"{text}…"' if len(value) > 40 else f'"{text}"'
    if isinstance(value, int):
        return str(value) if -(10**12) < value < 10**12 else "a huge number"
    if isinstance(value, float):
        return str(value)
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    return "something else"

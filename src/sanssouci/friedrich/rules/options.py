"""Chapter 18.2: the named options, their values and defaults."""

from __future__ import annotations

from typing import Final

#: name → the allowed values, the default first.
OPTION_VALUES: Final[dict[str, list[object]]] = {
    "edition_text": ["later", "first"],
    "scenario_virtual_discard": [False, True],
    "oo_win_timing": ["immediate", "end_of_turn"],
    "sweden_may_retire_friedrich": [False, True],
    "voluntary_removal": [False, True],
    "fair_play": ["honour", "winning_move", "strict"],
    "substitute_home_only": [False, True],
    "france_substitute": ["hearts_south", "clubs_koblenz"],
    "fate_may_must": ["may", "000", "003"],
    "fate_modifiers_on_payment": [False, True],
    "deck_recycle": ["merge_two", "one_after_other"],
    "laudon_conquers": [True, False],
    "king_must_use_reserve": [True, False],
    "used_pile_inspection": [False, True],
    "line_5": ["label", "edge"],
    "decks": [4, 5],
}

#: What `edition_text: first` presets; options given beside it win.
FIRST_EDITION: Final[dict[str, object]] = {
    "oo_win_timing": "end_of_turn",
    "scenario_virtual_discard": True,
    "sweden_may_retire_friedrich": True,
    "voluntary_removal": True,
}


class Options:
    """The options of one game; never changed after the start, so that copies of a state share them."""

    def __init__(self, chosen: dict[str, object]) -> None:
        """Take the options as given (already checked by `refuse_options`)."""
        self.chosen: dict[str, object] = dict(chosen)
        full: dict[str, object] = {name: values[0] for name, values in OPTION_VALUES.items()}
        if chosen.get("edition_text") == "first":
            full.update(FIRST_EDITION)
        full.update(chosen)
        self.full: dict[str, object] = full
        self.virtual_discard: bool = full["scenario_virtual_discard"] is True
        self.oo_immediate: bool = full["oo_win_timing"] == "immediate"
        self.friedrich_may_retire: bool = full["sweden_may_retire_friedrich"] is True
        self.voluntary_removal: bool = full["voluntary_removal"] is True
        self.fair_winning_move: bool = full["fair_play"] == "winning_move"
        self.fair_strict: bool = full["fair_play"] == "strict"
        self.substitute_home_only: bool = full["substitute_home_only"] is True
        self.clubs_koblenz: bool = full["france_substitute"] == "clubs_koblenz"
        self.must_000: bool = full["fate_may_must"] == "000"
        self.must_003: bool = full["fate_may_must"] == "003"
        self.modifiers_on_payment: bool = full["fate_modifiers_on_payment"] is True
        self.recycle_one: bool = full["deck_recycle"] == "one_after_other"
        self.laudon_conquers: bool = full["laudon_conquers"] is True
        self.king_uses_reserve: bool = full["king_must_use_reserve"] is True
        self.used_piles_open: bool = full["used_pile_inspection"] is True
        self.line_5_edge: bool = full["line_5"] == "edge"
        self.decks: int = 5 if full["decks"] == 5 else 4


def refuse_options(chosen: dict[str, object]) -> tuple[str, dict[str, object]] | None:
    """What is wrong with a set of options, as a key of `problems` with its arguments, or None."""
    for name, value in chosen.items():
        if name not in OPTION_VALUES:
            return "position.no_option", {"shown": repr(str(name)[:40]), "allowed": ", ".join(OPTION_VALUES)}
        allowed = OPTION_VALUES[name]
        if not any(value is a or (type(value) is type(a) and value == a) for a in allowed):
            listed = ", ".join(str(a) for a in allowed)
            return "position.option_value", {"name": name, "shown": repr(str(value)[:40]), "allowed": listed}
    return None

"""Plurals, numbers and lists of the six languages, compared with the Unicode data that Babel brings."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from sixlanguages import TABLE, spoken

NUMBERS = [
    *range(0, 130),
    200,
    999,
    1000,
    1001,
    1002,
    1234,
    9999,
    10000,
    12345,
    999_999,
    1_000_000,
    2_000_000,
    1_234_567,
]
FRACTIONS = [0.5, 1.5, 2.25, 0.125, 1.2, 5.5, 12.5, 21.5, 1234.5, 12345.75]
#: lists in British English, which has no comma before its "and", as we have none
LOCALE = {"en": "en_GB"}


@pytest.mark.parametrize("code", TABLE)
def test_every_number_has_the_category_that_unicode_gives_it(code: str) -> None:
    locale, language = Locale.parse(code), spoken(code)
    for number in [*NUMBERS, *FRACTIONS]:
        assert language.category(number) == locale.plural_form(Decimal(str(number))), number


@pytest.mark.parametrize("code", TABLE)
def test_numbers_are_written_as_unicode_writes_them(code: str) -> None:
    language = spoken(code)
    for number in [*NUMBERS, *FRACTIONS]:
        if 1000 <= number < 10000 and language.group_from > 4:
            continue  # Babel does not know that 1000 stays whole here; Intl does (web/test/voice.test.mjs)
        assert language.number(number, grouped=True) == format_decimal(Decimal(str(number)), "#,##0.###", locale=code)
    for chance in (0, 0.125, 0.5, 0.999, 1):
        written = Locale.parse(code).percent_formats[None].pattern.replace("#,##0", "#,##0.0")
        assert language.percentage(chance) == format_percent(Decimal(str(chance)), written, locale=code)


@pytest.mark.parametrize("code", TABLE)
def test_lists_are_joined_as_unicode_joins_them(code: str) -> None:
    for entries in (["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"]):
        assert spoken(code).listed(entries) == format_list(entries, locale=LOCALE.get(code, code))


def test_italian_goes_ad_achim_and_a_breslau() -> None:
    assert [spoken("it").joined("vai a~", city) for city in ("Achim", "Breslau")] == ["vai ad Achim", "vai a Breslau"]


def test_a_rule_that_is_none_is_refused() -> None:
    language = spoken("en")
    with pytest.raises(ValueError, match="not a plural rule"):
        type(language).read("xx", {**json.loads(json.dumps(TABLE["en"])), "name": "", "direction": "",
                                   "plural": {"one": "n is 1"}}).category(1)  # fmt: skip

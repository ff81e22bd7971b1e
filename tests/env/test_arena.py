"""Many games at once: the arena's games are the engine's games, its buffers are what each agent may see."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from twins import Watcher
from worlds import SETTINGS

from sanssouci.env.arena import Arena
from sanssouci.env.fields import SIZE
from sanssouci.env.play import Play
from sanssouci.env.rows import ROW_COUNT, ROW_HASH
from sanssouci.friedrich.rules.cards import key_from_seed


def legal(arena: Arena, game: int) -> list[int]:
    """The rows on a game's short list."""
    return [int(row) for row in arena.legal[arena.offsets[game] : arena.offsets[game + 1]]]


def holds_together(arena: Arena) -> None:
    """Mask, short list, actor and observation of every game say what its game says."""
    masks, observations = np.asarray(arena.masks), np.asarray(arena.observations)
    for game, play in enumerate(arena._games.plays):
        rows = [] if play.over() else [int(row) for row in play.rows]
        assert legal(arena, game) == rows
        assert np.flatnonzero(masks[game]).tolist() == sorted(rows)
        assert arena.actors[game] == play.person()
        if play.over():
            assert not observations[game].any()
        else:
            assert observations[game].tobytes() == Watcher(play, int(play.person())).look()


@pytest.mark.parametrize("scenario, players", SETTINGS)
def test_buffers_say_what_the_games_say(scenario: str, players: int) -> None:
    """Over many random steps with games that end and begin again."""
    arena = Arena(7, scenario, players, seeds=1)
    ended = 0
    for step in range(60):
        holds_together(arena)
        arena.run(1 + 7 * step % 50)
        ended += sum(arena.dones)
    for _ in range(3000):
        arena.step()
        for game in range(arena.n):
            if arena.dones[game]:
                ended += 1
                rewards: Any = arena.rewards.tolist()
                assert sum(rewards[game]) == pytest.approx(1)
    holds_together(arena)
    assert ended > 10


def test_numpy_sees_the_buffers_themselves() -> None:
    """No copy: an array made once shows every step; and nobody can write into it."""
    arena = Arena(3, "west", seeds=1)
    arrays = {name: np.asarray(getattr(arena, name)) for name in ("observations", "masks", "legal", "offsets", "actors",
              "actions", "rewards", "dones")}  # fmt: skip
    assert arrays["observations"].shape == (3, SIZE) and arrays["observations"].dtype == np.uint8
    assert arrays["masks"].shape == (3, ROW_COUNT) and arrays["masks"].dtype == np.int8
    assert arrays["rewards"].shape == (3, 4) and arrays["rewards"].dtype == np.float64
    before = arrays["observations"].copy()
    arena.run(30)
    assert (arrays["observations"] != before).any()
    for array in arrays.values():
        with pytest.raises(ValueError):
            array[...] = 0


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint16])
def test_actions_from_outside(kind: type) -> None:
    """The same actions drawn outside from the short list lead the same way; any whole numbers will do."""
    inside, outside = Arena(5, "austria", seeds=[1, 2, 3, 4, 5]), Arena(5, "austria", seeds=[1, 2, 3, 4, 5])
    for _ in range(400):
        inside.step()
        outside.step(np.asarray(inside.actions).astype(kind))
        assert inside.observations.tobytes() == outside.observations.tobytes()
        assert inside.legal.tobytes()[: 8 * inside.offsets[5]] == outside.legal.tobytes()[: 8 * outside.offsets[5]]
        assert inside.rewards.tolist() == outside.rewards.tolist()


def test_an_illegal_action_changes_no_game() -> None:
    """Not even those whose actions were legal."""
    arena = Arena(4, seeds=1)
    before = (arena.observations.tobytes(), arena.masks.tobytes())
    actions = np.array([legal(arena, game)[0] for game in range(4)])
    for wrong in (0, -1, 9999):
        actions[3] = wrong
        with pytest.raises(ValueError, match=rf"^action {wrong}.* is not legal in game 3; no game was changed$"):
            arena.step(actions)
        assert (arena.observations.tobytes(), arena.masks.tobytes()) == before
    good = int(legal(arena, 3)[0])
    for kind, wrong in (("i8", good + 2**32), ("u8", good + 2**32), ("i8", good - 2**32), ("u8", 2**64 - 1)):
        beyond = actions.astype(kind)
        beyond[3] = wrong
        with pytest.raises(ValueError, match=rf"^action {wrong} is not legal in game 3; no game was changed$"):
            arena.step(beyond)
        assert (arena.observations.tobytes(), arena.masks.tobytes()) == before
    for wrong in (actions[:3], actions.astype(float)):
        with pytest.raises(ValueError, match=r"^actions are one buffer of 4 whole numbers, one for each game$"):
            arena.step(wrong)


def test_actions_of_every_width() -> None:
    """A row is the same in every kind of number that holds it; −1 in one byte is not row 255."""
    arena = Arena(1, seeds=1)
    while 255 not in legal(arena, 0):
        arena.step()
    for kind in ("i1", "i2", "i4", "i8"):
        with pytest.raises(ValueError, match=r"^action -1 is not legal in game 0; no game was changed$"):
            arena.step(np.array([-1], kind))
    for kind in ("u1", "i2", "u2", "i4", "u4", "i8", "u8"):
        copy = arena.clone(1)
        copy.step(np.array([255], kind))
        assert copy.actions.tolist() == [255]


def test_seeds() -> None:
    """Equal seeds give equal games, whichever place they have; every game of a place has chance of its own."""
    one, two = Arena(2, "west", seeds=[7, 8]), Arena(2, "west", seeds=[8, 7])
    first = [play.s.copy() for play in one._games.plays]
    assert [list(s.pile) for s in first] == [list(play.s.pile) for play in reversed(two._games.plays)]
    piles = {bytes(np.asarray(memoryview(s.pile)))[:50] for s in first}
    while len(piles) < 6:
        one.step()
        for game in range(2):
            if one.dones[game]:
                pile = bytes(np.asarray(memoryview(one._games.plays[game].s.pile)))[:50]
                assert pile not in piles
                piles.add(pile)
    with pytest.raises(ValueError, match=r"^2 games need 2 seeds, not 3$"):
        Arena(2, seeds=[1, 2, 3])


def test_draws_are_uniform() -> None:
    """Every row of the short list is drawn about equally often."""
    arena = Arena(4000, "west", seeds=[1] * 4000)
    count = len(legal(arena, 0))
    arena.step()
    drawn = np.bincount(np.asarray(arena.actions))
    expected = 4000 / count
    assert drawn[drawn > 0].size == count
    assert ((drawn[drawn > 0] - expected) ** 2 / expected).sum() < count - 1 + 5 * (2 * count) ** 0.5


def test_a_finished_game_may_stay_at_its_end() -> None:
    """Without autoreset nobody is to act in it, and steps pass it by."""
    arena = Arena(2, "west", seeds=1, autoreset=False)
    told = 0
    for _ in range(4000):
        arena.step()
        told += sum(arena.dones)
    assert list(arena.actors) == [-1, -1] and told == 2
    holds_together(arena)
    arena.step(np.array([5, 5]))
    assert list(arena.actions) == [-1, -1]
    with pytest.raises(ValueError, match=r"^game 1 is over and nobody is to act in it$"):
        arena.view(1)


def test_clones_have_chance_of_their_own() -> None:
    """A clone stands where the game stands; its chance comes from its seed, never from the true key."""
    arena = Arena(3, "austria", seeds=3)
    arena.run(50)
    clones = [arena.clone(seed) for seed in (1, 1, 2)]
    keys = [[play.s.key for play in clone._games.plays] for clone in clones]
    true = [play.s.key for play in arena._games.plays]
    assert keys[0] == keys[1] != keys[2] and not set(true) & {key for row in keys for key in row}
    for clone in clones:
        assert clone.observations.tobytes() == arena.observations.tobytes()
        holds_together(clone)
    before = arena.observations.tobytes()
    clones[0].run(100)
    assert arena.observations.tobytes() == before


def test_resampled_games_agree_with_the_view() -> None:
    """Every game put in its place looks to the agent as the true one; what it cannot know differs."""
    true = Arena(1, "austria", seeds=11)
    true.run(400)
    while true.actors[0] != 2:
        true.step()
    worlds = Arena(20, "austria", autoreset=False)
    worlds.resample(true.view(0), seed=1)
    holds_together(worlds)
    assert {bytes(row) for row in np.asarray(worlds.observations)} == {true.observations.tobytes()}
    assert {int(actor) for actor in worlds.actors} == {2}
    piles = {bytes(np.asarray(memoryview(play.s.pile))) for play in worlds._games.plays}
    assert len(piles) == 20
    for other in (Arena(2, "west"), Arena(2, "austria", options={"decks": 5})):
        before = other.observations.tobytes()
        with pytest.raises(ValueError, match=r"^the view is of a game with another scenario, other players or other"):
            other.resample(true.view(0), seed=1)
        assert other.observations.tobytes() == before


def test_a_game_goes_the_engines_way() -> None:
    """The games are those of `Play`, step by step, with the same key."""
    arena = Arena(1, "west", seeds=[4])
    play = Play(Arena(1, "west", seeds=[4])._games.plays[0].s, True)
    assert play.s.key == key_from_seed("4/0")
    for _ in range(200):
        if play.over():
            break
        arena.step()
        play.step(int(arena.actions[0]))
        if not play.over():
            assert bytes(arena.observations.tobytes()) == Watcher(play, int(play.person())).look()


def test_what_is_declared() -> None:
    """Gymnasium's word for beginning again in the same step, and the version of the actions."""
    from gymnasium.vector import AutoresetMode

    assert AutoresetMode(Arena.metadata["autoreset_mode"]) is AutoresetMode.SAME_STEP
    assert Arena.metadata["actions"] == ROW_HASH
    with pytest.raises(ValueError, match=r"^an arena has at least one game$"):
        Arena(0)

"""A network that plays like a bot that thinks longer: like the search, to train against it, or like the champion.

    python bench/imitate.py play --search 200 --worlds 32 --minutes 30 --out rounds.npz
    python bench/imitate.py fit rounds.npz --out imitation
    python bench/imitate.py fit decisions.jsonl --bot champion:32 --rate 2e-4 --sharpen 1 --keep 0.05 --out taught

`play` lets the search play rounds on all cores and keeps the actions: deals follow from the seed, so that is all it
takes to see every position again. In every other game one seat is the network, as it will be in training. `fit`
teaches a copy of the shipped network to choose as the search did, and writes weights.bin for the setting `rival` of
`nokosu train`. Or it reads records (of `nokosu decisions`, say) and learns to choose as one bot did there: with the
champion, that is what looking ahead finds. Both need PyTorch. The search takes few worlds (it usually takes 160), or a
million decisions would take hours.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from nokosu.arena.processes import cores
from nokosu.bots.neural.layout import ACTIONS
from nokosu.bots.neural.weights import dumps, loads
from nokosu.research import decisions as recorded
from nokosu.train.export import tensors_of
from nokosu.train.inputs import Inputs
from nokosu.train.network import Actor, actor_of
from nokosu.train.rollout import Table, ruleset_of

SHIPPED = Path(__file__).parent.parent / "src/nokosu/bots/neural/weights.bin"
GAMES = 128
"""Games side by side."""
HELD = 8
"""Every so many batches of games, or matches, are held back to measure the imitation."""


@dataclass(frozen=True)
class Played:
    """Rounds of one table: the actions of every step of every game, and what the deals follow from."""

    table: str
    seed: int
    actions: np.ndarray[Any, np.dtype[np.uint8]]


def network_seats(players: int) -> Tensor:
    """The seat of the network in each game; in every other game no seat, which is -1."""
    game = torch.arange(GAMES)
    return torch.where(game % 2 == 0, game // 2 % players, -1)


def batch_of(table: str, seed: int, threads: int) -> Table:
    """The games before their first step."""
    return Table(ruleset_of(table), GAMES, seed=seed, threads=threads, device=torch.device("cpu"))


@torch.no_grad()
def play(table: str, seed: int, actor: Actor, simulations: int, worlds: int, threads: int) -> Played:
    """A round of every game."""
    batch, inputs = batch_of(table, seed, threads), Inputs(torch.float32)
    seats = network_seats(batch.players)
    kept = np.zeros((batch.length, GAMES), np.uint8)
    for step in range(batch.length):
        network = batch.seats == seats
        rows = network.nonzero().squeeze(1)
        if len(rows):
            logits = actor(inputs(batch.observations[rows]))[0]
            batch.actions[rows] = logits.masked_fill(batch.masks[rows] == 0, -1e9).argmax(1)
        asked = (~network).to(torch.uint8)
        batch.env.ask_search(asked.numpy(), batch.actions.numpy(), batch.club, simulations, seed + 7919 * step, worlds)
        kept[step] = batch.actions.numpy()
        batch.env.step(batch.actions.numpy())
    return Played(table, seed, kept)


def decisions(played: Played, threads: int) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """What the search saw, what it might have done, and what it did: a batch for every step."""
    batch = batch_of(played.table, played.seed, threads)
    seats = network_seats(batch.players)
    for row in played.actions:
        batch.actions.copy_(torch.from_numpy(row.astype(np.int64)))
        chosen = ((batch.seats != seats) & (batch.masks.sum(1) > 1)).nonzero().squeeze(1)
        yield batch.observations[chosen], batch.masks[chosen], batch.actions[chosen]
        batch.env.step(batch.actions.numpy())


def save(path: Path, played: list[Played]) -> None:
    """All rounds in one file."""
    rounds: dict[str, Any] = {f"{each.table}/{each.seed}": each.actions for each in played}
    np.savez_compressed(path, **rounds)


def load(paths: list[Path]) -> list[Played]:
    """The rounds of several files."""
    found = []
    for path in paths:
        with np.load(path) as file:
            for name in file.files:
                table, _, seed = name.rpartition("/")
                found.append(Played(table, int(seed), file[name]))
    return found


def collect(options: argparse.Namespace) -> None:
    """Play until the time is up; the file is written anew every minute."""
    actor = actor_of(loads(SHIPPED.read_bytes()))
    played: list[Played] = []
    begin = said = time.monotonic()
    tables = options.tables.split(",")
    while time.monotonic() - begin < 60 * options.minutes:
        table, seed = tables[len(played) % len(tables)], options.seed + len(played)
        played.append(play(table, seed, actor, options.search, options.worlds, options.threads))
        if time.monotonic() - said > 60:
            said = time.monotonic()
            save(options.out, played)
            print(f"{len(played) * GAMES} rounds in {said - begin:.0f} s", flush=True)
    save(options.out, played)
    print(f"{len(played) * GAMES} rounds in {options.out}")


Rows = list[Tensor]
"""Observations, masks, and the actions that were chosen."""


def rows_of(options: argparse.Namespace) -> tuple[Rows, Rows]:
    """Decisions to learn from, and those held back."""
    parts: tuple[list[Rows], list[Rows]] = ([], [])
    rounds = [path for path in options.files if path.suffix == ".npz"]
    for number, played in enumerate(load(rounds)):
        parts[number % HELD == 0].extend([list(rows) for rows in decisions(played, options.threads)])
    for path in options.files:
        for batch in () if path in rounds else recorded.batches(path):
            chosen = (batch["bots"] == options.bot) & (batch["masks"].sum(1) > 1)
            for held in (False, True):
                these = chosen & ((batch["matches"] % HELD == 0) == held)
                parts[held].append(
                    [torch.from_numpy(batch[name][these]) for name in ("observations", "masks", "actions")]
                )
    learnt, held_back = ([torch.cat(column) for column in zip(*part, strict=True)] for part in parts)
    if not (learnt and held_back and len(learnt[0]) and len(held_back[0])):
        raise SystemExit(
            f"expected decisions to learn from and to hold back: at least {2 * GAMES} rounds, or --bot BOT"
        )
    return learnt, held_back


def fit(options: argparse.Namespace) -> None:
    """Imitate; prints how often the held-back choices are met, before, in between and after."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network = loads(SHIPPED.read_bytes())
    actor, before = actor_of(network).to(device), actor_of(network).to(device)
    inputs = Inputs(torch.float32).to(device)
    learnt, held = ([column.to(device) for column in rows] for rows in rows_of(options))
    print(f"{len(learnt[0])} decisions, and {len(held[0])} held back", flush=True)

    def losses(rows: Rows) -> tuple[Tensor, Tensor, Tensor]:
        read = inputs(rows[0])
        logits, *others = actor(read)
        logs = logits.masked_fill(rows[1] == 0, -1e9).log_softmax(1)
        changed = logs.new_zeros(())
        if options.keep:
            with torch.no_grad():
                _, *kept = before(read)
            changed = torch.stack([(new - old).square().mean() for new, old in zip(others, kept, strict=True)]).sum()
        return -logs.gather(1, rows[2].unsqueeze(1)).mean(), (logs.argmax(1) == rows[2]).float().mean(), changed

    @torch.no_grad()
    def say(when: str) -> None:
        size = options.batch
        pieces = [losses([column[i : i + size] for column in held]) for i in range(0, len(held[0]), size)]
        loss, met, changed = (torch.stack(column).mean().item() for column in zip(*pieces, strict=True))
        print(f"{when}: {met:.1%} of the held-back choices met, loss {loss:.4f}, others {changed:.4f}", flush=True)

    say("before")
    optimiser = torch.optim.AdamW(actor.parameters(), weight_decay=options.decay)
    steps = int(options.epochs * len(learnt[0]) / options.batch)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = options.rate * min(1.0, (step + 1) / 50) * (1 - step / steps)
        rows = torch.randint(len(learnt[0]), (options.batch,), device=device)
        loss, _, changed = losses([column[rows] for column in learnt])
        optimiser.zero_grad(set_to_none=True)
        (loss + options.keep * changed).backward()
        optimiser.step()
        if step % max(1, steps // 10) == 0:
            say(f"step {step} of {steps}")
    say("after")
    with torch.no_grad():
        actor.heads.weight[:ACTIONS] *= options.sharpen
        actor.heads.bias[:ACTIONS] *= options.sharpen
    tensors = network.tensors | {f"actor.{name}": value for name, value in tensors_of(actor).items()}
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "weights.bin").write_bytes(dumps(tensors, dict(network.about)))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play", help="let the search play rounds, and keep them")
    playing.set_defaults(run=collect)
    playing.add_argument("--search", type=int, default=200, help="simulations of a decision")
    playing.add_argument("--worlds", type=int, default=32)
    playing.add_argument("--tables", default="second:4")
    playing.add_argument("--minutes", type=float, default=5.0)
    playing.add_argument("--seed", type=int, default=6_000_000, help="of the first batch of games; each has its own")
    playing.add_argument("--out", type=Path, required=True)
    learning = commands.add_parser("fit", help="learn to play like the search, or like a bot in records")
    learning.set_defaults(run=fit)
    learning.add_argument("files", type=Path, nargs="+", help="rounds that `play` wrote (.npz), or records")
    learning.add_argument("--bot", help="whose decisions to learn in the records, for example champion:32")
    learning.add_argument("--batch", type=int, default=8192)
    learning.add_argument("--keep", type=float, default=0.0, help="how firmly the other heads stay as they are")
    learning.add_argument("--epochs", type=float, default=6.0)
    learning.add_argument("--rate", type=float, default=1e-3)
    learning.add_argument("--decay", type=float, default=0.3)
    learning.add_argument("--sharpen", type=float, default=1.5, help="factor of the logits: surer than it learnt to be")
    learning.add_argument("--out", type=Path, required=True)
    for each in (playing, learning):
        each.add_argument("--threads", type=int, default=cores())
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()

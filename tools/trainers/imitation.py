"""A network that plays like a bot that thinks longer: like the search, to train against it, or like the champion.

    python -m tools.trainers.imitation play --search 8000 --minutes 60 --out rounds
    python -m tools.trainers.imitation fit rounds/*.npz --out imitation
    python -m tools.trainers.imitation fit decisions.jsonl --bot champion:32 --rate 2e-4 --out taught

`play` lets the search play rounds on all cores. It keeps the actions (deals follow from the seed, so that is all it
takes to see every position again) and how often the search visited each legal action. In every other game one seat is
the network, as it will be in training. `fit` teaches a copy of the shipped network to choose as the search did: with
chances like the visits to some power, so that of two actions that the search finds equally good it learns both. It
writes weights.bin for the setting `rival` of `nokosu train`. Or it reads records (of `nokosu decisions`, say) and
learns to choose as one bot did there: with the champion, that is what looking ahead finds. Both need PyTorch.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import one_hot

from nokosu.arena.processes import cores
from nokosu.bots.neural.layout import ACTIONS
from nokosu.bots.neural.weights import dumps, loads
from nokosu.kernel import _kernel
from nokosu.kernel.actions import canonical
from nokosu.kernel.search import Settings
from nokosu.research import decisions as recorded
from nokosu.train.export import tensors_of
from nokosu.train.inputs import Inputs
from nokosu.train.network import actor_of
from nokosu.train.rollout import Table, ruleset_of

SHIPPED = Path(__file__).parents[2] / "src/nokosu/bots/neural/weights.bin"
GAMES = 16
"""Games side by side."""
HELD = 16
"""Every so many batches of games, or matches, are held back to measure the imitation."""


@dataclass(frozen=True)
class Played:
    """Rounds of one table: the actions of every step of every game, and what the deals follow from."""

    table: str
    seed: int
    actions: np.ndarray[Any, np.dtype[np.uint8]]
    visits: np.ndarray[Any, np.dtype[np.uint32]]
    """Of every action, for every decision that the search made: by step, then by game."""


def network_seats(players: int) -> Tensor:
    """Return the seat of the network in each game; in every other game no seat, which is -1."""
    game = torch.arange(GAMES)
    return torch.where(game % 2 == 0, game // 2 % players, -1)


def batch_of(table: str, seed: int) -> Table:
    """Return the games before their first step."""
    return Table(ruleset_of(table), GAMES, seed=seed, threads=1, device=torch.device("cpu"))


def searched(batch: Table, seats: Tensor) -> list[int]:
    """Return the games in which the search has a choice now."""
    return ((batch.seats != seats) & (batch.masks.sum(1) > 1)).nonzero().squeeze(1).tolist()


@torch.no_grad()
def play(table: str, seed: int, simulations: int, worlds: int) -> Played:
    """Return a round of every game."""
    torch.set_num_threads(1)  # the processes share the cores
    actor, inputs = actor_of(loads(SHIPPED.read_bytes())), Inputs(torch.float32)
    batch = batch_of(table, seed)
    seats = network_seats(batch.players)
    settings = {**asdict(Settings(worlds=worlds)), "simulations": simulations, "seconds": 0.0}
    kept, visits = np.zeros((batch.length, GAMES), np.uint8), []
    for step in range(batch.length):
        logits = actor(inputs(batch.observations))[0]  # of no importance where the search plays
        batch.actions.copy_(logits.masked_fill(batch.masks == 0, -1e9).argmax(1))
        for game in searched(batch, seats):
            state = batch.env.state(game)
            rows = _kernel.search(state, batch.club, (seed * GAMES + game) * batch.length + step, settings)[2]
            order = state.colour_order(int(batch.seats[game]))
            here = np.zeros(ACTIONS, np.uint32)
            for action, visited, *_ in rows:
                here[canonical(action, order)] = visited
            visits.append(here)
            batch.actions[game] = canonical(max(rows, key=lambda row: (row[1], row[2] / max(row[1], 1)))[0], order)
        kept[step] = batch.actions.numpy()
        batch.env.step(batch.actions.numpy())
    return Played(table, seed, kept, np.stack(visits))


def decisions(played: Played) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Yield what the search saw, what it might have done, and how often it tried that: a batch for every step."""
    batch = batch_of(played.table, played.seed)
    seats, done = network_seats(batch.players), 0
    for row in played.actions:
        chosen = searched(batch, seats)
        visits = torch.from_numpy(played.visits[done : done + len(chosen)].astype(np.float32))
        yield batch.observations[chosen], batch.masks[chosen], visits
        done += len(chosen)
        batch.actions.copy_(torch.from_numpy(row.astype(np.int64)))
        batch.env.step(batch.actions.numpy())


def save(folder: Path, played: Played) -> None:
    """Write a batch of games to its own file."""
    name = f"{played.table.replace(':', '-')}-{played.seed}.npz"
    np.savez_compressed(
        folder / name, table=played.table, seed=played.seed, actions=played.actions, visits=played.visits
    )


def load(path: Path) -> Played:
    """Return what `save` wrote."""
    with np.load(path) as file:
        return Played(str(file["table"]), int(file["seed"]), file["actions"], file["visits"])


def collect(options: argparse.Namespace) -> None:
    """Play until the time is up. Batches that have begun by then are played to their end."""
    options.out.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + 60 * options.minutes
    tables = options.tables.split(",")
    rounds = found = 0

    todo = zip(itertools.cycle(tables), itertools.count(options.seed))
    with ProcessPoolExecutor(options.processes, mp_context=get_context("spawn")) as pool:

        def begin() -> Future[Played]:
            table, seed = next(todo)
            return pool.submit(play, table, seed, options.search, options.worlds)

        waiting = {begin() for _ in range(options.processes)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for each in done:
                played = each.result()
                save(options.out, played)
                rounds, found = rounds + GAMES, found + len(played.visits)
                if time.monotonic() < end:
                    waiting.add(begin())
            print(f"{rounds} rounds, {found} decisions", flush=True)


Rows = list[Tensor]
"""Observations, masks, and how often each action was tried, or 1 for the one that was chosen."""


def rows_of(options: argparse.Namespace) -> tuple[Rows, Rows]:
    """Decisions to learn from, and those held back."""
    parts: tuple[list[Rows], list[Rows]] = ([], [])
    rounds = [path for path in options.files if path.suffix == ".npz"]
    for number, path in enumerate(sorted(rounds)):
        parts[number % HELD == 0].extend([list(rows) for rows in decisions(load(path))])
    for path in options.files:
        for batch in () if path in rounds else recorded.batches(path):
            chosen = (batch["bots"] == options.bot) & (batch["masks"].sum(1) > 1)
            for held in (False, True):
                these = chosen & ((batch["matches"] % HELD == 0) == held)
                observations, masks, actions = (
                    torch.from_numpy(batch[name][these]) for name in ("observations", "masks", "actions")
                )
                parts[held].append([observations, masks, one_hot(actions.long(), ACTIONS).float()])
    learnt, held_back = ([torch.cat(column) for column in zip(*part, strict=True)] for part in parts)
    if not (learnt and held_back and len(learnt[0]) and len(held_back[0])):
        raise SystemExit(
            "expected decisions to learn from and to hold back: two files of rounds at least, or --bot BOT"
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
        aim = (rows[2] / rows[2].amax(1, keepdim=True)) ** options.power
        aim /= aim.sum(1, keepdim=True)
        met = (logs.argmax(1) == rows[2].argmax(1)).float().mean()
        return -(aim * logs.clamp(min=-50)).sum(1).mean(), met, changed

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
    playing.add_argument("--search", type=int, default=8000, help="simulations of a decision")
    playing.add_argument("--worlds", type=int, default=Settings().worlds)
    playing.add_argument("--tables", default="second:4")
    playing.add_argument("--minutes", type=float, default=5.0)
    playing.add_argument("--seed", type=int, default=6_000_000, help="of the first batch of games; each has its own")
    playing.add_argument("--processes", type=int, default=cores())
    playing.add_argument("--out", type=Path, required=True, help="a folder")
    learning = commands.add_parser("fit", help="learn to play like the search, or like a bot in records")
    learning.set_defaults(run=fit)
    learning.add_argument("files", type=Path, nargs="+", help="rounds that `play` wrote (.npz), or records")
    learning.add_argument("--bot", help="whose decisions to learn in the records, for example champion:32")
    learning.add_argument("--power", type=float, default=1.5, help="of the visits; 100 learns the choice alone")
    learning.add_argument("--batch", type=int, default=1024)
    learning.add_argument("--keep", type=float, default=0.0, help="how firmly the other heads stay as they are")
    learning.add_argument("--epochs", type=float, default=4.0)
    learning.add_argument("--rate", type=float, default=5e-4)
    learning.add_argument("--decay", type=float, default=0.2)
    learning.add_argument("--sharpen", type=float, default=1.3, help="factor of the logits: surer than it learnt to be")
    learning.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()

"""A training run: play, learn, evaluate, save; stops by itself and can be resumed."""

from __future__ import annotations

import copy
import csv
import json
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import torch

from nokosu.bots.neural.weights import WeightsError, loads
from nokosu.train import checkpoint
from nokosu.train.config import Config, ConfigError
from nokosu.train.curves import draw
from nokosu.train.evaluate import margin_over
from nokosu.train.learn import Learner, samples_of
from nokosu.train.network import Actor, Critic, actor_of
from nokosu.train.rollout import Policies, Policy, Rounds, Spent, Table, opponent_of, play, ruleset_of

SAY_EVERY: Final = 15
"""Seconds between progress lines."""
FEW_UPDATES: Final = 200
"""A run of fewer updates says something about each."""
NETWORK_ROUNDS: Final = 32768
"""Rounds in which the policy is measured against another network."""
METRICS: Final = ("entropy", "approx_kl", "clipped", "outlook", "belief", "anchor", "critic")


@dataclass(frozen=True, slots=True)
class Goal:
    """When a run stops: after minutes or after a number of updates, whichever comes first."""

    minutes: float = 1e9
    updates: int = 10**9


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Measurements during a run, and how often."""

    every_minutes: float = 1e9
    opponents: tuple[tuple[str, int], ...] = (("club", 8192),)
    """An opponent and a number of rounds. `club` takes a second; searching opponents take minutes."""
    seed: int = 424_242


FINAL: Final = Evaluation(opponents=(("club", 16384), ("search:1000", 384)), seed=777_001)
"""Measurements after a run, on separate seeds."""


class Players:
    """The tables of a run, and room for rounds of two half-batches: one that is played, one that is learnt from.

    A thread plays the next rounds while the GPU learns from the last ones. The policy that plays is then one update
    old, which the clipped steps take into account.
    """

    def __init__(self, run: Run) -> None:
        self.config = config = run.config
        self.run = run
        self.tables = {
            (half, name): Table(
                ruleset_of(name),
                config.games,
                seed=config.seed * 1_000_003 + run.updates * 64 + number * 2 + half,
                threads=config.threads,
                device=run.device,
                opponent=opponent_of(name),
            )
            for half, names in ((0, (config.main,)), (1, config.others))
            for number, name in enumerate(dict.fromkeys(names))
        }
        self.room = [Rounds.empty(2, config.games, run.device) for _ in range(2 if config.overlap else 1)]
        usual = (run.config.games, run.device, run.dtype)
        asked = {(half, table.opponent) for (half, _), table in self.tables.items()}
        self.policies = [
            Policies(
                Policy(run.actor, *usual),
                {name: Policy(actor, *usual) for name, actor in run.others().items() if (half, name) in asked},
            )
            for half in (0, 1)
        ]
        self.stream = torch.cuda.Stream(priority=-1) if run.device.type == "cuda" else None
        self.thread = ThreadPoolExecutor(1)
        self.number = run.updates
        self.next: Future[int] | None = None

    def rounds(self, spent: Spent) -> tuple[Rounds, int]:
        """Played rounds, and how many decisions they hold; the thread then plays the next ones."""
        now = time.perf_counter()
        decisions = (self.next or self._begin(spent)).result()
        spent.add("waiting for rounds", now)
        rounds = self.room[self.number % len(self.room)]
        self.number += 1
        self.next = self._begin(spent) if self.config.overlap else None
        return rounds, decisions

    def _begin(self, spent: Spent) -> Future[int]:
        """Play with the policy as it is now."""
        for each in self.policies:
            each.now.refresh()
            for other in each.others.values():
                other.refresh()
        ready = torch.cuda.current_stream().record_event() if self.stream is not None else None
        return self.thread.submit(self._play, self.number, spent, ready)

    def _play(self, number: int, spent: Spent, ready: torch.cuda.Event | None) -> int:
        other = self.config.others[number % len(self.config.others)]
        tables = (self.tables[0, self.config.main], self.tables[1, other])
        zeros = self.config.at(self.config.zeros, self.config.zeros_end, self.run.decisions)
        if self.stream is None or ready is None:
            return play(tables, self.room[number % len(self.room)], self.policies, spent, zeros)
        with torch.cuda.stream(self.stream):
            self.stream.wait_event(ready)
            decisions = play(tables, self.room[number % len(self.room)], self.policies, spent, zeros)
            self.stream.synchronize()
        return decisions

    def close(self) -> None:
        """Wait for rounds that nobody will learn from."""
        self.thread.shutdown()


class Run:
    """The state of a training run."""

    def __init__(self, config: Config, folder: Path, say: Callable[[str], None], *, resume: Path | None = None) -> None:
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.dtype = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.manual_seed(config.seed)
        self.config, self.folder, self.say = config, folder, say
        self.actor = Actor(config.actor_width, config.actor_blocks).to(self.device)
        self.critic = Critic(config.critic_width, config.critic_blocks).to(self.device)
        self.learner = Learner(self.actor, self.critic, config, self.device, self.dtype)
        self.generator = torch.Generator(self.device).manual_seed(config.seed)
        self.updates = 0
        self.decisions = 0
        self.seconds = 0.0
        self.average = copy.deepcopy(self.actor)
        self.past = copy.deepcopy(self.actor)
        rival = _rival(config)
        self.rival = None if rival is None else rival.to(self.device)
        if resume is not None:
            self._resume(resume)
        folder.mkdir(parents=True, exist_ok=True)

    def _resume(self, folder: Path) -> None:
        _, state = checkpoint.about(folder)
        generators = checkpoint.load(folder, self.learner, self.average)
        if self.device.type == state["device"]:
            self.generator.set_state(generators["samples"].cpu())
        self.updates, self.decisions, self.seconds = state["updates"], state["decisions"], state["seconds"]
        self.say(f"resuming after {self.updates} updates and {self.decisions / 1e9:.2f} billion decisions")

    def others(self) -> dict[str, Actor]:
        """Return the networks that are not the one that learns, by the name of their tables."""
        return {"past": self.past} | ({} if self.rival is None else {"rival": self.rival})

    def train(self, goal: Goal, evaluation: Evaluation) -> Spent:
        """Train until `goal`; return the time profile."""
        spent, began = Spent(), time.perf_counter()
        self.past.load_state_dict(self.average.state_dict())
        if self.config.anchor:
            self.learner.anchor = copy.deepcopy(self.average).eval().requires_grad_(requires_grad=False)
        players = Players(self)
        spent.add("set-up", began)
        first_update, first_decisions = self.updates, self.decisions
        evaluated = said = began
        first = time.perf_counter()
        with (self.folder / "metrics.csv").open("a", newline="") as file:
            rows = csv.writer(file)
            if file.tell() == 0:
                rows.writerow(["updates", "decisions", "seconds", *METRICS])
            steady: tuple[float, int] | None = None
            while self.updates - first_update < goal.updates and time.perf_counter() - began < goal.minutes * 60:
                measured = self._update(players, spent)
                now = time.perf_counter()
                if steady is None:
                    spent.add("first update (compiling)", first)
                    steady = (now, self.decisions)
                rows.writerow(
                    [self.updates, self.decisions, f"{self.seconds + now - began:.1f}", *map("{:.5f}".format, measured)]
                )
                if now - said > SAY_EVERY or goal.updates < FEW_UPDATES:
                    said = now
                    self._progress(measured, (self.decisions - first_decisions) / (now - began))
                if now - evaluated > evaluation.every_minutes * 60:
                    self.evaluate(evaluation)
                    evaluated = spent.add("evaluation", now)
        took = time.perf_counter() - began
        players.close()
        self.seconds += took
        if steady is not None and self.decisions > steady[1]:
            speed = (self.decisions - steady[1]) / (began + took - steady[0])
            self.say(f"{speed / 1e6:.2f} M decisions/s after the first update")
        self.say(f"{(self.decisions - first_decisions) / 1e6 / took:.2f} M decisions/s end to end over {took:.0f} s")
        for name, seconds in sorted(spent.seconds.items(), key=lambda row: -row[1]):
            self.say(f"  {name:26} {seconds:8.1f} s {seconds / took:6.1%}")
        return spent

    def _update(self, players: Players, spent: Spent) -> list[float]:
        """Play a round of both half-batches and learn from it."""
        rounds, decisions = players.rounds(spent)
        self.decisions += decisions
        now = time.perf_counter()
        samples = samples_of(rounds, self.learner.values, self.config, self.generator)
        if self.device.type == "cuda":
            torch.cuda.current_stream().synchronize()
        now = spent.add("advantages", now)
        measured: list[float] = self.learner.update(samples, self.decisions, self.generator).tolist()
        spent.add("gradients", now)
        self._keep_average()
        self.updates += 1
        if self.config.league and self.updates % self.config.league == 0:
            self.past.load_state_dict(self.average.state_dict())
        return measured

    @torch.no_grad()
    def _keep_average(self) -> None:
        mine, new = list(self.average.parameters()), list(self.actor.parameters())
        torch._foreach_lerp_(mine, new, 1 - min(self.config.average, self.updates / (self.updates + 10)))

    def _progress(self, measured: list[float], speed: float) -> None:
        numbers = "  ".join(f"{name} {value:.4f}" for name, value in zip(METRICS, measured, strict=True))
        self.say(f"update {self.updates}  {self.decisions / 1e9:.3f} G decisions  {speed / 1e6:.2f} M/s  {numbers}")

    def with_networks(self, evaluation: Evaluation) -> Evaluation:
        """Measure against the networks that the tables play against, too."""
        met = dict.fromkeys(map(opponent_of, (self.config.main, *self.config.others)))
        networks = tuple((name, NETWORK_ROUNDS) for name in met if name in self.others())
        return replace(evaluation, opponents=(*evaluation.opponents, *networks))

    def evaluate(self, evaluation: Evaluation) -> dict[str, dict[str, float]]:
        """Return the averaged policy against named opponents, on fixed seeds; kept in evaluations.jsonl."""
        found: dict[str, Any] = {}
        for opponent, games in evaluation.opponents:
            margin = margin_over(
                self.average,
                opponent,
                table=self.config.main,
                games=games,
                seed=evaluation.seed,
                threads=self.config.threads,
                device=self.device,
                dtype=self.dtype,
                network=self.others().get(opponent),
            )
            self.say(f"over {opponent}: {margin}")
            shares = {"made": margin.made, "zero": margin.zero, "rounds": margin.rounds}
            found[opponent] = {"margin": margin.mean, "half": margin.half} | shares
        row = {"updates": self.updates, "decisions": self.decisions, "over": found}
        with (self.folder / "evaluations.jsonl").open("a") as file:
            file.write(json.dumps(row) + "\n")
        return found

    def save(self) -> None:
        """Write a checkpoint into the run's folder, and its curves."""
        state = {
            "updates": self.updates,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "device": self.device.type,
        }
        checkpoint.save(self.folder, self.learner, self.average, state, {"samples": self.generator.get_state().cpu()})
        if (self.folder / "metrics.csv").exists():
            draw(self.folder)


def _rival(config: Config) -> Actor | None:
    """Return the network of the setting `rival`, which tables with `:rival` need."""
    if not config.rival:
        if any(opponent_of(table) == "rival" for table in (config.main, *config.others)):
            raise ConfigError("a table with :rival needs the setting rival: a file of weights")
        return None
    try:
        return actor_of(loads(Path(config.rival).read_bytes()))
    except (OSError, WeightsError) as error:
        raise ConfigError(f"setting rival: expected a file of weights, {config.rival} is none ({error})") from None

"""Train something tiny and play it in the arena: a linear policy, NumPy alone, about a minute.

pip install 'nokosu[gymnasium]'
python examples/tiny_policy.py train --minutes 1 tiny.npz
nokosu arena --bot 'tiny=cmd:python examples/tiny_policy.py play tiny.npz' --bot random --rounds 400

Training sees canonical colours: the network's actions name colours by the learner's own order. At a table an action
names the table's colours. `play` shows the way back: observe a view, choose, convert, answer.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nokosu.bots.neural.layout import AMOUNTS, SCALES
from nokosu.kernel import colours
from nokosu.kernel.actions import text_of
from nokosu.kernel.state import State
from nokosu.wire.struct import convert
from nokosu.wire.views import View, view_from_json

Array = NDArray[np.float32]
GAMES = 256
RATE = 1.0


def inputs(observations: NDArray[np.uint8]) -> Array:
    """Return the amounts of observations, about one in size, and a one."""
    amounts = observations[:, :AMOUNTS] * np.array(SCALES, np.float32)
    return np.concatenate([amounts, np.ones((len(amounts), 1), np.float32)], axis=1, dtype=np.float32)


def chances(weights: Array, seen: Array, masks: NDArray[Any]) -> Array:
    """Return the policy: softmax over the legal actions."""
    logits = np.where(masks != 0, seen @ weights, -np.inf)
    odds = np.exp(logits - logits.max(1, keepdims=True))
    result: Array = odds / odds.sum(1, keepdims=True)
    return result


def train(minutes: float, to: Path) -> None:
    """REINFORCE: actions of rounds that went better than average become likelier."""
    import gymnasium  # noqa: PLC0415  (playing needs neither, and starts faster without)
    from rich.progress import Progress  # noqa: PLC0415  (the same)

    envs = gymnasium.make_vec("nokosu.research.gymnasium:nokosu/Nokosu-v0", GAMES, opponents="random")
    weights = np.zeros((AMOUNTS + 1, 161), np.float32)
    chance = np.random.default_rng(1)
    observations, infos = envs.reset(seed=1)
    average, end = 0.0, time.monotonic() + 60 * minutes
    rows: list[tuple[Array, Array, NDArray[np.int64]]] = []
    with Progress() as bar:
        task = bar.add_task("learning", total=60 * minutes)
        while time.monotonic() < end:
            seen, mask = inputs(observations), infos["action_mask"]
            likely = chances(weights, seen, mask)
            actions = (likely.cumsum(1) > chance.random((GAMES, 1))).argmax(1)
            rows.append((seen, likely, actions))
            observations, rewards, over, _, infos = envs.step(actions)
            if not over.all():  # rounds of one edition have equal length, so all games end together
                continue
            average += 0.05 * (rewards.mean() - average)
            worth = ((rewards - average) / GAMES)[:, None].astype(np.float32)
            for before, odds, chosen in rows:
                gain = -odds
                gain[np.arange(GAMES), chosen] += 1
                weights += RATE * before.T @ (gain * worth)
            rows.clear()
            left = end - time.monotonic()
            bar.update(task, completed=60 * minutes - left, description=f"margin {20 * average:+.1f}")
    np.savez(to, weights=weights)
    print(f"{20 * average:+.2f} points per round more than the mean of three random players; written to {to}")


def choose(weights: Array, given: dict[str, Any]) -> str:
    """Return the policy's action for a view of the bot protocol."""
    view = view_from_json(convert(given, View))
    assert view.seat is not None
    state = State.from_view(view)
    order = state.colour_order(view.seat)
    mask = np.frombuffer(colours.to_canonical(order).mask(state.legal_mask()), np.uint8)[None]
    seen = inputs(np.frombuffer(state.observe(view.seat), np.uint8)[None])
    action = int(chances(weights, seen, mask)[0].argmax())
    return text_of(colours.to_table(order).action(action))


def play(weights: Array) -> None:
    """Speak the bot protocol (docs/bot-protocol.md)."""
    for line in sys.stdin:
        message = json.loads(line) if line.strip() else {}
        if message.get("type") == "hello":
            print(json.dumps({"type": "ready", "name": "tiny"}), flush=True)
        elif message.get("type") == "act":
            print(json.dumps({"id": message["id"], "action": choose(weights, message["view"])}), flush=True)
        elif message.get("type") == "end":
            break


def main() -> None:
    """Train or play."""
    parser = argparse.ArgumentParser(description="Train a tiny policy, or play as a bot with it.")
    commands = parser.add_subparsers(dest="command", required=True)
    learn = commands.add_parser("train", help="train against random players")
    learn.add_argument("--minutes", type=float, default=1, help="time to learn (default: 1)")
    learn.add_argument("file", type=Path, help="where to write the weights (.npz)")
    bot = commands.add_parser("play", help="answer the arena's questions on standard input")
    bot.add_argument("file", type=Path, help="weights to play with (.npz)")
    asked = parser.parse_args()
    if asked.command == "train":
        train(asked.minutes, asked.file)
    else:
        play(np.load(asked.file)["weights"])


if __name__ == "__main__":
    main()

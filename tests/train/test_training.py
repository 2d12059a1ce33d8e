"""A small network learns the game on a processor, and learns nothing from rewards that were shuffled."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from click.testing import CliRunner

from nokosu.bots.neural.layout import ACTIONS
from nokosu.bots.neural.network import Actor
from nokosu.bots.neural.weights import WeightsError, dumps, loads
from nokosu.cli import train
from nokosu.kernel.state import State
from nokosu.train import checkpoint
from nokosu.train.config import SMALL, Config, ConfigError, with_settings
from nokosu.train.evaluate import Margin, margin_over
from nokosu.train.export import export, start_from
from nokosu.train.inputs import Inputs
from nokosu.train.learn import anchor_loss, samples_of
from nokosu.train.loop import METRICS, Evaluation, Goal, Players, Run
from nokosu.train.rollout import ZEROS, Spent, Table, ruleset_of

TINY = replace(SMALL, games=64, batch=2048, others=("second:5", "first:3", "manual:3"))


def quiet(line: str) -> None:
    """What a run says is for people."""


def margin_after(config: Config, folder: Path, updates: int) -> Margin:
    run = Run(config, folder, quiet)
    run.train(Goal(updates=updates), Evaluation())
    # Drawn: the best action of a policy that knows nothing is a habit, and a habit can beat chance by chance.
    device = torch.device("cpu")
    return margin_over(
        run.average, "random", games=4000, seed=77, threads=2, device=device, dtype=torch.float32, drawn=True
    )


def test_a_small_network_learns_and_shuffled_rewards_teach_nothing(tmp_path: Path) -> None:
    learnt = margin_after(SMALL, tmp_path / "learnt", 40)
    control = margin_after(replace(SMALL, shuffle_rewards=True), tmp_path / "control", 40)
    sys.stdout.write(f"over random: {learnt}; with shuffled rewards: {control}\n")
    assert learnt.mean - learnt.half > 0
    assert control.mean - control.half <= 0


def test_a_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    run = Run(TINY, tmp_path, quiet)
    run.train(Goal(updates=2), Evaluation())
    run.save()
    again = Run(TINY, tmp_path, quiet, resume=tmp_path)
    assert (again.updates, again.decisions) == (run.updates, run.decisions)
    assert (tmp_path / "curves.svg").read_text("utf-8").count("<polyline") == len(METRICS)
    for mine, theirs in zip(run.actor.parameters(), again.actor.parameters(), strict=True):
        assert torch.equal(mine, theirs)
    assert checkpoint.about(tmp_path)[0] == TINY
    assert all(path.stat().st_size <= 16_000_000 for path in tmp_path.iterdir())
    again.train(Goal(updates=1), Evaluation())
    assert again.updates == 3


def test_a_folder_without_a_checkpoint_is_refused(tmp_path: Path) -> None:
    with pytest.raises(checkpoint.CheckpointError, match="holds no checkpoint"):
        Run(TINY, tmp_path, quiet, resume=tmp_path)


def test_settings_are_checked() -> None:
    assert with_settings(SMALL, {"games": "128", "shuffle_rewards": "true", "others": "first:3"}).games == 128
    assert with_settings(SMALL, {"trace": 0.5}).gae_lambda == 0.5  # its name in older checkpoints
    with pytest.raises(ConfigError, match="unknown setting speed"):
        with_settings(SMALL, {"speed": 3})
    with pytest.raises(ConfigError, match="setting games: expected int, found 'many'"):
        with_settings(SMALL, {"games": "many"})


def test_numpy_agrees_with_the_trained_network(tmp_path: Path) -> None:
    run = Run(TINY, tmp_path, quiet)
    run.train(Goal(updates=2), Evaluation())
    export(run, tmp_path, "a commit")
    network = loads((tmp_path / "weights.bin").read_bytes())
    start_from(run, tmp_path / "weights.bin")  # the rounded weights, in torch
    small, read = Actor(network), Inputs(torch.float32)
    for name in ("second:4", "first:3", "second:5"):
        state = State.from_seed(ruleset_of(name), bytes(32), 0, 1)
        while state.to_act is not None:
            observation = state.observe(state.to_act)
            with torch.no_grad():
                expected = run.average(read(torch.frombuffer(bytearray(observation), dtype=torch.uint8).unsqueeze(0)))
            for mine, theirs in zip(small(observation), expected, strict=True):
                assert np.allclose(mine, theirs[0].numpy(), atol=1e-3)
            state.step(state.legal()[0])


def test_weights_of_another_layout_are_refused() -> None:
    data = dumps({"actor.x": np.zeros((2, 2), np.float32)}, {})
    assert loads(data).tensors["actor.x"].shape == (2, 2)
    with pytest.raises(WeightsError, match="for observation layout"):
        loads(data.replace(b'"layout": "', b'"layout": "0', 1))
    with pytest.raises(WeightsError, match="not complete"):
        loads(data[:-1])
    with pytest.raises(WeightsError, match="not a file of network weights"):
        loads(b"{}\n")


def test_the_next_rounds_can_be_played_while_learning(tmp_path: Path) -> None:
    run = Run(replace(TINY, overlap=True), tmp_path, quiet)
    run.train(Goal(updates=3), Evaluation())
    assert (run.updates, run.decisions > 0) == (3, True)


def test_only_the_networks_own_seats_are_learnt_from(tmp_path: Path) -> None:
    config = replace(TINY, main="second:4:past", others=("second:4:club",), sure_share=1.0)
    run = Run(config, tmp_path, quiet)
    players = Players(run)
    rounds, decisions = players.rounds(Spent())
    samples = samples_of(rounds, run.learner.values, config, run.generator)
    players.close()
    assert decisions == 2 * 64 * 68
    games = samples.at % 64
    assert torch.equal(rounds.seats.flatten()[samples.at], games % 4)  # one seat per game, another one in each


def without_zeros(config: Config, folder: Path) -> Run:
    """A run whose policy hardly ever takes a zero contract."""
    run = Run(config, folder, quiet)
    with torch.no_grad():
        run.actor.heads.bias[:ACTIONS][torch.tensor(ZEROS)] = -12.0
    return run


def test_zero_contracts_are_forced_in_the_opening(tmp_path: Path) -> None:
    config = replace(TINY, main="second:4:past", others=("first:3",), zeros=0.3, sure_share=1.0)
    run = without_zeros(config, tmp_path)
    players = Players(run)
    rounds, _ = players.rounds(Spent())
    samples = samples_of(rounds, run.learner.values, config, run.generator)
    players.close()
    half, step, game = rounds.forced.nonzero().unbind(1)
    assert set(half.tolist()) == {0, 1}
    assert all(ZEROS[action] for action in rounds.actions[rounds.forced].tolist())
    assert rounds.masks[half, step, game, rounds.actions[half, step, game]].all()
    assert torch.equal(rounds.seats[0][rounds.forced[0]], game[half == 0] % 4)  # never a seat of others
    assert max(step[half == 0]) < 12
    # The policy hardly takes any, so only those that went well are learnt from,
    assert 0 < rounds.forced.flatten()[samples.at].sum() < len(half)
    # and nothing from the same seat's decisions before that.
    when = torch.zeros(2, 64, 5, dtype=torch.int64)
    when[half, game, rounds.seats[half, step, game]] = step
    assert when.max() > 4
    of, at, where = torch.unravel_index(samples.at, rounds.seats.shape)
    assert (at >= when[of, where, rounds.seats[of, at, where]]).all()


def test_a_policy_that_takes_no_zero_contracts_finds_them_again(tmp_path: Path) -> None:
    def chance(zeros: float) -> float:
        run = without_zeros(replace(SMALL, zeros=zeros), tmp_path / str(zeros))
        run.train(Goal(updates=12), Evaluation())
        table = Table(ruleset_of("second:4"), 256, seed=5, threads=2, device=torch.device("cpu"))
        logits = run.actor(run.learner.inputs(table.observations))[0].masked_fill(table.masks == 0, -1e9)
        return logits.softmax(1)[:, torch.tensor(ZEROS)].sum(1).mean().item()

    without, forced = chance(0.0), chance(0.1)
    sys.stdout.write(f"chance of a zero contract: {forced:.5f}; never made to take one: {without:.5f}\n")
    assert forced > 3 * without


def test_an_anchor_holds_all_but_the_zero_contracts(tmp_path: Path) -> None:
    def moved(anchor: float) -> tuple[float, float]:
        run = without_zeros(replace(SMALL, zeros=0.1, anchor=anchor), tmp_path / str(anchor))
        run.average.load_state_dict(run.actor.state_dict())
        table = Table(ruleset_of("second:4"), 256, seed=5, threads=2, device=torch.device("cpu"))
        read, zeros = run.learner.inputs(table.observations), torch.tensor(ZEROS)

        def logs() -> torch.Tensor:
            return run.actor(read)[0].masked_fill(table.masks == 0, -1e9).log_softmax(1).detach()

        before = logs()
        run.train(Goal(updates=12), Evaluation())
        after = logs()
        others = anchor_loss(after, before, table.masks, torch.ones(256)).item()
        return others, (after.exp() * zeros).sum(1).mean().item() / (before.exp() * zeros).sum(1).mean().item()

    (free, _), (held, zeros) = moved(0.0), moved(10.0)
    sys.stdout.write(f"moved by {free:.5f}; with an anchor by {held:.5f}, zero contracts {zeros:.1f} times as likely\n")
    assert held < free / 5
    assert zeros > 3


def test_a_rival_plays_its_seats_and_keeps_its_weights(tmp_path: Path) -> None:
    other = Run(TINY, tmp_path / "other", quiet)
    with torch.no_grad():  # it always takes the last legal action
        other.average.heads.weight.zero_()
        other.average.heads.bias[:ACTIONS] = 100.0 * torch.arange(ACTIONS)
    file = export(other, tmp_path / "other", "here")
    run = Run(replace(TINY, main="second:4:rival", rival=str(file)), tmp_path / "run", quiet)
    assert run.rival is not None
    before = [weight.clone() for weight in run.rival.parameters()]
    run.train(Goal(updates=1), Evaluation())
    assert all(map(torch.equal, before, run.rival.parameters()))
    rounds, _ = Players(run).rounds(Spent())
    last = (rounds.masks[0, :68, :, :ACTIONS] * torch.arange(ACTIONS)).amax(2)
    its = rounds.seats[0, :68] != torch.arange(64) % 4
    assert torch.equal(rounds.actions[0, :68][its], last[its])
    assert not torch.equal(rounds.actions[0, :68], last)


def test_a_rival_table_needs_a_rival(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="needs the setting rival"):
        Run(replace(TINY, main="second:4:rival"), tmp_path, quiet)
    with pytest.raises(ConfigError, match="setting rival: expected a file of weights"):
        Run(replace(TINY, main="second:4:rival", rival=str(tmp_path / "none")), tmp_path, quiet)


def test_an_unknown_opponent_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="unknown table second:4:greedy"):
        Run(replace(TINY, main="second:4:greedy"), tmp_path, quiet).train(Goal(updates=1), Evaluation())


def test_a_place_for_weights_that_cannot_be_made_is_refused_before_training(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    places = ["--out", str(tmp_path / "run"), "--export", str(tmp_path / "file/weights")]
    answer = CliRunner().invoke(train.command, ["--small", "--updates", "1", *places])
    assert answer.exit_code == 2
    assert "Not a directory" in answer.output
    assert not (tmp_path / "run/state.json").exists()

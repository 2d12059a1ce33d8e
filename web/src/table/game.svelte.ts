/** One table as somebody sees it: connection, what is shown, what may be done. Components read this and nothing else. */
import { flushSync } from "svelte";
import { go } from "../app/router.svelte";
import { settings } from "../app/settings.svelte";
import { t } from "../i18n/texts.svelte";
import { word } from "../i18n/words";
import type { AnyEntry, Clock, MatchEnded, Presence, ReactionName, Reason, ScoreLine, TableState, Update } from "../types";
import { announce } from "../ui/announce.svelte";
import { modalOpen } from "../ui/modal";
import { LocalConnection } from "../local/local-connection.svelte";
import { isLocal } from "../local/messages";
import { type ApiError, nonce } from "../wire/api";
import type { Command, Connection, Listener } from "../wire/connection";
import { ServerConnection } from "../wire/server-connection.svelte";
import { Alerts } from "./alerts";
import { Assists } from "./assists.svelte";
import { Chances } from "./chances.svelte";
import { Coach } from "./coach.svelte";
import { doneForYou, effectsOf, newsOf, noticeOf, scoreLines, tell } from "./effects";
import { rememberExpected } from "./expected";
import { seatNames } from "./names";
import { playedBy, spots } from "./places";
import { Presenter } from "./presenter.svelte";
import { REACTIONS } from "./reactions";
import { RoundLog } from "./round-log";
import type { ShownGame, ShownSeat, ShownTrick } from "./shown";
import { standing } from "./standing";

const REACTION_MS = 4000;
const NEWS_MS = 5000;
/** A forced move is shown before it is made, always for as long. */
const FORCED_MS = 700;

export class Game implements ShownGame {
  table = $state.raw<TableState | null>(null);
  clock = $state.raw<Clock>({});
  /** When the clock was told, by this machine's own clock. */
  clockAt = $state(0);
  presence = $state.raw<Presence>({ here: [] });
  /** Score lines by round, for the sheet. */
  lines = $state.raw(new Map<number, ScoreLine[]>());
  /** How the match ended, once it has. */
  outcome = $state.raw<MatchEnded | null>(null);
  /** Which round's result lies open; the newest when a round ends. */
  result = $state<number | null>(null);
  /** What the reader was last told: a refusal, or why a piece may not be played. */
  note = $state("");
  /** What just happened around the game, for a moment. */
  news = $state("");
  /** Whose action was the last of this round; it may be taken back until somebody else acts. */
  lastActed = $state<number | null>(null);
  /** A die of the middle whose trumps are marked in the hand. */
  preview = $state<string | null>(null);
  reactions = $state.raw<Record<number, ReactionName>>({});
  sending = $state(false);
  problem = $state.raw<ApiError | null>(null);
  log = $state.raw<{ seq: number; text: string }[]>([]);
  readonly connection: Connection;
  readonly presenter: Presenter;
  readonly assists = new Assists(this);
  readonly coach = new Coach(this);
  readonly chances = new Chances(this);
  readonly rounds = new RoundLog();
  private readonly alerts = new Alerts();
  private newest = 0;
  /** Up to here everything was spoken while a dialog lay over the table. */
  private spokenTo = 0;
  private forced: ReturnType<typeof setTimeout> | undefined;
  private forget: ReturnType<typeof setTimeout> | undefined;

  /** `holder`: whose seat this is on a device that is passed around; null while nobody holds it. */
  constructor(
    readonly id: string,
    readonly holder: number | null = null,
  ) {
    this.presenter = new Presenter((entries, update) => this.shownNow(entries, update));
    const listener: Listener = {
      update: (update, first) => this.heard(update, first),
      presence: (message) => {
        this.presence = message.presence;
        this.setClock(message.clock);
      },
      closing: (message) => {
        if (!message.again) this.note = word(message.reason, this.names);
      },
      gone: (error) => {
        this.problem = error;
      },
    };
    this.connection = this.local ? new LocalConnection(id, listener, holder) : new ServerConnection(id, listener);
  }

  /** Whether this table is on this device: dealt and played here, known to no server. */
  get local(): boolean {
    return isLocal(this.id);
  }

  /** Whether several people pass this device around. */
  get shared(): boolean {
    return this.local && (this.table?.seats.filter((each) => each.kind === "person").length ?? 0) > 1;
  }

  readonly view = $derived.by(() => this.presenter.shown?.view ?? null);
  readonly help = $derived.by(() => this.presenter.shown?.help ?? null);
  readonly seat = $derived.by(() => this.presenter.shown?.seat ?? null);
  readonly players = $derived.by(() => this.table?.seats.length ?? this.view?.cards_left.length ?? 4);
  readonly spots = $derived.by(() => spots(this.players, this.seat));
  readonly seats = $derived.by((): ShownSeat[] =>
    (this.table?.seats ?? []).map((each, seat) => ({ ...each, away: each.kind === "person" && this.presence.here[seat] === false })),
  );
  /** What others hold stays with the server. */
  readonly hands: readonly null[] = [];
  readonly names = $derived.by(() => seatNames(this.table?.seats ?? []));
  readonly legal = $derived.by(() => {
    const settled = this.presenter.current && !this.sending && this.table?.status === "playing";
    return settled ? (this.view?.legal ?? []) : [];
  });
  readonly myTurn = $derived.by(() => this.legal.length > 0);
  /** Whether it is one's turn by the newest update, though the table may not show it yet. */
  readonly called = $derived.by(() => !!this.presenter.newest?.view?.legal?.length && this.table?.status === "playing");
  /** By the newest view, as the clock is: it may run before the table shows that. */
  readonly thinking = $derived.by(() => (this.table?.status === "playing" ? (this.presenter.newest?.view?.to_act ?? null) : null));
  /** Whether reactions can be sent: people around one device talk. */
  readonly mayReact = $derived.by(() => this.seat !== null && !this.shared);
  readonly isHost = $derived.by(() => this.table?.host !== null && this.table?.host === this.seat);
  readonly over = $derived.by(() => this.table?.status === "finished" || this.table?.status === "abandoned");
  /** Tricks won by each seat; the one that still lies on the table is counted when it is collected. */
  readonly won = $derived.by(() => {
    const lying = this.presenter.finished?.winner;
    return (this.view?.won ?? []).map((won, seat) => (seat === lying ? won - 1 : won));
  });
  /** The trick on the table: one that was just finished, for a moment, else the open one. */
  readonly trick = $derived.by((): ShownTrick => {
    const done = this.presenter.finished;
    if (done) return { plays: playedBy(done.leader, done.plays, this.players), winner: done.winner, done: true };
    const open = this.view?.trick;
    const leading = this.help?.leading?.seat ?? null;
    return { plays: open ? playedBy(open.leader, open.plays, this.players) : [], winner: leading, done: false };
  });

  /** The die that is left over is becoming the trump die. */
  readonly moment = $derived.by(() => this.presenter.moment);

  open(): void {
    this.connection.open();
  }

  /** Go on here, after another tab had the table or something could not be stored. */
  retry(): void {
    this.problem = null;
    this.connection.reopen();
  }

  close(): void {
    clearTimeout(this.forced);
    clearTimeout(this.forget);
    this.presenter.stop();
    this.connection.close();
  }

  /** The reader's own seat; on a device that is passed around, the reader is not known. */
  get reader(): number | null {
    return this.shared ? null : this.seat;
  }

  isMe(seat: number): boolean {
    return seat === this.reader;
  }

  nameOf(seat: number): string {
    return this.isMe(seat) ? t("web.you") : (this.names[seat] ?? "");
  }

  /** Do one of the legal actions. */
  async act(action: string): Promise<void> {
    if (!this.legal.includes(action)) return;
    clearTimeout(this.forced);
    this.sending = true;
    this.note = "";
    try {
      await this.command({ type: "move", expected_seq: this.newest, action });
    } finally {
      this.sending = false;
    }
  }

  /** Ask the table for something; a refusal is said, until something is done or happens. True when it was done. */
  async command(command: Command): Promise<{ done: boolean; table?: string | null }> {
    const answer = await this.connection.send(command);
    if (answer.type === "refusal") {
      this.explain(answer.reason);
      return { done: false };
    }
    this.note = "";
    return { done: true, table: answer.table ?? null };
  }

  /** Make the next table, or sit down at it where somebody has made it. */
  async rematch(): Promise<void> {
    const made = await this.command({ type: "rematch", nonce: nonce() });
    const next = made.table ?? this.table?.rematch;
    if (!next) return;
    rememberExpected(next, this.table?.seats ?? []);
    await go(`/t/${next}`);
  }

  explain(reason: Reason): void {
    this.note = word(reason, this.names);
    announce(this.note);
  }

  private setClock(clock: Clock): void {
    this.clock = clock;
    this.clockAt = Date.now();
  }

  private heard(update: Update, first: boolean): void {
    this.newest = update.seq;
    const asked = this.table?.take_back?.seat === this.seat && update.entries.some((each) => each.kind === "moved");
    if (update.table) this.table = update.table;
    if (asked && !first && !this.table?.take_back) {
      this.note = t("web.news.take-back-over");
      announce(this.note);
    }
    this.presence = update.presence;
    this.setClock(update.clock);
    const scored = scoreLines(update.entries);
    if (scored.size) this.lines = new Map([...this.lines, ...scored]);
    this.outcome = effectsOf(update.entries).find((effect) => effect.type === "ended") ?? this.outcome;
    this.rounds.happened(update.entries);
    this.remember(update.entries);
    for (const each of update.entries) {
      if (each.kind === "unseated" && each.why === "host" && each.seat === this.seat) {
        this.note = t("web.news.unseated-you");
        announce(this.note);
      }
      if (each.kind === "moved") this.lastActed = each.effects.some((one) => one.type === "dealt") ? null : each.seat;
      if (each.kind === "taken_back") this.lastActed = null;
    }
    if (!first && modalOpen()) this.speak(update.entries);
    this.presenter.push(update, first);
    // While the device is passed on, the page says to whom and nothing else.
    const passing = this.shared && update.seat === null;
    if (first && !passing) this.alerts.position(update, this.names, true);
    if (first && this.over) this.result = Math.max(-1, ...this.lines.keys());
    if (first) this.tellMissed(update);
    if (first) this.turn(update, update.entries);
  }

  /** Tell people who open the table again what was played in their place, until they act. */
  private tellMissed(update: Update): void {
    const missed = doneForYou(update.entries, update.seat, this.table?.settings.rated);
    if (!missed || this.over) return;
    this.note = missed;
    announce(missed);
  }

  /** The table waits behind an open dialog; who listens is told at once what happens at it. */
  private speak(entries: AnyEntry[]): void {
    this.spokenTo = Math.max(this.spokenTo, ...entries.map(({ seq }) => seq));
    for (const each of entries) {
      const asked = noticeOf(each, this.names, this.seat) || newsOf(each, this.names, this.seat, this.table?.settings.rated);
      if (asked) announce(asked);
    }
    this.alerts.happened(effectsOf(entries), this.names, this.seat, "spoken");
  }

  private remember(entries: AnyEntry[]): void {
    const fresh = entries.flatMap((each) =>
      effectsOf([each]).map((effect) => ({ seq: each.seq, text: tell(effect, this.names, this.reader) })),
    );
    this.log = standing([...this.log, ...fresh], entries);
  }

  /** Called when an update comes on the screen. */
  private shownNow(entries: AnyEntry[], update: Update): void {
    const effects = effectsOf(entries);
    for (const effect of effects) if (effect.type === "scored") this.result = effect.round;
    // The result opens first, so that what is announced now is heard in it.
    if (this.result !== null) flushSync();
    const told = entries.every(({ seq }) => seq <= this.spokenTo);
    this.alerts.happened(effects, this.names, this.seat, told ? "heard" : "both");
    for (const each of entries) {
      const news = newsOf(each, this.names, this.seat, this.table?.settings.rated);
      if (news) this.showNews(news, each.seq > this.spokenTo);
      if (each.kind === "reacted" && this.heeds(each.seat)) this.showReaction(each.seat, each.reaction);
      if (each.kind === "moved" && each.seat === this.seat) this.note = "";
      if (each.kind === "ended") this.result = Math.max(-1, ...this.lines.keys());
    }
    this.assists.happened(entries);
    this.coach.happened(entries);
    this.alerts.position(update, this.names, false);
    this.turn(update, entries);
  }

  private showNews(text: string, aloud = true): void {
    if (aloud) announce(text);
    this.note = "";
    this.news = text;
    clearTimeout(this.forget);
    this.forget = setTimeout(() => (this.news = ""), NEWS_MS);
  }

  /** Bots can be muted. */
  private heeds(seat: number): boolean {
    return settings.botReactions || this.table?.seats[seat]?.kind !== "bot";
  }

  private showReaction(seat: number, reaction: ReactionName): void {
    announce(`${this.nameOf(seat)}: ${t(REACTIONS[reaction])}`);
    this.reactions = { ...this.reactions, [seat]: reaction };
    setTimeout(() => {
      const { [seat]: _gone, ...rest } = this.reactions;
      this.reactions = rest;
    }, REACTION_MS);
  }

  /** Say that it is one's turn; make a forced move where that is wanted. */
  private turn(update: Update, entries: AnyEntry[]): void {
    clearTimeout(this.forced);
    const legal = update.view?.legal ?? [];
    const mine = legal.length > 0 && this.table?.status === "playing";
    const newest = update.seq === this.newest;
    this.alerts.turn(entries, mine, newest, update);
    const only = legal[0];
    if (settings.autoForced && mine && newest && legal.length === 1 && only) {
      this.forced = setTimeout(() => void this.act(only), FORCED_MS);
    }
  }
}

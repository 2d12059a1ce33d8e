/**
 * The review of one match: opened where it is kept, else made, on this device where it can and by the server else.
 * What is found is there as it comes.
 */
import { settings } from "../app/settings.svelte";
import { plainHost } from "../app/site";
import { mark } from "../i18n/texts.svelte";
import { word } from "../i18n/words";
import { localHost } from "../local/host.svelte";
import { hasKernel } from "../local/has-kernel";
import { isLocal } from "../local/messages";
import { networkHere } from "../local/play";
import { recordText, type Source, sourceOf } from "../replay/source";
import type { Judgement, Position, RecordSummary, ReplayRound, Review, ReviewStep } from "../types";
import { ApiError, get } from "../wire/api";
import { addQuestions, keepReview, type KeptReview, keptReview, reviewId } from "./kept";
import type { Point } from "./position-game.svelte";
import { chosenFor, DAY, type Question, questionId } from "./questions";
import { isMistake, kindOf } from "./verdicts";

type Depth = "quick" | "deep";
const UNABLE = { message: mark("web.review.unable"), params: {} };
const keyOf = ({ round, decision }: Pick<Judgement, "round" | "decision">) => `${round} ${decision}`;

export class ReviewRun {
  summary = $state.raw<RecordSummary | null>(null);
  review = $state.raw<Review | null>(null);
  /** What is judged so far, while a review runs. */
  private found = $state.raw<ReadonlyMap<string, Judgement>>(new Map());
  private rounds = $state.raw<ReadonlyMap<number, ReplayRound>>(new Map());
  running = $state<Depth | null>(null);
  done = $state(0);
  total = $state(0);
  problem = $state("");
  /** Whether the network's weights are on this device. */
  network = $state(false);
  /** The network is being fetched. */
  fetching = $state(false);
  private readonly source: Source;
  private job: number | null = null;
  private closed = false;
  /** How many judgements of this run have come. */
  private heard = 0;

  constructor(
    readonly record: string,
    readonly seat: number,
    /** One's own seat, not somebody else's that one looks over the shoulder of. */
    private readonly mine: boolean,
  ) {
    this.source = sourceOf(record);
  }

  readonly decisions = $derived.by((): readonly Judgement[] => {
    if (this.running === null && this.review) return this.review.decisions;
    const all = new Map((this.review?.decisions ?? []).map((each) => [keyOf(each), each]));
    for (const [key, each] of this.found) all.set(key, each);
    return [...all.values()].sort((a, b) => a.round - b.round || a.decision - b.decision);
  });
  /** Whether this device judges; else the server does. */
  readonly here = settings.device && localHost.possible && hasKernel;
  /** Whether nobody can: a match of a device without the kernel. */
  readonly unable = $derived.by(() => !this.here && (isLocal(this.record) || plainHost));

  /** Open what is kept, or begin. */
  async open(): Promise<void> {
    try {
      this.summary = await this.source.summary();
      this.network = this.here ? await networkHere() : true;
      const kept = await keptReview(this.record, this.seat);
      this.review = kept?.review ?? null;
      if (this.review) {
        this.network ||= this.review.network;
        await this.look(0);
        await this.look((this.summary?.rounds ?? 1) - 1);
        return;
      }
      if (this.unable) throw new ApiError(0, UNABLE);
      this.take(kept?.partial ?? []);
      await this.start("quick");
    } catch (error) {
      this.fail(error);
    }
  }

  /** Judge the whole match; what was judged before, the same way, is not judged again. */
  async start(depth: Depth): Promise<void> {
    if (this.running !== null) return;
    this.running = depth;
    this.problem = "";
    [this.done, this.total, this.heard] = [0, this.review?.total ?? 0, 0];
    try {
      if (this.here) await this.onDevice(depth);
      else await this.atServer(depth);
    } catch (error) {
      this.running = null;
      this.fail(error);
    }
  }

  /** Fetch the second judge, and let it look. */
  async fetchNetwork(): Promise<void> {
    this.fetching = true;
    this.problem = "";
    try {
      await localHost.ask("network", {});
      this.network = true;
    } catch (error) {
      this.fail(error);
    } finally {
      this.fetching = false;
    }
    if (this.network && !this.closed) {
      this.stop();
      await this.start("quick");
    }
  }

  /** Stop; what was found stays. */
  stop(): void {
    if (this.job !== null) localHost.stopReview(this.job);
    this.job = null;
    this.running = null;
  }

  /** The page is left. */
  close(): void {
    this.closed = true;
    const unfinished = this.running !== null && this.review === null && this.found.size > 0;
    this.stop();
    if (unfinished) void this.keep(null, [...this.found.values()]).catch(() => undefined);
  }

  /** A position of the match, once its round is here; asks for it otherwise. */
  positionAt(round: number, decision: number): Position | undefined {
    return this.rounds.get(round)?.positions.find((each) => each.decision === decision);
  }

  pointOf({ round, decision }: Pick<Judgement, "round" | "decision">): Point | null {
    const position = this.positionAt(round, decision);
    return position && this.summary ? { position, seats: this.summary.seats } : null;
  }

  /** Totals of all seats at the end, once the last round is here. */
  readonly totals = $derived.by(() => this.rounds.get((this.summary?.rounds ?? 0) - 1)?.lines.map(({ total }) => total) ?? []);

  /** Fetch a round, for its pictures. */
  async look(round: number): Promise<void> {
    if (this.rounds.has(round)) return;
    const data = await this.source.round(round);
    this.rounds = new Map([...this.rounds, [round, data]]);
  }

  private async onDevice(depth: Depth): Promise<void> {
    const text = isLocal(this.record) ? {} : { text: await recordText(this.record) };
    // Judged without the second judge, nothing counts once it is here.
    const known = this.decisions.filter(({ candidates }) => candidates.some(({ judges }) => judges.some(({ judge }) => judge === "network")) === this.network);
    await new Promise<void>((finished, failed) => {
      const job = localHost.hearReview((found) => {
        if (found.refused) failed(new ApiError(409, found.refused));
        else this.hear(found).then((over) => over && finished(), failed);
      });
      this.job = job;
      const { record: table, seat, network } = this;
      localHost.ask("review", { job, table, name: settings.name, ...text, seat, depth, network, known }).catch(failed);
    });
  }

  private async atServer(depth: Depth): Promise<void> {
    while (this.running === depth && !this.closed) {
      const query = new URLSearchParams({ depth, after: String(this.heard) }).toString();
      if (await this.hear(await get<ReviewStep>(`/api/records/${this.record}/review/${this.seat}?${query}`))) return;
    }
  }

  /** Take what was found; true where that was all. */
  private async hear({ judged, done, total, review }: ReviewStep): Promise<boolean> {
    if (this.closed) return true;
    this.take(judged);
    this.heard += judged.length;
    [this.done, this.total] = [done, total];
    if (!review) return false;
    await this.finish(review);
    return true;
  }

  private take(judged: readonly Judgement[]): void {
    if (judged.length) this.found = new Map([...this.found, ...judged.map((each) => [keyOf(each), each] as const)]);
    for (const each of judged) {
      if (isMistake(each) || each.verdict === "unsure") void this.look(each.round).catch(() => undefined);
    }
  }

  private async finish(review: Review): Promise<void> {
    const rounds = new Set([0, (this.summary?.rounds ?? 1) - 1, ...review.decisions.filter(isMistake).map(({ round }) => round)]);
    const asked = chosenFor(review.decisions);
    for (const { round } of asked) rounds.add(round);
    for (const round of rounds) await this.look(round);
    [this.review, this.running, this.job, this.found] = [review, null, null, new Map()];
    await this.keep(review, []);
    if (this.mine) await addQuestions(asked.flatMap((each) => this.questionOf(each)));
  }

  private questionOf(judgement: Judgement): Question[] {
    const point = this.pointOf(judgement);
    if (!point) return [];
    const kind = kindOf(judgement, point.position);
    const id = questionId(this.record, judgement);
    // A day later, unless somebody practises now.
    return [{ id, record: this.record, judgement, point, kind, fine: !isMistake(judgement), box: 0, due: Date.now() + DAY }];
  }

  private async keep(review: Review | null, partial: Judgement[]): Promise<void> {
    const { record, seat, mine, summary } = this;
    const lost: KeptReview["lost"] = {};
    for (const each of (review?.decisions ?? []).filter(isMistake)) {
      const kind = kindOf(each, this.positionAt(each.round, each.decision));
      lost[kind] = (lost[kind] ?? 0) + each.loss;
    }
    const ended = summary?.ended || Date.now();
    const { edition = "", players = 0 } = summary?.ruleset ?? {};
    await keepReview({ id: reviewId(record, seat), record, seat, ended, edition, players, mine, review, partial, lost });
  }

  private fail(error: unknown): void {
    this.problem = error instanceof ApiError ? word(error.reason) : String(error);
  }
}

/** Quiet sounds, made on the spot; none unless they are wanted. */
import { settings } from "../app/settings.svelte";

export type SoundName = "play" | "die" | "collect" | "deal" | "turn";
type Note = [hertz: number, start: number, length: number, kind: OscillatorType];

const NOTES: Record<SoundName, Note[]> = {
  play: [[190, 0, 0.07, "triangle"]],
  die: [
    [520, 0, 0.03, "square"],
    [430, 0.05, 0.03, "square"],
    [470, 0.1, 0.03, "square"],
  ],
  collect: [
    [240, 0, 0.08, "triangle"],
    [180, 0.07, 0.1, "triangle"],
  ],
  deal: [0, 1, 2, 3].map((step): Note => [300 + 15 * step, step * 0.07, 0.03, "triangle"]),
  turn: [
    [587, 0, 0.12, "sine"],
    [784, 0.12, 0.2, "sine"],
  ],
};
const LOUDNESS = 0.05;
const LATE_MS = 300;

let context: AudioContext | null = null;

export function sound(name: SoundName): void {
  if (!settings.sounds || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "running") {
    play(context, name);
    return;
  }
  // A page that nobody has touched yet is silent; what it had to say is not said all at once later.
  const woken = context;
  const asked = Date.now();
  const late = () => Date.now() - asked > LATE_MS;
  void woken.resume().then(
    () => late() || play(woken, name),
    () => undefined,
  );
}

function play(context: AudioContext, name: SoundName): void {
  const now = context.currentTime;
  for (const [hertz, start, length, kind] of NOTES[name]) {
    const tone = context.createOscillator();
    const level = context.createGain();
    tone.type = kind;
    tone.frequency.value = hertz;
    level.gain.setValueAtTime(LOUDNESS, now + start);
    level.gain.exponentialRampToValueAtTime(0.0001, now + start + length);
    tone.connect(level).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}

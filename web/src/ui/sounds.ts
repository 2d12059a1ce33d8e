/** Sounds of the table, as loud as wanted; none unless they are wanted. */
import { settings } from "../app/settings.svelte";
import { schedule, type SoundName } from "./sound-design";

export type { SoundName };

const LATE_MS = 300;

let context: AudioContext | null = null;
let out: GainNode | null = null;

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
  out ??= new GainNode(context);
  out.connect(context.destination);
  // Loudness is heard by its ratio: half of the way sounds half as loud.
  out.gain.value = (settings.volume / 100) ** 2 * 2;
  schedule(out, name);
}

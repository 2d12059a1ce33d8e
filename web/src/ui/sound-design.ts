/**
 * How the table sounds, made on the spot, without files: dice on wood, a card on felt, a warm tone.
 * A knock is a burst of filtered noise with the tone of the wood under it; a brush is noise alone, soft at both ends.
 */
export type SoundName = "card" | "die" | "roll" | "sweep" | "turn" | "made" | "missed" | "points" | "trump";
type Sound =
  | { kind: "knock"; at: number; hertz: number; loud: number }
  | { kind: "brush"; at: number; hertz: number; loud: number; length: number }
  | { kind: "tone"; at: number; hertz: number; loud: number; length: number };

const knock = (at: number, hertz: number, loud: number): Sound => ({ kind: "knock", at, hertz, loud });
const brush = (at: number, hertz: number, loud: number, length: number): Sound => ({ kind: "brush", at, hertz, loud, length });
const tone = (at: number, hertz: number, loud: number, length: number): Sound => ({ kind: "tone", at, hertz, loud, length });

/** Seconds from now, hertz, loudness, seconds. */
export const SOUNDS: Record<SoundName, Sound[]> = {
  card: [brush(0, 2400, 0.16, 0.09), knock(0.05, 130, 0.1)],
  die: [knock(0, 420, 0.3), knock(0.055, 520, 0.16), knock(0.1, 470, 0.08)],
  // A handful: many knocks, quick at first, then dying away.
  roll: [0, 0.03, 0.07, 0.1, 0.16, 0.21, 0.29, 0.38, 0.5].map((at, index) =>
    knock(at, 380 + ((index * 67) % 190), 0.3 - index * 0.028),
  ),
  sweep: [brush(0, 1500, 0.12, 0.22), brush(0.1, 900, 0.08, 0.2)],
  turn: [tone(0, 392, 0.09, 0.5), tone(0.13, 587.33, 0.08, 0.7)],
  made: [knock(0, 420, 0.2), tone(0.04, 523.25, 0.08, 0.45), tone(0.12, 659.25, 0.07, 0.5)],
  missed: [knock(0, 300, 0.22), tone(0.05, 196, 0.09, 0.35)],
  trump: [knock(0, 360, 0.22), tone(0.1, 261.63, 0.08, 0.9), tone(0.22, 392, 0.07, 0.9), tone(0.36, 523.25, 0.05, 1)],
  points: [knock(0, 640, 0.12), knock(0.08, 700, 0.12), knock(0.16, 760, 0.12), tone(0.22, 783.99, 0.06, 0.5)],
};
/** A second of noise for each context. */
const NOISE = new WeakMap<BaseAudioContext, AudioBuffer>();

/** Play a sound from `start` seconds on into `out`. */
export function schedule(out: AudioNode, name: SoundName, start = out.context.currentTime): void {
  for (const each of SOUNDS[name]) {
    const at = start + each.at;
    if (each.kind === "tone") bell(out, at, each.hertz, each.loud, each.length);
    else if (each.kind === "brush") rustle(out, at, each.hertz, each.loud, each.length);
    else {
      rustle(out, at, each.hertz * 5, each.loud, 0.025);
      ring(out, at, each.hertz, each.loud, 0.06);
    }
  }
}

/** A warm tone: its octave and twelfth sound along softly and die away sooner. */
function bell(out: AudioNode, start: number, hertz: number, loud: number, length: number): void {
  ring(out, start, hertz, loud, length);
  ring(out, start, hertz * 2, loud * 0.35, length * 0.6);
  ring(out, start, hertz * 3, loud * 0.12, length * 0.35);
}

function ring(out: AudioNode, start: number, hertz: number, loud: number, length: number): void {
  const tone = out.context.createOscillator();
  tone.frequency.setValueAtTime(hertz, start);
  tone.connect(swell(out, start, loud, length, 0.004));
  tone.start(start);
  tone.stop(start + length);
}

function rustle(out: AudioNode, start: number, hertz: number, loud: number, length: number): void {
  const noise = whiteNoise(out.context);
  const source = out.context.createBufferSource();
  const filter = out.context.createBiquadFilter();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = hertz;
  filter.Q.value = 0.9;
  source.connect(filter).connect(swell(out, start, loud, length, length < 0.05 ? 0.001 : length / 3));
  source.start(start, Math.random() * 0.5, length);
}

/** Up within `rise` seconds, and down to nothing at the end. */
function swell(out: AudioNode, start: number, loud: number, length: number, rise: number): GainNode {
  const level = out.context.createGain();
  level.gain.setValueAtTime(0.0001, start);
  level.gain.exponentialRampToValueAtTime(loud, start + rise);
  level.gain.exponentialRampToValueAtTime(0.0001, start + length);
  level.connect(out);
  return level;
}

function whiteNoise(context: BaseAudioContext): AudioBuffer {
  const made = NOISE.get(context);
  if (made) return made;
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < data.length; index += 1) data[index] = Math.random() * 2 - 1;
  NOISE.set(context, buffer);
  return buffer;
}

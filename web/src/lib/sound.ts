/** Short sounds, made on the spot: struck glass. */
type Tone = readonly [frequency: number, after: number, loudness: number];

const SOUNDS: Record<string, readonly Tone[]> = {
  move: [[660, 0, 0.16]],
  other: [[495, 0, 0.14]],
  refusal: [
    [196, 0, 0.14],
    [185, 0.07, 0.1],
  ],
  turn: [
    [660, 0, 0.14],
    [880, 0.09, 0.16],
  ],
  end: [
    [523, 0, 0.14],
    [659, 0.11, 0.14],
    [784, 0.22, 0.18],
  ],
};
const LENGTH = 0.32;

let context: AudioContext | undefined;

export function play(name: 'move' | 'other' | 'refusal' | 'turn' | 'end'): void {
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    for (const tone of SOUNDS[name] ?? []) strike(context, tone);
  } catch {
    // a browser without sound
  }
}

function strike(audio: AudioContext, [frequency, after, loudness]: Tone): void {
  const begin = audio.currentTime + after;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(loudness, begin + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + LENGTH);
  gain.connect(audio.destination);
  for (const [part, share] of [
    [1, 1],
    [2.76, 0.25],
  ] as const) {
    const tone = audio.createOscillator();
    const quiet = audio.createGain();
    quiet.gain.value = share;
    tone.frequency.value = frequency * part;
    tone.connect(quiet).connect(gain);
    tone.start(begin);
    tone.stop(begin + LENGTH);
  }
}

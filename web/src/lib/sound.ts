/** Short synthesized sounds, like struck glass. */
import { preferences } from './preferences.svelte';

type Tone = readonly [frequency: number, delaySeconds: number, loudness: number];
export type Sound = 'move' | 'other' | 'refusal' | 'turn' | 'end';

const SOUNDS: Record<Sound, readonly Tone[]> = {
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
const TONE_SECONDS = 0.32;
const FULL_VOLUME = 1.4;
const PARTIALS = [
  { ratio: 1, loudness: 1 },
  { ratio: 2.76, loudness: 0.25 }, // inharmonic, which makes it sound like glass
];

let context: AudioContext | undefined;

export function playSound(sound: Sound): void {
  if (preferences.isMuted || !preferences.volume) return;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    for (const tone of SOUNDS[sound]) playTone(context, tone);
  } catch {
    // a browser without sound
  }
}

function playTone(audio: AudioContext, [frequency, delaySeconds, loudness]: Tone): void {
  const start = audio.currentTime + delaySeconds;
  const envelope = audio.createGain();
  envelope.gain.setValueAtTime(0, start);
  envelope.gain.linearRampToValueAtTime(loudness * FULL_VOLUME * preferences.volume, start + 0.006);
  envelope.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
  envelope.connect(audio.destination);
  for (const partial of PARTIALS) {
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    gain.gain.value = partial.loudness;
    oscillator.frequency.value = frequency * partial.ratio;
    oscillator.connect(gain).connect(envelope);
    oscillator.start(start);
    oscillator.stop(start + TONE_SECONDS);
  }
}

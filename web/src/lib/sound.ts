/** Short synthesized sounds, like struck glass. */
import type { ActionKind } from './action-kind';
import { preferences } from './preferences.svelte';

type Tone = readonly [frequency: number, delaySeconds: number, loudness: number];
export type Sound = 'move' | 'other' | 'refusal' | 'turn' | 'end';

const ACTIONS: Record<ActionKind, readonly Tone[]> = {
  place: [[660, 0, 0.16]],
  slide: [
    [587, 0, 0.1],
    [660, 0.06, 0.12],
  ],
  take: [
    [660, 0, 0.12],
    [440, 0.06, 0.14],
  ],
  gain: [
    [880, 0, 0.08],
    [1109, 0.06, 0.1],
  ],
  reveal: [
    [440, 0, 0.1],
    [554, 0.12, 0.12],
    [659, 0.24, 0.14],
  ],
};
const OTHERS_PITCH = 0.75; // the actions of others sound lower
const SOUNDS: Record<Exclude<Sound, 'move' | 'other'>, readonly Tone[]> = {
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

/** Play a sound. That of a move depends on what the move did. */
export function playSound(sound: Sound, action: ActionKind = 'place'): void {
  if (preferences.isMuted || !preferences.volume) return;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    for (const tone of tonesOf(sound, action)) playTone(context, tone);
  } catch {
    // a browser without sound
  }
}

function tonesOf(sound: Sound, action: ActionKind): readonly Tone[] {
  if (sound === 'move') return ACTIONS[action];
  if (sound !== 'other') return SOUNDS[sound];
  return ACTIONS[action].map(([frequency, delay, loudness]) => [
    frequency * OTHERS_PITCH,
    delay,
    loudness * 0.9,
  ]);
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

import { randomFrom } from './random.ts';

const rate = 16_000;
// a pentatonic scale from C4: any order of its notes is harmonious
const scale = [261.63, 293.66, 329.63, 392, 440, 523.25, 587.33];
const noteSeconds = 0.5;

/** A slow melody of some ten seconds, 16 bits and one channel. */
export function makeWav(seed: number, notes = 20): Buffer {
  const random = randomFrom(seed);
  const samples = new Int16Array(Math.round(rate * noteSeconds * (notes + 2)));
  let step = random.int(1, scale.length - 2);
  for (let note = 0; note < notes; note++) {
    step = Math.min(scale.length - 1, Math.max(0, step + random.int(-2, 2)));
    pluck(samples, Math.round(note * noteSeconds * rate), scale[step] ?? 440);
  }
  const data = Buffer.from(samples.buffer);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** A plucked tone that decays over three notes. */
function pluck(samples: Int16Array, start: number, pitch: number): void {
  const length = Math.min(samples.length - start, rate * noteSeconds * 3);
  for (let at = 0; at < length; at++) {
    const time = at / rate;
    const swell = Math.min(1, time / 0.01) * Math.exp(-time * 3.2);
    const wave = Math.sin(2 * Math.PI * pitch * time) + 0.3 * Math.sin(4 * Math.PI * pitch * time);
    samples[start + at] = (samples[start + at] ?? 0) + Math.round(6500 * swell * wave);
  }
}

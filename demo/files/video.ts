import { type SKRSContext2D, createCanvas } from '@napi-rs/canvas';
import { randomFrom } from './random.ts';
import { keyFrameOf, writeWebm } from './webm.ts';

const [width, height, rate] = [480, 270, 10];

interface Scene {
  hue: number;
  boats: { x: number; y: number; speed: number; size: number }[];
  ridge: number[];
}

/** A video without sound: boats on a river, the sun crossing the sky. */
export async function makeVideo(seed: number, seconds = 6): Promise<Buffer> {
  const random = randomFrom(seed);
  const scene: Scene = {
    hue: random.int(195, 215),
    boats: Array.from({ length: 4 }, (_, at) => ({
      x: random.int(0, width),
      y: 185 + at * 20,
      speed: random.int(24, 60) * (at % 2 ? -1 : 1),
      size: 12 + at * 4,
    })),
    ridge: Array.from({ length: 9 }, () => random.int(90, 140)),
  };
  const canvas = createCanvas(width, height);
  const frames: Buffer[] = [];
  for (let at = 0; at < seconds * rate; at++) {
    draw(canvas.getContext('2d'), scene, at / rate / seconds);
    frames.push(keyFrameOf(await canvas.encode('webp', 60)));
  }
  return writeWebm(frames, { width, height, rate });
}

function draw(context: SKRSContext2D, { hue, boats, ridge }: Scene, part: number): void {
  const sky = context.createLinearGradient(0, 0, 0, 160);
  sky.addColorStop(0, `hsl(${hue} 60% ${40 + 30 * Math.sin(part * Math.PI)}%)`);
  sky.addColorStop(1, 'hsl(32 70% 82%)');
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  context.fillStyle = 'hsl(42 90% 70%)';
  disc(context, { x: width * part, y: 110 - 80 * Math.sin(part * Math.PI), radius: 16 });
  context.fillStyle = `hsl(${hue} 24% 38%)`;
  context.beginPath();
  context.moveTo(0, 165);
  ridge.forEach((y, at) => context.lineTo((at * width) / (ridge.length - 1), y));
  context.lineTo(width, 165);
  context.fill();
  context.fillStyle = `hsl(${hue} 45% 32%)`;
  context.fillRect(0, 160, width, height - 160);
  context.strokeStyle = 'rgb(255 255 255 / 18%)';
  for (let y = 170; y < height; y += 9) {
    context.beginPath();
    for (let x = 0; x <= width; x += 8) context.lineTo(x, y + Math.sin(x / 24 + part * 22 + y) * 2);
    context.stroke();
  }
  for (const boat of boats) {
    const x = (((boat.x + boat.speed * part * 6) % width) + width) % width;
    context.fillStyle = 'hsl(14 45% 34%)';
    context.fillRect(x - boat.size, boat.y, boat.size * 2, boat.size / 3);
    context.fillStyle = 'hsl(40 30% 94%)';
    context.beginPath();
    context.moveTo(x, boat.y - boat.size * 1.6);
    context.lineTo(x + boat.size * 0.9, boat.y - 2);
    context.lineTo(x, boat.y - 2);
    context.fill();
  }
}

function disc(context: SKRSContext2D, { x, y, radius }: { x: number; y: number; radius: number }): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Wish } from './prose.ts';
import { type Random, randomFrom } from './random.ts';

export const siteSize = [1600, 1067] as const;
const [width, height] = siteSize;

/** A view over a river with a bridge and a town behind it, as from a site camera. */
export function drawSite(context: SKRSContext2D, { seed }: Wish): void {
  const random = randomFrom(seed);
  const warm = random.int(0, 1) === 1;
  const sky = context.createLinearGradient(0, 0, 0, 620);
  sky.addColorStop(0, warm ? '#5b86b8' : '#3f7fc4');
  sky.addColorStop(1, warm ? '#f6d9b8' : '#dcebf7');
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  for (let depth = 0; depth < 3; depth++) hills(context, random, depth);
  town(context, random);
  const water = context.createLinearGradient(0, 620, 0, height);
  water.addColorStop(0, '#7fa6bd');
  water.addColorStop(1, '#2d5f7f');
  context.fillStyle = water;
  context.fillRect(0, 640, width, height);
  for (let count = 0; count < 260; count++) {
    const y = random.int(650, height);
    context.fillStyle = `rgb(255 255 255 / ${random.int(4, 16)}%)`;
    context.fillRect(random.int(0, width), y, (y - 600) / 4, 2);
  }
  bridge(context, random);
}

function hills(context: SKRSContext2D, random: Random, depth: number): void {
  context.fillStyle = `hsl(${205 - depth * 18} ${18 + depth * 6}% ${66 - depth * 12}%)`;
  const phase = random.next() * 6;
  context.beginPath();
  context.moveTo(0, 660);
  for (let x = 0; x <= width; x += 20)
    context.lineTo(x, 470 + depth * 55 - 60 * Math.sin(x / (260 - depth * 40) + phase) - 24 * Math.sin(x / 90 + phase * 2));
  context.lineTo(width, 660);
  context.fill();
}

function town(context: SKRSContext2D, random: Random): void {
  for (let x = random.int(0, 60); x < width; x += random.int(48, 110)) {
    const [wide, tall] = [random.int(34, 70), random.int(40, 210)];
    context.fillStyle = `hsl(${random.int(200, 222)} 14% ${random.int(46, 68)}%)`;
    context.fillRect(x, 640 - tall, wide, tall);
    context.fillStyle = 'rgb(255 244 214 / 45%)';
    for (let y = 650 - tall; y < 628; y += 16)
      for (let at = x + 6; at < x + wide - 8; at += 13) if (random.next() > 0.45) context.fillRect(at, y, 6, 8);
  }
}

function bridge(context: SKRSContext2D, random: Random): void {
  const deck = random.int(700, 760);
  context.fillStyle = '#59636e';
  context.fillRect(0, deck, width, 22);
  context.strokeStyle = 'rgb(60 68 78 / 80%)';
  context.lineWidth = 3;
  for (const tower of [420, 1180]) {
    context.fillStyle = '#6d7782';
    context.fillRect(tower - 14, deck - 330, 28, 560);
    for (let reach = 50; reach <= 380; reach += 55) {
      for (const side of [-1, 1]) {
        context.beginPath();
        context.moveTo(tower, deck - 320 + reach / 5);
        context.lineTo(tower + side * reach, deck);
        context.stroke();
      }
    }
  }
}

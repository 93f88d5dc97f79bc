import type { SKRSContext2D } from '@napi-rs/canvas';
import { label } from './drawing.ts';
import type { Wish } from './prose.ts';
import { randomFrom } from './random.ts';

export const productSize = [1200, 1200] as const;

/** A measuring instrument on a light table, as product photographs show it. */
export function drawProduct(context: SKRSContext2D, { seed }: Wish): void {
  const random = randomFrom(seed);
  const hue = random.int(0, 359);
  const light = context.createRadialGradient(600, 520, 100, 600, 600, 860);
  light.addColorStop(0, '#ffffff');
  light.addColorStop(1, '#cfd6de');
  context.fillStyle = light;
  context.fillRect(0, 0, ...productSize);
  const shadow = context.createRadialGradient(600, 960, 20, 600, 960, 420);
  shadow.addColorStop(0, 'rgb(20 30 45 / 45%)');
  shadow.addColorStop(1, 'rgb(20 30 45 / 0%)');
  context.fillStyle = shadow;
  context.save();
  context.translate(0, 768);
  context.scale(1, 0.2);
  context.fillRect(0, 0, 1200, 1900);
  context.restore();
  const body = context.createLinearGradient(300, 0, 900, 0);
  body.addColorStop(0, `hsl(${hue} 24% 26%)`);
  body.addColorStop(0.25, `hsl(${hue} 26% 52%)`);
  body.addColorStop(0.7, `hsl(${hue} 26% 40%)`);
  body.addColorStop(1, `hsl(${hue} 24% 20%)`);
  context.fillStyle = body;
  context.beginPath();
  context.roundRect(320, 260, 560, 700, 56);
  context.fill();
  context.fillStyle = '#101821';
  context.beginPath();
  context.roundRect(380, 330, 440, 250, 22);
  context.fill();
  label(context, `${random.int(10, 99)}.${random.int(10, 99)}`, {
    x: 780,
    y: 500,
    size: 120,
    colour: '#9be7c4',
    align: 'right',
    bold: true,
  });
  label(context, `LJ-${random.int(100, 999)}`, { x: 410, y: 380, size: 30, colour: '#7d8a99' });
  for (let at = 0; at < 6; at++) {
    context.fillStyle = at === 0 ? '#e4572e' : '#e8edf2';
    context.beginPath();
    context.arc(450 + (at % 3) * 150, 690 + Math.floor(at / 3) * 150, 46, 0, 2 * Math.PI);
    context.fill();
  }
}

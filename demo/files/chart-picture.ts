import type { SKRSContext2D } from '@napi-rs/canvas';
import { drawable, label } from './drawing.ts';
import type { Wish } from './prose.ts';
import { randomFrom } from './random.ts';

export const chartSize = [1280, 800] as const;
const [left, right, top, bottom] = [110, 1220, 130, 700];
const colours = ['#1c6bb8', '#e0803a'] as const;

/** Planned and real progress of twelve months, as columns with two lines above them. */
export function drawChart(context: SKRSContext2D, { title, seed }: Wish): void {
  const random = randomFrom(seed);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, ...chartSize);
  label(context, drawable(title, 'Monthly progress'), { x: left, y: 72, size: 32, bold: true, colour: '#0f172a' });
  label(context, 'Planned', { x: right - 190, y: 72, size: 18, colour: colours[0] });
  label(context, 'Actual', { x: right - 80, y: 72, size: 18, colour: colours[1] });
  grid(context);
  let [planned, actual] = [0, 0];
  const lines: [number, number][][] = [[], []];
  for (let month = 0; month < 12; month++) {
    const [step, done] = [random.int(4, 12), random.int(3, 12)];
    const x = left + ((month + 0.5) * (right - left)) / 12;
    for (const [at, value] of [step, done].entries()) {
      context.fillStyle = `${colours[at]}55`;
      context.fillRect(x - 26 + at * 26, bottom - value * 14, 24, value * 14);
    }
    planned = Math.min(100, planned + step);
    actual = Math.min(100, actual + done);
    lines[0]?.push([x, planned]);
    lines[1]?.push([x, actual]);
    label(context, `2026-${String(month + 1).padStart(2, '0')}`, { x, y: bottom + 34, size: 16, align: 'center', colour: '#64748b' });
  }
  lines.forEach((points, at) => line(context, points, colours[at] ?? '#000000'));
}

const heightOf = (percent: number): number => bottom - ((bottom - top) * percent) / 100;

function grid(context: SKRSContext2D): void {
  context.strokeStyle = '#e2e8f0';
  context.lineWidth = 1;
  for (let percent = 0; percent <= 100; percent += 20) {
    const y = heightOf(percent);
    context.beginPath();
    context.moveTo(left, y);
    context.lineTo(right, y);
    context.stroke();
    label(context, `${percent} %`, { x: left - 14, y: y + 6, size: 16, align: 'right', colour: '#64748b' });
  }
}

function line(context: SKRSContext2D, points: [number, number][], colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 4;
  context.beginPath();
  for (const [x, percent] of points) context.lineTo(x, heightOf(percent));
  context.stroke();
  context.fillStyle = colour;
  for (const [x, percent] of points) {
    context.beginPath();
    context.arc(x, heightOf(percent), 6, 0, 2 * Math.PI);
    context.fill();
  }
}

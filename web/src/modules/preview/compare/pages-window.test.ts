import { expect, it } from 'vitest';
import { placeBeside, risingLinks, swapSides } from './pages-window.tsx';

it('interpolates between linked places', () => {
  const links = risingLinks([
    [100, 200],
    [90, 250],
    [200, 400],
  ]);
  expect(links).toEqual([
    [100, 200],
    [200, 400],
  ]);
  expect([0, 50, 100, 150, 200, 260].map((height) => placeBeside(height, links))).toEqual([0, 100, 200, 300, 400, 460]);
  expect(placeBeside(300, swapSides(links))).toBe(150);
  expect(placeBeside(30, [])).toBe(30);
});

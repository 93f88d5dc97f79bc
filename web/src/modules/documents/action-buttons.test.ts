import { expect, test } from 'vitest';
import { fitting } from './action-buttons.tsx';

test('all buttons fit where there is room, else as many as leave room for the overflow button', () => {
  const labels = ['Open', 'Rename', 'Copy', 'Cut', 'Delete'];
  expect(fitting(labels, 1000)).toBe(5);
  expect(fitting(labels, 250)).toBeLessThan(4);
  expect(fitting(labels, 20)).toBe(0);
});

test('Chinese labels are wider than Latin ones', () => {
  expect(fitting(['重命名文件夹', '复制到剪贴板'], 200)).toBe(1);
  expect(fitting(['rename', 'copyto'], 200)).toBe(2);
});

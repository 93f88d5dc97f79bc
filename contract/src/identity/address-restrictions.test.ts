import { expect, test } from 'vitest';
import { addressKey, isLoopback, isWithin, parseRange } from './address-restrictions.ts';

const has = (range: string, address: string): boolean | undefined => {
  const [parsed, key] = [parseRange(range), addressKey(address)];
  return parsed && key !== undefined ? isWithin(parsed, key) : undefined;
};

test.each([
  ['10.0.0.0/8', '10.255.255.255', true],
  ['10.0.0.0/8', '11.0.0.0', false],
  ['10.0.0.77/24', '10.0.0.1', true],
  ['10.0.0.5', '10.0.0.5', true],
  ['10.0.0.5', '::ffff:10.0.0.5', true],
  ['10.0.0.5', '10.0.0.6', false],
  ['0.0.0.0/0', '255.255.255.255', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['::/0', '10.0.0.1', true],
  ['10.0.0.9 - 10.0.0.20', '10.0.0.10', true],
  ['10.0.0.9–10.0.0.20', '10.0.0.21', false],
  ['2001:db8::/32', '2001:DB8:ffff::1', true],
  ['2001:db8::/32', '2001:db9::', false],
  ['2001:db8::1-2001:db8::ff', '2001:db8::10', true],
  ['fe80::/10', 'fe80::1%eth0', true],
])('%s and %s: %s', (range, address, inside) => {
  expect(has(range, address)).toBe(inside);
});

test.each([
  '',
  'x',
  '10.0.0',
  '10.0.0.256',
  '10.0.0.01',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0.9-10.0.0.1',
  '10.0.0.1-::1',
])('"%s" is no range', (text) => expect(parseRange(text)).toBeUndefined());
test.each([':::', '1::2::3', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '::12345', '2001:db8::/129', ':1', '1:2:3:4:5:6:7::8:9'])(
  '"%s" is not IPv6',
  (text) => expect(parseRange(text)).toBeUndefined(),
);

test('loopback', () => {
  for (const own of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) expect([own, isLoopback(own)]).toEqual([own, true]);
  for (const other of ['10.0.0.1', '::2', '128.0.0.1', '']) expect([other, isLoopback(other)]).toEqual([other, false]);
});

import { afterAll, expect, test, vi } from 'vitest';

vi.useFakeTimers();
// its timer begins when it is loaded
vi.resetModules();
const { takeStarted, takeStartedBytes } = await import('./started-calls.ts');
afterAll(() => void vi.useRealTimers());

const answer = () => Promise.resolve(new Response());

test('an answer in progress is given to exactly that call of that session, once', () => {
  const own = { key: 'GET /session/current ', token: 'mine', answer: answer() };
  globalThis.startedCalls = [own];
  expect(takeStarted('GET /session/current ', 'of another')).toBeUndefined();
  expect(takeStarted('POST /document/preView {"id":"1"}', 'mine')).toBeUndefined();
  expect(takeStarted('GET /session/current ', 'mine')).toBe(own.answer);
  expect(takeStarted('GET /session/current ', 'mine')).toBeUndefined();
});

test('what the first page did not take is given to no later one', () => {
  const bytes = Promise.resolve(undefined);
  globalThis.startedCalls = [{ key: 'GET / ', token: 'mine', answer: answer() }];
  globalThis.startedBytes = { url: '/file/1', bytes };
  expect(takeStartedBytes('/file/2')).toBeUndefined();
  vi.advanceTimersByTime(10_000);
  expect([takeStarted('GET / ', 'mine'), takeStartedBytes('/file/1')]).toEqual([undefined, undefined]);
});

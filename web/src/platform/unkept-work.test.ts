import { beforeEach, expect, test, vi } from 'vitest';
import type * as UnkeptWork from './unkept-work.ts';

let work: typeof UnkeptWork;
beforeEach(async () => {
  vi.resetModules();
  work = await import('./unkept-work.ts');
});

const hold = (personId: string, isUnkept = true) => {
  const resume = vi.fn<() => void>();
  const release = work.holdWork({ personId, isUnkept: () => isUnkept, send: () => Promise.resolve(), resume });
  return { resume, release };
};

test('a page stays for unkept work alone', () => {
  expect(work.staysForWork()).toBe(false);
  const kept = hold('1', false);
  expect(work.staysForWork()).toBe(false);
  expect(work.useOwnSession.getState().state).toBe('valid');
  const unkept = hold('1');
  expect(work.staysForWork()).toBe(true);
  expect(work.useOwnSession.getState().state).toBe('ended');
  expect(work.goOnAs('1')).toBe(true);
  for (const { release } of [kept, unkept]) release();
});

test('nobody but its user goes on with unkept work', () => {
  const { release } = hold('1');
  work.staysForWork();
  for (const other of ['2', undefined]) {
    expect(work.goOnAs(other)).toBe(false);
    expect(work.useOwnSession.getState().state).toBe('foreign');
  }
  expect(work.goOnAs('1')).toBe(true);
  expect(work.useOwnSession.getState().state).toBe('valid');
  release();
});

test('a sign-out waits until another tab has sent what it holds', async () => {
  let isSent = false;
  const release = work.holdWork({
    personId: '1',
    isUnkept: () => !isSent,
    send: async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      isSent = true;
    },
    resume: () => undefined,
  });
  await work.sendWorkOfTabs();
  expect(isSent).toBe(true);
  release();
});

import { describe, expect, test } from 'vitest';
import { type UploadEntry, type UploadState, isSilent, pathBelow, secondsLeft, smoothSpeed, totalsOf } from './upload-entries.ts';

const entry = (id: string, state: UploadState, more: Partial<UploadEntry> = {}): UploadEntry => ({
  id,
  file: new File(['1234567890'], `${id}.txt`),
  drop: 1,
  parentId: '1',
  parentName: 'Plans',
  folderPath: '',
  onSameName: 'refuse',
  extract: false,
  state,
  sent: 0,
  speed: 0,
  ...more,
});

describe('the upload queue', () => {
  test('totals leave out skipped and failed files', () => {
    const totals = totalsOf([
      entry('a', 'done'),
      entry('b', 'sending', { sent: 4, speed: 100 }),
      entry('c', 'skipped'),
      entry('d', 'failed', { sent: 9 }),
      entry('e', 'paused', { sent: 1, speed: 50 }),
    ]);
    expect(totals).toMatchObject({ count: 5, done: 1, failed: 1, skipped: 1, active: 1, paused: 1, bytes: 30, sent: 15, speed: 100 });
  });

  test('speed is smoothed and time left follows from it', () => {
    expect(smoothSpeed(0, 500, 1000)).toBe(500);
    expect(smoothSpeed(300, 600, 1000)).toBe(400);
    expect(smoothSpeed(300, 600, 0)).toBe(300);
    expect(secondsLeft(1000, 300)).toBe(4);
    expect(secondsLeft(1000, 0)).toBeUndefined();
  });

  test('silence means a lost network only while bytes are left to send', () => {
    expect(isSilent(entry('a', 'sending', { sent: 4 }), 2500)).toBe(true);
    expect(isSilent(entry('a', 'sending', { sent: 4 }), 1500)).toBe(false);
    expect(isSilent(entry('a', 'sending', { sent: 10 }), 60_000)).toBe(false);
    expect(isSilent(entry('a', 'paused', { sent: 4 }), 60_000)).toBe(false);
    expect(totalsOf([entry('a', 'sending', { stalled: true }), entry('b', 'paused', { stalled: true })])).toMatchObject({
      active: 1,
      stalled: 1,
    });
  });

  test('the path below the folder', () => {
    expect(pathBelow('', 'a.txt')).toBe('a.txt');
    expect(pathBelow('x/y', 'a.txt')).toBe('x/y/a.txt');
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { silence, soundFrames } from '../../../test/media-file.ts';
import { isPlayableAsIs } from './playable-formats.ts';

const folder = mkdtempSync(join(tmpdir(), 'seen-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bytesOf = (letters: string): Buffer => Buffer.from(letters, 'latin1');
const { mp3, aac } = soundFrames;
const tag = (length: number): Buffer => Buffer.concat([bytesOf('ID3\x03\0\0\0\0\0'), Buffer.from([length]), Buffer.alloc(length)]);
const letter = Buffer.from(`\ufeff${'Confidential words. '.repeat(100)}`, 'utf16le');

it.each([
  ['mp3', mp3],
  ['mp3', Buffer.concat([tag(40), mp3])],
  ['mp3', mp3.subarray(0, mp3.length / 2)],
  ['aac', aac],
  ['wav', silence()],
  ['flac', Buffer.concat([tag(9), bytesOf('fLaC\0')])],
  ['mp4', bytesOf('\0\0\0 ftypisom')],
])('what begins as a sound or a film does is one: %s', async (ext, bytes) => {
  expect(await seen(ext, bytes)).toBe(true);
});

it.each([
  ['mp3', letter],
  ['aac', letter],
  ['mp3', Buffer.concat([tag(40), letter])],
  ['mp3', Buffer.concat([mp3.subarray(0, mp3.length / 2), letter])],
  ['mp3', aac],
  ['aac', bytesOf('ADIF and a letter')],
  ['aac', Buffer.concat([aac.subarray(0, 7), letter])],
  ['flac', Buffer.concat([tag(9), letter])],
  ['mp4', letter],
  ['mp3', bytesOf('')],
  ['txt', mp3],
])('what only has a beginning of one is none: %s', async (ext, bytes) => {
  expect(await seen(ext, bytes)).toBe(false);
});

function seen(ext: string, bytes: Buffer): Promise<boolean> {
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  return isPlayableAsIs(ext, path);
}

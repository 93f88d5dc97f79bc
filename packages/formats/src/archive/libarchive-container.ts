import { open } from 'node:fs/promises';
import startEngine, { type Engine } from 'libarchive.js/src/webworker/wasm-gen/libarchive.js';
import { type Job, TaskFailure } from '../task.ts';
import { type Container, type ContainerEntry, type ContainerListing, containerLimits, displayPath, isTooLarge } from './container.ts';
import { packedNames } from '../zip/zip-directory.ts';

const calls = (engine: Engine) => ({
  room: engine.cwrap('malloc', 'number', ['number']),
  open: engine.cwrap('archive_open', 'number', ['number', 'number', 'string', 'string']),
  next: engine.cwrap('get_next_entry', 'number', ['number']),
  data: engine.cwrap('get_filedata', 'number', ['number', 'number']),
  size: engine.cwrap('archive_entry_size', 'number', ['number']),
  name: engine.cwrap('archive_entry_pathname', 'number', ['number']),
  type: engine.cwrap('archive_entry_filetype', 'number', ['number']),
  nanoseconds: engine.cwrap('archive_entry_mtime_nsec', 'number', ['number']),
  isLocked: engine.cwrap('archive_entry_is_encrypted', 'number', ['number']),
  hasLocked: engine.cwrap('archive_read_has_encrypted_entries', 'number', ['number']),
  error: engine.cwrap('archive_error_string', 'number', ['number']),
});
type Calls = ReturnType<typeof calls>;

/** An archive in the memory of the engine. */
interface LoadedArchive {
  engine: Engine;
  call: Calls;
  at: number;
  size: number;
  /** Error messages of the engine when it cannot open an archive: its results are no archive then. */
  complaints: string[];
}

const kinds: Record<number, ContainerEntry['kind']> = { 0o100000: 'file', 0o040000: 'folder', 0o120000: 'link' };

/** Every format that libarchive reads: 7z, both rar formats, tar with any compression, iso. Undefined for any other format. */
export async function openLibarchive({ path, size, ext }: Job): Promise<Container | undefined> {
  if (size > containerLimits.held) throw new TaskFailure('too-large');
  const complaints: string[] = [];
  const engine = await startEngine({ print: () => undefined, printErr: (text) => void complaints.push(text) });
  const call = calls(engine);
  const loaded: LoadedArchive = { engine, call, at: call.room(size), size, complaints };
  const file = await open(path, 'r');
  try {
    for (let read = 0; read < size; ) {
      const { bytesRead } = await file.read(engine.HEAPU8, loaded.at + read, size - read, read);
      if (bytesRead === 0) throw new TaskFailure('broken');
      read += bytesRead;
    }
  } finally {
    await file.close();
  }
  const found = walk(loaded);
  if (found === undefined && complaints.some(isPassword)) throw new TaskFailure('encrypted');
  if (found === undefined && !complaints.some(isUnknown)) throw new TaskFailure('broken');
  if (found === undefined || (found.entries.length === 0 && ext === 'gz')) return undefined;
  // the engine reports no error for formats other than tar when it finds no list of entries
  if (found.entries.length === 0 && !tars.test(ext)) throw new TaskFailure('broken');
  return { list: async () => found, read: async (place) => bytesOf(loaded, place), close: () => undefined };
}

// the locale sets the encoding of the names
const begin = ({ call, at, size }: LoadedArchive): number => call.open(at, size, null, 'C.UTF-8');

function walk(loaded: LoadedArchive): ContainerListing | undefined {
  const { call } = loaded;
  const archive = begin(loaded);
  if (loaded.complaints.length > 0) return undefined;
  const raw: (Omit<ContainerEntry, 'path'> & { name: Buffer })[] = [];
  let walked = 0;
  let cut = false;
  for (let entry = call.next(archive); entry !== 0; entry = call.next(archive)) {
    cut = raw.length === containerLimits.entries || walked > containerLimits.walked;
    if (cut) break;
    const size = sizeOf(loaded, entry);
    walked += size;
    const kind = kinds[call.type(entry)] ?? 'other';
    const name = textAt(loaded.engine, call.name(entry));
    raw.push({ name, kind, size, time: timeOf(loaded, entry), locked: call.isLocked(entry) !== 0 });
  }
  const error = cut ? '' : textAt(loaded.engine, call.error(archive)).toString('latin1');
  if (raw.length === 0) {
    if (call.hasLocked(archive) > 0 || isPassword(error)) throw new TaskFailure('encrypted');
    if (error !== '') throw new TaskFailure('broken');
  }
  const names = packedNames(raw.map(({ name }) => ({ bytes: name, isUtf8: false })));
  const entries = raw.map(({ kind, size, time, locked }, at) => ({ path: displayPath(names[at] ?? ''), kind, size, time, locked }));
  return { entries, cut, damaged: error !== '' };
}

const isUnknown = (error: string): boolean => /unrecognized archive format/i.test(error);
const tars = /^t/;
const isPassword = (error: string): boolean => /encrypt|passphrase|password/i.test(error);

/** Offsets of an entry's modification time (seconds, nanoseconds) and size: the engine exports no seconds, and only the lower half of sizes. */
const offsetOf = { seconds: 48, nanoseconds: 56, size: 104 };

function timeOf({ engine, call }: LoadedArchive, entry: number): number {
  const view = new DataView(engine.HEAPU8.buffer);
  // no time where the engine's struct has another layout
  if (view.getUint32(entry + offsetOf.nanoseconds, true) !== call.nanoseconds(entry)) return 0;
  const time = Number(view.getBigInt64(entry + offsetOf.seconds, true)) * 1000;
  return time > 0 && time < 8e15 ? time : 0;
}

function sizeOf({ engine, call }: LoadedArchive, entry: number): number {
  const lower = call.size(entry) >>> 0;
  const whole = new DataView(engine.HEAPU8.buffer).getBigInt64(entry + offsetOf.size, true);
  if ((whole & 0xffff_ffffn) !== BigInt(lower) || whole < 0n) return lower;
  return Number(whole);
}

function textAt({ HEAPU8 }: Engine, at: number): Buffer {
  if (at === 0) return Buffer.alloc(0);
  const end = HEAPU8.indexOf(0, at);
  return Buffer.from(HEAPU8.slice(at, Math.max(at, Math.min(end, at + 4 * containerLimits.path))));
}

function bytesOf(loaded: LoadedArchive, place: number): Buffer {
  const { call, engine } = loaded;
  const archive = begin(loaded);
  let entry = call.next(archive);
  for (let at = 0; at < place && entry !== 0; at++) entry = call.next(archive);
  if (entry === 0 || kinds[call.type(entry)] !== 'file') throw new TaskFailure('unsupported');
  const size = sizeOf(loaded, entry);
  if (call.isLocked(entry) !== 0) throw new TaskFailure('encrypted');
  if (isTooLarge(size, loaded.size)) throw new TaskFailure('too-large');
  if (size <= 0) return Buffer.alloc(0);
  const at = call.data(archive, size);
  // engine memory ends below addresses that would be negative
  if (at <= 0) throw new TaskFailure(isPassword(textAt(engine, call.error(archive)).toString('latin1')) ? 'encrypted' : 'broken');
  return Buffer.from(engine.HEAPU8.slice(at, at + size).buffer);
}

import { open } from 'node:fs/promises';
import startEngine, { type Engine } from 'libarchive.js/src/webworker/wasm-gen/libarchive.js';
import { type Job, TaskFailure } from '../task.ts';
import { type Container, type ContainerEntry, type ContainerListing, containerLimits, displayPath, isTooLarge } from './container.ts';
import { packedNames } from './entry-names.ts';

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

/** An archive that stands in the memory of the engine. */
interface LoadedArchive {
  engine: Engine;
  call: Calls;
  at: number;
  size: number;
  /** What the engine says when it cannot open an archive: what it answers then is no archive. */
  complaints: string[];
}

const kinds: Record<number, ContainerEntry['kind']> = { 0o100000: 'file', 0o040000: 'folder', 0o120000: 'link' };

/** Every kind that libarchive reads: 7z, rar of both ages, tar however it is packed, iso. Undefined where it finds nothing that it knows. */
export async function openLibarchive({ path, size, ext }: Job): Promise<Container | undefined> {
  if (size > containerLimits.held) throw new TaskFailure('too-large');
  const complaints: string[] = [];
  const engine = await startEngine({ print: () => undefined, printErr: (text) => void complaints.push(text) });
  const call = calls(engine);
  const held: LoadedArchive = { engine, call, at: call.room(size), size, complaints };
  const file = await open(path, 'r');
  try {
    for (let read = 0; read < size; ) {
      const { bytesRead } = await file.read(engine.HEAPU8, held.at + read, size - read, read);
      if (bytesRead === 0) throw new TaskFailure('broken');
      read += bytesRead;
    }
  } finally {
    await file.close();
  }
  const found = walk(held);
  if (found === undefined && complaints.some(isPassword)) throw new TaskFailure('encrypted');
  if (found === undefined && !complaints.some(isUnknown)) throw new TaskFailure('broken');
  if (found === undefined || (found.entries.length === 0 && ext === 'gz')) return undefined;
  // the engine says nothing of these where it finds no list of what is in them
  if (found.entries.length === 0 && !tars.test(ext)) throw new TaskFailure('broken');
  return { list: async () => found, read: async (place) => bytesOf(held, place), close: () => undefined };
}

// the locale decides in what characters names come
const begin = ({ call, at, size }: LoadedArchive): number => call.open(at, size, null, 'C.UTF-8');

function walk(held: LoadedArchive): ContainerListing | undefined {
  const { call } = held;
  const archive = begin(held);
  if (held.complaints.length > 0) return undefined;
  const raw: (Omit<ContainerEntry, 'path'> & { name: Buffer })[] = [];
  let walked = 0;
  let cut = false;
  for (let entry = call.next(archive); entry !== 0; entry = call.next(archive)) {
    cut = raw.length === containerLimits.entries || walked > containerLimits.walked;
    if (cut) break;
    const size = sizeOf(held, entry);
    walked += size;
    const kind = kinds[call.type(entry)] ?? 'other';
    const name = textAt(held.engine, call.name(entry));
    raw.push({ name, kind, size, time: timeOf(held, entry), locked: call.isLocked(entry) !== 0 });
  }
  const error = cut ? '' : textAt(held.engine, call.error(archive)).toString('latin1');
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

/**
 * Where an entry keeps the second in which it was changed, the billionths of it, and its size: the engine gives out no seconds, and of
 * sizes the lower half.
 */
const placeOf = { seconds: 48, nanoseconds: 56, size: 104 };

function timeOf({ engine, call }: LoadedArchive, entry: number): number {
  const view = new DataView(engine.HEAPU8.buffer);
  // nothing is told where the engine lays its entries out in another way
  if (view.getUint32(entry + placeOf.nanoseconds, true) !== call.nanoseconds(entry)) return 0;
  const time = Number(view.getBigInt64(entry + placeOf.seconds, true)) * 1000;
  return time > 0 && time < 8e15 ? time : 0;
}

function sizeOf({ engine, call }: LoadedArchive, entry: number): number {
  const lower = call.size(entry) >>> 0;
  const whole = new DataView(engine.HEAPU8.buffer).getBigInt64(entry + placeOf.size, true);
  if ((whole & 0xffff_ffffn) !== BigInt(lower) || whole < 0n) return lower;
  return Number(whole);
}

function textAt({ HEAPU8 }: Engine, at: number): Buffer {
  if (at === 0) return Buffer.alloc(0);
  const end = HEAPU8.indexOf(0, at);
  return Buffer.from(HEAPU8.slice(at, Math.max(at, Math.min(end, at + 4 * containerLimits.path))));
}

function bytesOf(held: LoadedArchive, place: number): Buffer {
  const { call, engine } = held;
  const archive = begin(held);
  let entry = call.next(archive);
  for (let at = 0; at < place && entry !== 0; at++) entry = call.next(archive);
  if (entry === 0 || kinds[call.type(entry)] !== 'file') throw new TaskFailure('unsupported');
  const size = sizeOf(held, entry);
  if (call.isLocked(entry) !== 0) throw new TaskFailure('encrypted');
  if (isTooLarge(size, held.size)) throw new TaskFailure('too-large');
  if (size <= 0) return Buffer.alloc(0);
  const at = call.data(archive, size);
  // memory of the engine ends below what would look like less than nothing
  if (at <= 0) throw new TaskFailure(isPassword(textAt(engine, call.error(archive)).toString('latin1')) ? 'encrypted' : 'broken');
  return Buffer.from(engine.HEAPU8.slice(at, at + size).buffer);
}

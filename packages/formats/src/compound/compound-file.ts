import { TaskFailure } from '../task.ts';

const end = 0xffff_fffa;
const maxEntries = 50_000;
const maxRead = 64 * 1024 * 1024;

/** A stream of an OLE compound file, read only when asked for. */
export interface CompoundStream {
  name: string;
  /** The storages that contain it, from the top; for orphaned streams those of the root. */
  path: string[];
  size: number;
  read: () => Buffer;
}

/** Whether these are the first bytes of an OLE compound file: old Office, msg, and Office documents with a password. */
export function isCompound(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(8, bytes.length)).toString('hex') === 'd0cf11e0a1b11ae1';
}

/** All streams of a compound file in memory; broken chains end early and never loop. */
export function compoundStreams(file: Buffer): CompoundStream[] {
  if (!isCompound(file) || file.length < 512) throw new TaskFailure('broken');
  const sector = 1 << Math.min(file.readUInt16LE(30), 16);
  const chain = (table: number[], first: number): number[] => {
    const out: number[] = [];
    for (let at = first; at < end && out.length <= table.length && table[at] !== undefined; at = table[at] ?? end) out.push(at);
    return out;
  };
  const sectorAt = (at: number): Buffer => file.subarray((at + 1) * sector, (at + 2) * sector);
  const numbers = (sectors: number[]): number[] => sectors.flatMap((at) => words(sectorAt(at)));
  const table = numbers(tableSectors(file, sectorAt));
  const whole = (first: number): Buffer => Buffer.concat(chain(table, first).map(sectorAt));

  const directory = whole(file.readUInt32LE(48));
  const smallTable = numbers(chain(table, file.readUInt32LE(60)));
  const smallStore = directory.length >= 128 ? whole(directory.readUInt32LE(116)) : Buffer.alloc(0);
  const paths = pathsIn(directory);
  const streams: CompoundStream[] = [];
  for (let at = 0; at + 128 <= directory.length && streams.length < maxEntries; at += 128) {
    if (directory[at + 66] !== 2) continue;
    const name = nameAt(directory, at);
    const first = directory.readUInt32LE(at + 116);
    const size = directory.readUInt32LE(at + 120);
    const read = (): Buffer => {
      if (size > maxRead) throw new TaskFailure('too-large');
      const bytes =
        size < 4096
          ? Buffer.concat(chain(smallTable, first).map((small) => smallStore.subarray(small * 64, small * 64 + 64)))
          : whole(first);
      return bytes.subarray(0, size);
    };
    streams.push({ name, path: paths.get(at / 128) ?? [], size, read });
  }
  return streams;
}

const nameAt = (directory: Buffer, at: number): string =>
  directory.toString('utf16le', at, at + Math.max(0, Math.min(64, directory.readUInt16LE(at + 64)) - 2));

/** No program nests storages deeper than this. */
const maxDepth = 40;

/** The storages on the path to each entry of the directory, which is a tree of trees; none is visited twice. */
function pathsIn(directory: Buffer): Map<number, string[]> {
  const paths = new Map<number, string[]>();
  const left: [entry: number, path: string[]][] = directory.length >= 128 ? [[directory.readUInt32LE(76), []]] : [];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [entry, path] = next;
    const at = entry * 128;
    if (entry >= end || at + 128 > directory.length || paths.has(entry)) continue;
    paths.set(entry, path);
    left.push([directory.readUInt32LE(at + 68), path], [directory.readUInt32LE(at + 72), path]);
    if (directory[at + 66] === 1 && path.length < maxDepth) left.push([directory.readUInt32LE(at + 76), [...path, nameAt(directory, at)]]);
  }
  return paths;
}

/** The sectors with the allocation table: 109 in the header, more in a chain of their own. */
function tableSectors(file: Buffer, sectorAt: (at: number) => Buffer): number[] {
  const sectors = words(file.subarray(76, 512));
  const seen = new Set<number>();
  for (let at = file.readUInt32LE(68); at < end && !seen.has(at); ) {
    seen.add(at);
    const more = words(sectorAt(at));
    at = more.pop() ?? end;
    sectors.push(...more);
  }
  return sectors.filter((at) => at < end);
}

function words(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readUInt32LE(at * 4));
}

/** A stream by its name; an empty buffer where there is none. */
export function streamOf(streams: CompoundStream[], name: string): Buffer {
  return streams.find((stream) => stream.name === name)?.read() ?? Buffer.alloc(0);
}

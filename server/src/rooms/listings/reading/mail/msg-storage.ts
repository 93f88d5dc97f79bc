import { ofCodepage } from '../../../../ground/confined/extract/rtf-charsets.ts';
import { type CompoundStream, compoundStreams } from '../../../../ground/confined/extract/compound-file.ts';
import { detectEncoding } from '../../../../ground/text/decode.ts';

/** A storage of an Outlook message: the message, one of its recipients, or one of its files. */
export interface MsgStorage {
  /** A property that is text, by its number as four hexadecimal digits. */
  text(property: string): string | undefined;
  bytes(property: string): (() => Buffer) | undefined;
  size(property: string): number;
  /** A property of a fixed length, as eight bytes; by its number and type. */
  fixed(tag: number): Buffer | undefined;
  /** The storages in it whose names begin so, in their order. */
  within(beginning: string): MsgStorage[];
}

const codepageTags = [0x3ffd0003, 0x3fde0003];

/** Opens a message that is held whole. */
export function msgStorage(file: Buffer): MsgStorage {
  const streams = compoundStreams(file);
  const byPlace = new Map<string, CompoundStream>();
  const storages = new Map<string, Set<string>>();
  const narrow: Buffer[] = [];
  for (const stream of streams) {
    byPlace.set([...stream.path, stream.name].join('/'), stream);
    if (stream.name.endsWith('001E') && stream.size < 65_536) narrow.push(stream.read());
    for (const [depth, name] of stream.path.entries()) {
      const above = stream.path.slice(0, depth).join('/');
      storages.set(above, (storages.get(above) ?? new Set()).add(name));
    }
  }
  // one short line tells little of its encoding: all of them together do
  const guessed = detectEncoding(Buffer.concat(narrow));
  const storageAt = (path: string, headLength: number): MsgStorage => {
    const find = (name: string): CompoundStream | undefined => byPlace.get(path === '' ? name : `${path}/${name}`);
    const properties = find('__properties_version1.0')?.read() ?? Buffer.alloc(0);
    const fixed = (tag: number): Buffer | undefined => {
      for (let at = headLength; at + 16 <= properties.length; at += 16)
        if (properties.readUInt32LE(at) === tag) return properties.subarray(at + 8, at + 16);
      return undefined;
    };
    const codepage = codepageTags
      .map(fixed)
      .find((value) => value !== undefined)
      ?.readUInt32LE(0);
    const encoding = codepage === undefined || codepage === 1200 ? guessed : ofCodepage(String(codepage));
    return {
      fixed,
      text(property) {
        const wide = find(`__substg1.0_${property}001F`);
        if (wide !== undefined) return new TextDecoder('utf-16le').decode(wide.read()).replace(/\0+$/, '');
        const bytes = find(`__substg1.0_${property}001E`)?.read();
        return bytes && new TextDecoder(encoding).decode(bytes).replace(/\0+$/, '');
      },
      bytes: (property) => find(`__substg1.0_${property}0102`)?.read,
      size: (property) => find(`__substg1.0_${property}0102`)?.size ?? 0,
      within: (beginning) =>
        [...(storages.get(path) ?? [])]
          .filter((name) => name.startsWith(beginning))
          .toSorted()
          .map((name) => storageAt(path === '' ? name : `${path}/${name}`, beginning === embedded ? 24 : 8)),
    };
  };
  return storageAt('', 32);
}

/** The storage of a message within a message. */
export const embedded = '__substg1.0_3701000D';

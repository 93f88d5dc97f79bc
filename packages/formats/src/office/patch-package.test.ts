import { crc32, deflateRawSync } from 'node:zlib';
import { CFB } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { openZipOf, readPart } from '../zip/zip-parts.ts';
import { OfficePackage } from './patch-package.ts';

const types =
  '<?xml version="1.0"?>\n<Types xmlns="t"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="r"/><Override PartName="/a/b.xml" ContentType="b"/></Types>';
const rels = (...targets: string[]): string =>
  `<Relationships xmlns="r">${targets.map((target, at) => `<Relationship Id="rId${at + 1}" Type="x/kind" Target="${target}"/>`).join('')}</Relationships>`;
const base = {
  '[Content_Types].xml': types,
  '_rels/.rels': rels('a/a.xml'),
  'a/a.xml': '<a/>',
  'a/_rels/a.xml.rels': rels('b.xml', '/c/c.xml'),
  'a/b.xml': '<b>1</b>',
  'a/_rels/b.xml.rels': rels('../c/c.xml', '../c/d.xml'),
  'c/c.xml': '<c/>',
  'c/d.xml': '<d/>',
};

function zipOf(parts: Record<string, string>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, text] of Object.entries(parts)) CFB.utils.cfb_add(file, `/${name}`, Buffer.from(text));
  return Buffer.from(CFB.write(file, { type: 'buffer', fileType: 'zip' }) as Uint8Array);
}

const partsOf = async (bytes: Buffer): Promise<Record<string, string>> => {
  const zip = await openZipOf(bytes, 1 << 20);
  const parts: Record<string, string> = {};
  for (const name of zip.names) parts[name] = await readPart(zip, name);
  return parts;
};

/** One entry as writers of streams make it: sizes after the bytes, and long fields in the directory. */
function streamed(name: string, text: string): Buffer {
  const [packed, raw] = [deflateRawSync(text), Buffer.from(text)];
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(45, 4);
  local.writeUInt16LE(8, 6);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(name.length, 26);
  const after = Buffer.alloc(24);
  after.writeUInt32LE(0x08074b50, 0);
  after.writeUInt32LE(crc32(raw), 4);
  after.writeUInt32LE(packed.length, 8);
  after.writeUInt32LE(raw.length, 16);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 8);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(crc32(raw), 16);
  for (const at of [20, 24, 42]) central.writeUInt32LE(0xffffffff, at);
  central.writeUInt16LE(name.length, 28);
  central.writeUInt16LE(28, 30);
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  extra.writeUInt32LE(raw.length, 4);
  extra.writeUInt32LE(packed.length, 12);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length + 28, 12);
  end.writeUInt32LE(30 + name.length + packed.length + 24, 16);
  return Buffer.concat([local, Buffer.from(name), packed, after, central, Buffer.from(name), extra, end]);
}

it('an untouched package keeps its parts, and what an edit leaves alone keeps its compressed bytes', async () => {
  const bytes = zipOf(base);
  expect(await partsOf(new OfficePackage(bytes).write())).toEqual(await partsOf(bytes));
  const edited = new OfficePackage(bytes);
  edited.put('a/b.xml', '<b>2</b>');
  const after = edited.write();
  expect(await partsOf(after)).toEqual({ ...(await partsOf(bytes)), 'a/b.xml': '<b>2</b>' });
  const raw = (zip: Buffer, name: string): string => {
    const at = zip.indexOf(name);
    return zip.subarray(at - 30, zip.indexOf('PK', at)).toString('hex');
  };
  for (const name of ['a/a.xml', 'c/c.xml', 'c/d.xml', '_rels/.rels']) expect(raw(after, name)).toBe(raw(bytes, name));
  expect(new OfficePackage(after).names).toEqual(new OfficePackage(bytes).names);
  // the same edit gives the same bytes
  const again = new OfficePackage(bytes);
  again.put('a/b.xml', '<b>2</b>');
  expect(again.write().equals(after)).toBe(true);
});

it('adds a part with its type and relationship by small edits', async () => {
  const edited = new OfficePackage(zipOf(base));
  edited.add('a/new/e.xml', 'e', '<e/>');
  expect(edited.addRelation('a/a.xml', 'thing', 'a/new/e.xml')).toBe('rId3');
  expect(edited.addRelation('c/d.xml', 'thing', 'a/new/e.xml')).toBe('rId1');
  const parts = await partsOf(edited.write());
  expect(parts['[Content_Types].xml']).toBe(types.replace('</Types>', '<Override PartName="/a/new/e.xml" ContentType="e"/></Types>'));
  expect(parts['a/_rels/a.xml.rels']).toContain('Target="new/e.xml"/></Relationships>');
  expect(parts['c/_rels/d.xml.rels']).toContain('Target="../a/new/e.xml"');
  expect(edited.relations('c/d.xml')).toEqual([{ id: 'rId1', kind: 'thing', target: 'a/new/e.xml', outside: false }]);
});

it('removes a part with what only it led to', async () => {
  const edited = new OfficePackage(zipOf(base));
  edited.removeRelation('a/a.xml', 'rId1');
  edited.removeWithOwned('a/b.xml');
  const parts = await partsOf(edited.write());
  expect(
    Object.keys(parts)
      .filter((name) => !name.endsWith('/'))
      .toSorted(),
  ).toEqual(['[Content_Types].xml', '_rels/.rels', 'a/_rels/a.xml.rels', 'a/a.xml', 'c/c.xml'].toSorted());
  expect(parts['[Content_Types].xml']).not.toContain('Override');
});

it('copies entries of streams with long fields', async () => {
  const bytes = streamed('a.xml', '<a>long</a>');
  const edited = new OfficePackage(bytes);
  expect(edited.write().equals(bytes)).toBe(true);
  expect(edited.text('a.xml')).toBe('<a>long</a>');
  edited.put('a.xml', '<a/>');
  expect(await partsOf(edited.write())).toEqual({ 'a.xml': '<a/>' });
});

it('refuses what is broken, encrypted or in another encoding', () => {
  const bytes = zipOf(base);
  const spoilt = (offset: number, value: number): Buffer => {
    const copy = Buffer.from(bytes);
    const at = copy.indexOf(Buffer.from('504b0102', 'hex'));
    copy[at + offset] = value;
    return copy;
  };
  expect(() => new OfficePackage(Buffer.from('no zip'))).toThrow('broken');
  expect(() => new OfficePackage(bytes.subarray(0, -60))).toThrow('broken');
  expect(() => new OfficePackage(spoilt(8, 1))).toThrow('encrypted');
  expect(() => new OfficePackage(spoilt(45, 99))).toThrow('broken');
  expect(() => new OfficePackage(spoilt(23, 0x7f))).toThrow('broken');
  const other = new OfficePackage(zipOf({ 'a.xml': '<?xml version="1.0" encoding="GBK"?><a/>', 'b.xml': '\u0000<b/>' }));
  expect(() => other.text('a.xml')).toThrow('unsupported');
  expect(() => other.text('b.xml')).toThrow('unsupported');
  expect(() => other.put('c.xml', '')).toThrow('broken');
});

import { expect, it } from 'vitest';
import { attributeOf, scanXml } from './scan-xml.ts';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The events of a scan through XML in chunks of this size; adjacent texts are joined. */
async function eventsOf(xml: string | Buffer, size = 65_536): Promise<string[]> {
  const all: string[] = [];
  await scanXml(pieces(Buffer.from(xml), size), {
    open: (name, attributes) => void all.push(`<${name}${attributes.trimEnd()}>`),
    close: (name) => void all.push(`</${name}>`),
    text: (text) => void all.push(text),
  });
  return all;
}

const xml = `<?xml version="1.0"?><!-- <no> --><x:row r='1>2'><c t="s"/><v>a &lt;&amp;&#20013;&#x1F600;&unknown; 合同</v><![CDATA[<raw>]]></x:row>`;
const events = ["<row r='1>2'>", '<c t="s">', '</c>', '<v>', 'a <&中😀&unknown; 合同', '</v>', '<raw>', '</row>'];

it.each([1, 2, 3, 7, 65_536])('XML gives the same events in chunks of %i bytes', async (size) => {
  expect(await eventsOf(xml, size)).toEqual(events);
});

it('every line end is a line feed', async () => {
  expect(await eventsOf('<a>1\r\n2\r3\n4&#13;<![CDATA[5\r\n6]]></a>')).toEqual(['<a>', '1\n2\n3\n4\r', '5\n6', '</a>']);
});

it('UTF-16 in either byte order too', async () => {
  const little = Buffer.from(`\uFEFF${xml}`, 'utf16le');
  expect(await eventsOf(little, 64)).toEqual(events);
  expect(await eventsOf(Buffer.from(little).swap16(), 64)).toEqual(events);
});

it.each([
  '<!DOCTYPE a [<!ENTITY b "ha">]>',
  '<!DOCTYPE a SYSTEM "file:///etc/passwd" [<!ENTITY % b SYSTEM "http://x">]>',
  '<!ENTITY b "ha">',
])('entities are refused: %s', async (head) => {
  await expect(eventsOf(`${head}<a>&b;</a>`)).rejects.toThrow('broken');
});

/** The processor time of some work. */
async function cpuSeconds(work: () => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage().user;
  await work();
  return (process.cpuUsage().user - began) / 1e6;
}

it.each([
  ['a tag', '<c r="'],
  ['a comment', '<!--'],
  ['raw text', '<![CDATA['],
])('%s without an end fails, and is not kept in memory', async (_, head) => {
  let failure: unknown;
  const seconds = await cpuSeconds(() => eventsOf(head + 'x>'.repeat(9_000_000)).catch((error: unknown) => (failure = error)));
  expect([failure, seconds < 5]).toMatchObject([{ reason: 'too-large' }, true]);
});

it.each([
  ['closing marks in an attribute', `<c r="${'>'.repeat(4_000_000)}"/>`],
  ['quotes in turn', `<c ${`a='"' `.repeat(700_000)}/>`],
  ['tags that are never closed', '<a>'.repeat(1_000_000)],
  ['marks and nothing else', `${'&'.repeat(4_000_000)}<a/>`],
])('many %s take no time that grows with their square', async (_, text) => {
  expect(await cpuSeconds(() => eventsOf(text))).toBeLessThan(3);
});

it('an attribute is found by its whole name, in either quotes', () => {
  expect(attributeOf(` xr="no" x:r='A&quot;1' s="2"`, 'r')).toBe('A"1');
  expect(attributeOf(' r=unquoted s="r=2"', 'r')).toBeUndefined();
});

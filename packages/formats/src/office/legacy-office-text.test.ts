import { compoundStreams } from '../compound/compound-file.ts';
import { textSink } from '../text/text-sink.ts';
import { CFB } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { legacyOfficeText } from './legacy-office-text.ts';

function textOf(bytes: Buffer | string): string {
  const sink = textSink(10_000);
  try {
    legacyOfficeText(Buffer.from(bytes), sink);
  } catch (error) {
    return `(${String((error as { reason?: string }).reason)})`;
  }
  return sink.text();
}

function compound(streams: Record<string, Buffer>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, bytes] of Object.entries(streams)) CFB.utils.cfb_add(file, `/${name}`, bytes);
  const written = Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
  expect(compoundStreams(written).map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(streams)));
  return written;
}

/** A Word 97 document of two pieces: one of Unicode, one of a byte a character. */
function oldDocument([wide, narrow]: [string, string], flags = 0x0200): Buffer {
  const file = Buffer.alloc(0x1000 + wide.length * 2 + narrow.length);
  file.writeUInt16LE(0xa5ec, 0);
  file.writeUInt16LE(0xc1, 2);
  file.writeUInt16LE(flags, 0x0a);
  file.write(wide, 0x1000, 'utf16le');
  file.write(narrow, 0x1000 + wide.length * 2, 'latin1');
  const table = Buffer.alloc(7 + 5 + 12 + 16);
  // a format change (Prc) comes first
  table.set([1, 4, 0, 9, 9, 9, 9, 2, 28], 0);
  [0, wide.length, wide.length + narrow.length].forEach((at, n) => table.writeUInt32LE(at, 12 + n * 4));
  table.writeUInt32LE(0x1000, 24 + 2);
  table.writeUInt32LE(((0x1000 + wide.length * 2) << 1) | 0x4000_0000, 32 + 2);
  file.writeUInt32LE(0, 0x1a2);
  file.writeUInt32LE(table.length, 0x1a6);
  return compound({ WordDocument: file, '1Table': table });
}

function record(kind: number, body: Buffer, version = 0): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(version, 0);
  head.writeUInt16LE(kind, 2);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

test('an old Word document gives its pieces in order, and the results of its fields', () => {
  const text = textOf(oldDocument(['采购合同\r甲方\x07', 'caf\xe9 \x13 PAGE \x1412\x15 \x13HYPERLINK "x"\x15end\x08\r']));
  expect(text).toBe('采购合同\n甲方\tcafé 12 end\n');
});

test('an old Word document with a password is reported as such, and one before 1997 is left to an engine', () => {
  expect(textOf(oldDocument(['a', 'b'], 0x0300))).toBe('(encrypted)');
  const old = Buffer.alloc(0x400);
  old.writeUInt16LE(0xa5dc, 0);
  expect(textOf(compound({ WordDocument: old }))).toBe('(no-engine)');
});

test('an old presentation gives its texts, but not those of its master', () => {
  const said = (text: string): Buffer => record(4000, Buffer.from(text, 'utf16le'));
  const slides = Buffer.concat([
    record(1016, said('单击此处编辑母版标题样式'), 15),
    record(
      1006,
      record(0xf00d, Buffer.concat([said('季度总结\r第一页'), record(4008, Buffer.from('caf\xe9', 'latin1')), said('*')]), 15),
      15,
    ),
  ]);
  expect(textOf(compound({ 'PowerPoint Document': slides }))).toBe('季度总结\n第一页\ncafé\n');
  const user = Buffer.alloc(20);
  user.writeUInt32LE(0xf3d1c4df, 12);
  expect(textOf(compound({ 'PowerPoint Document': slides, 'Current User': user }))).toBe('(encrypted)');
});

test('a file with a wrong extension is read by its content', () => {
  expect(textOf('{\\rtf1 hidden under doc}')).toBe('hidden under doc');
  expect(textOf('<html><body>网页合同</body></html>')).toContain('网页合同');
  expect(textOf('只是文字')).toBe('只是文字');
  expect(textOf(Buffer.from([0, 1, 2, 3, 4, 5, 0, 9]))).toBe('(unsupported)');
  expect(textOf(compound({ CONTENTS: Buffer.from('works') }))).toBe('(no-engine)');
});

test('broken old documents end with a failure', () => {
  const whole = oldDocument(['采购合同', 'tail']);
  for (let at = 512; at < whole.length; at += 37) {
    const broken = Buffer.from(whole);
    broken.fill(0xff, at, at + 24);
    expect(textOf(broken)).toEqual(expect.any(String));
  }
});

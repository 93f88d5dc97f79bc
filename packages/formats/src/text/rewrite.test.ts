import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { openText, rewriteText } from './rewrite.ts';

const chinese = '采购合同第一条：甲方应当按照本合同的约定支付货款，乙方应当按时交货。';
const japanese = '本契約は、甲と乙との間の秘密保持に関する契約です。ひらがなとカタカナ。';

/** A file in an encoding, with a byte order mark where one is given. */
const file = (text: string, encoding: string, mark: number[] = []): Buffer =>
  Buffer.concat([Buffer.from(mark), iconv.encode(text, encoding)]);

const kinds: [string, Buffer][] = [
  ['UTF-8', file(`one\ntwo ${chinese}\nthree\n`, 'utf8')],
  ['UTF-8 with a byte order mark and CRLF', file(`one\r\ntwo ${chinese}\r\nthree\r\n`, 'utf8', [0xef, 0xbb, 0xbf])],
  ['GBK with CRLF', file(`one ${chinese}\r\ntwo ${chinese}\r\nthree\r\n`, 'gbk')],
  ['Big5', file('採購合約第一條：甲方應當按照本合約的約定支付貨款。\ntwo\n乙方應當按時交貨。\n', 'big5')],
  ['Shift JIS', file(`${japanese}\ntwo\n${japanese}\n`, 'shift_jis')],
  ['UTF-16 little endian', file(`one\r\ntwo ${chinese}\r\nthree`, 'utf-16le', [0xff, 0xfe])],
  ['UTF-16 big endian', file(`one\ntwo ${chinese}\nthree`, 'utf-16be', [0xfe, 0xff])],
  ['old Mac line ends', file('one\rtwo\rthree\r', 'latin1')],
  ['mixed line ends', Buffer.from('one\r\ntwo\nthree\r\nfour\rfive')],
  ['invalid bytes', Buffer.from([0x61, 0xff, 0xfe, 0x62, 0x0a, ...Buffer.from(chinese), 0x0a, 0xc3, 0x28])],
  ['an empty file', Buffer.alloc(0)],
  ['a byte order mark alone', Buffer.from([0xef, 0xbb, 0xbf])],
];

/** The first and the last byte at which two files differ, from the end of the second. */
function differingPart(before: Buffer, after: Buffer): Buffer {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return after.subarray(head, after.length - tail);
}

describe.each(kinds)('%s', (_, bytes) => {
  it('comes back as it was', () => {
    const { text, encoding } = openText(bytes);
    expect(rewriteText(bytes, text)).toEqual({ bytes, encoding });
  });

  it('has only the typed bytes more', () => {
    const { text, encoding } = openText(bytes);
    const lines = text.split('\n');
    const edited = [...lines.slice(0, 1), 'typed', ...lines.slice(1)].join('\n');
    const rewritten = rewriteText(bytes, edited);
    expect(rewritten.encoding).toBe(encoding);
    expect(openText(rewritten.bytes).text).toBe(edited);
    const typed = differingPart(bytes, rewritten.bytes);
    // the word, a line end, and of UTF-16 two bytes each
    expect(typed.length).toBeLessThanOrEqual(encoding.startsWith('utf-16') ? 14 : 7);
  });
});

it('ends new lines as the file ends its lines', () => {
  expect(rewriteText(Buffer.from('a\r\nb\r\n'), 'a\nx\ny\nb\n').bytes.toString()).toBe('a\r\nx\r\ny\r\nb\r\n');
  expect(rewriteText(Buffer.from('a\r\nb\nc\r\n'), 'b\nx\na\nc\n').bytes.toString()).toBe('b\nx\r\na\r\nc\r\n');
  expect(rewriteText(Buffer.from('a\r\nb'), 'a\nb\nc').bytes.toString()).toBe('a\r\nb\r\nc');
});

it('becomes UTF-8 where the encoding lacks a typed character', () => {
  const bytes = file(`${japanese}\r\n${japanese}\r\n`, 'shift_jis');
  const edited = `${openText(bytes).text}😀`;
  const rewritten = rewriteText(bytes, edited);
  expect(rewritten.encoding).toBe('utf-8');
  expect(rewritten.bytes.toString()).toBe(edited.replaceAll('\n', '\r\n'));
  // GB18030 has them all
  expect(rewriteText(file(`${chinese}\n${chinese}\n`, 'gbk'), `${chinese}\n😀\n`).encoding).toBe('gb18030');
});

it('keeps any text through any edits of a file of any bytes', () => {
  const text = fc
    .array(fc.constantFrom('a', 'é', '采', '購', '\n', '\r', '\r\n', '😀', ' ', 'x'), { maxLength: 40 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), text, (bytes, typed) => {
      const { text: before, encoding } = openText(bytes);
      expect(rewriteText(bytes, before).bytes.equals(bytes)).toBe(true);
      const edited = `${before}${typed.replaceAll(/\r\n?/g, '\n')}`;
      const after = rewriteText(bytes, edited);
      // a few bytes may be taken for another encoding once more have come
      if (openText(after.bytes).encoding === after.encoding && after.encoding === encoding) expect(openText(after.bytes).text).toBe(edited);
    }),
  );
});

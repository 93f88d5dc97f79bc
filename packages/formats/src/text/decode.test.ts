import { describe, expect, test } from 'vitest';
import { decodeText, detectEncoding, looksBinary } from './decode.ts';

const bytes = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const wide = (text: string, big = false): Buffer => (big ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'utf16le'));

// Written as bytes, since Node can decode these encodings but not write them.
const samples: [string, string, string][] = [
  ['gb18030', '合同审批', 'bacf cdac c9f3 c5fa'],
  ['gb18030', '关于合同审批流程的通知', 'b9d8 d3da bacf cdac c9f3 c5fa c1f7 b3cc b5c4 cda8 d6aa'],
  ['gb18030', '// 备注\nint a;', '2f2f20 b1b8 d7a2 0a 696e7420613b'],
  ['big5', '關於合約審批流程的通知', 'c3f6 a9f3 a658 acf9 bc66 a7e5 ac79 b57b aaba b371 aabe'],
  ['shift_jis', '日本語のテキストです。', '93fa 967b 8cea 82cc 8365 834c 8358 8367 82c5 82b7 8142'],
  ['euc-kr', '안녕하세요', 'bec8 b3e7 c7cf bcbc bfe4'],
  ['windows-1252', 'El niño español', '456c206e69f16f2065737061f16f6c'],
  ['windows-1252', 'Größe: 5 µm', '4772f6df653a203520b56d'],
];

describe('decodeText', () => {
  test.each(samples)('%s: %s', (encoding, text, hex) => {
    expect(decodeText(bytes(hex))).toEqual({ text, encoding });
  });
  test('byte order marks win, and are dropped', () => {
    expect(decodeText(bytes('efbbbf e4b8ad'))).toEqual({ text: '中', encoding: 'utf-8' });
    expect(decodeText(bytes('fffe 2d4e'))).toEqual({ text: '中', encoding: 'utf-16le' });
    expect(decodeText(bytes('feff 4e2d'))).toEqual({ text: '中', encoding: 'utf-16be' });
  });
  test('UTF-16 without a byte order mark', () => {
    expect(decodeText(wide('Hello,\nworld'))).toEqual({ text: 'Hello,\nworld', encoding: 'utf-16le' });
    expect(decodeText(wide('第一章 合同\n审批 1', true)).encoding).toBe('utf-16be');
  });
  test('UTF-8, cut or slightly broken', () => {
    const text = '合同审批\n'.repeat(100);
    expect(detectEncoding(Buffer.from(text).subarray(0, 1000))).toBe('utf-8');
    expect(detectEncoding(Buffer.concat([Buffer.from(text), bytes('ff'), Buffer.from(text)]))).toBe('utf-8');
    expect(decodeText(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8' });
  });
  test('the declared encoding, when it is not UTF-8', () => {
    expect(detectEncoding(Buffer.concat([Buffer.from('<meta charset="big5">'), bytes('b4fa b8d5')]))).toBe('big5');
    expect(detectEncoding(Buffer.concat([Buffer.from('<?xml version="1.0" encoding="GBK"?>'), bytes('bacf')]))).toBe('gb18030');
    expect(detectEncoding(Buffer.concat([Buffer.from('charset=nonsense '), bytes('bacf cdac c9f3 c5fa')]))).toBe('gb18030');
    expect(detectEncoding(Buffer.from('<meta charset="gbk">合同'))).toBe('utf-8');
  });
  test('a late first letter of another encoding', () => {
    const late = Buffer.concat([Buffer.alloc(200_001, 'a'), bytes('b9d8 d3da bacf cdac c9f3 c5fa c1f7 b3cc b5c4 cda8 d6aa')]);
    expect(decodeText(late).text.endsWith('合同审批流程的通知')).toBe(true);
  });
});

test('looksBinary', () => {
  expect(looksBinary(Buffer.from('plain\ttext\r\n'))).toBe(false);
  expect(looksBinary(bytes('bacf cdac'))).toBe(false);
  expect(looksBinary(wide('Hello, world'))).toBe(false);
  expect(looksBinary(new Uint8Array())).toBe(false);
  expect(looksBinary(bytes('89504e47 0d0a1a0a 0000000d 49484452 00000010'))).toBe(true);
  expect(looksBinary(Buffer.concat([Buffer.from('text'), Buffer.alloc(1)]))).toBe(true);
  expect(looksBinary(Uint8Array.from({ length: 4096 }, (_, at) => ((at * 2654435761) >>> 13) & 255))).toBe(true);
});

import { expect, test } from 'vitest';
import { pinyinOf, pinyinReadings } from './pinyin.ts';

test('spells Chinese names, polyphones in context', () => {
  expect(pinyinOf('合同审批')).toEqual({ full: 'hetongshenpi', initials: 'htsp', syllables: ['he', 'tong', 'shen', 'pi'] });
  expect(pinyinOf('重庆银行').full).toBe('chongqingyinhang');
  expect(pinyinOf('重要行动').full).toBe('zhongyaoxingdong');
  expect(pinyinOf('音乐会').full).toBe('yinyuehui');
});

test('keeps other words whole', () => {
  expect(pinyinOf('ISO9001 认证_V2.docx')).toEqual({
    full: 'iso9001renzhengv2docx',
    initials: 'iso9001rzv2docx',
    syllables: ['iso9001', 'ren', 'zheng', 'v2', 'docx'],
  });
  expect(pinyinOf('')).toEqual({ full: '', initials: '', syllables: [] });
});

test('has one reading for each code point, rare characters and emoji included', () => {
  const text = '𠮷野家😀a合，同\n é';
  const readings = pinyinReadings(text);
  expect(readings).toHaveLength([...text].length);
  expect(readings[[...text].indexOf('合')]).toBe('he2');
});

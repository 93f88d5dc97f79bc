import { expect, test } from 'vitest';
import { setLanguage, textOf } from './i18n.ts';

test('a Chinese or Japanese sentence sets a space beside a Latin name, and none beside one of its own', async () => {
  const told = (name: string) => textOf('access')('requestOf', { name });
  await setLanguage('cn');
  expect([told('Ana'), told('王芳'), told('王 芳')]).toEqual(['Ana 的申请', '王芳的申请', '王 芳的申请']);
  await setLanguage('ja');
  expect([told('Ana'), told('田中')]).toEqual(['Ana さんの申請', '田中さんの申請']);
  await setLanguage('en');
  expect(told('王芳')).toBe('Request from 王芳');
});

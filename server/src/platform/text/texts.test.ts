import { expect, it } from 'vitest';
import { textOf } from './texts.ts';

it('a Chinese sentence sets a space beside a Latin name, and none beside a Chinese one', () => {
  const t = textOf('cn', 'notifications');
  expect(t('rightTaken', { byName: 'Li', name: '合同.pdf' })).toBe('Li 收回了您对“合同.pdf”的权限');
  expect(t('rightTaken', { byName: '李娜', name: '合同 1.pdf' })).toBe('李娜收回了您对“合同 1.pdf”的权限');
});

import { expect, it } from 'vitest';
import { checkName } from '../../../platform/text/names.ts';
import { nameWithSender, nameWithoutSender } from './sender-name.ts';

const ann = { shareId: 1, key: 'm2', name: 'ann@partner.example' };

it('puts the sender before the extension', () => {
  expect(nameWithSender(ann, 'Offer.tar.gz')).toBe('Offer – ann@partner.example.tar.gz');
  expect(nameWithSender({ ...ann, name: 'a/b*?c@x.example' }, 'Offer')).toBe('Offer – a_b__c@x.example');
  expect(nameWithSender({ ...ann, name: '' }, 'Offer.pdf')).toMatch(/^Offer – [0-9a-f]{6}\.pdf$/);
  expect(nameWithSender({ ...ann, name: '' }, 'Offer.pdf')).not.toBe(nameWithSender({ ...ann, key: 'm3', name: '' }, 'Offer.pdf'));
});

it('stays a legal name within the length limit, and replaces illegal names', () => {
  const name = nameWithSender({ ...ann, name: `${'李'.repeat(200)}@x.example` }, `${'a'.repeat(250)}.pdf`);
  expect([checkName(name).ok, name.endsWith('.pdf')]).toEqual([true, true]);
  expect(nameWithSender(ann, 'a/b.txt')).toBe('a/b.txt');
});

it('is shown to its sender as it was sent', () => {
  for (const sent of ['Offer.pdf', 'Offer', 'Offer (2).pdf']) expect(nameWithoutSender(ann, nameWithSender(ann, sent))).toBe(sent);
  expect(nameWithoutSender(ann, 'Offer – ann@partner.example (2).pdf')).toBe('Offer (2).pdf');
});

import { expect, it } from 'vitest';
import { checkName } from '../../ground/text/names.ts';
import { nameAsSent, nameFrom } from './sender-name.ts';

const ann = { shareId: 1, key: 'm2', name: 'ann@partner.example' };

it('tells who sent a file before its extension', () => {
  expect(nameFrom(ann, 'Offer.tar.gz')).toBe('Offer – ann@partner.example.tar.gz');
  expect(nameFrom({ ...ann, name: 'a/b*?c@x.example' }, 'Offer')).toBe('Offer – a_b__c@x.example');
  expect(nameFrom({ ...ann, name: '' }, 'Offer.pdf')).toMatch(/^Offer – [0-9a-f]{6}\.pdf$/);
  expect(nameFrom({ ...ann, name: '' }, 'Offer.pdf')).not.toBe(nameFrom({ ...ann, key: 'm3', name: '' }, 'Offer.pdf'));
});

it('stays a name that can be given, however long both are, and leaves what is none', () => {
  const name = nameFrom({ ...ann, name: `${'李'.repeat(200)}@x.example` }, `${'a'.repeat(250)}.pdf`);
  expect([checkName(name).ok, name.endsWith('.pdf')]).toEqual([true, true]);
  expect(nameFrom(ann, 'a/b.txt')).toBe('a/b.txt');
});

it('is known to its sender as it was sent', () => {
  for (const sent of ['Offer.pdf', 'Offer', 'Offer (2).pdf']) expect(nameAsSent(ann, nameFrom(ann, sent))).toBe(sent);
  expect(nameAsSent(ann, 'Offer – ann@partner.example (2).pdf')).toBe('Offer (2).pdf');
});

import { expect, it } from 'vitest';
import { isAddress, isRecipient } from './share-draft.ts';

it('recognises addresses and domains', () => {
  for (const text of ['ann@partner.example', ' 李@例子.中国 ', 'a+b@x.example']) expect([text, isAddress(text)]).toEqual([text, true]);
  for (const text of ['ann', 'ann@', 'ann@x', 'a@b@c.example', '@x.example', 'a b@x.example', ''])
    expect([text, isAddress(text)]).toEqual([text, false]);
  for (const text of ['@x.example', 'x.example', '*', '@*', 'a@x.example']) expect([text, isRecipient(text)]).toEqual([text, true]);
  for (const text of ['ann', '@', '**', 'a@']) expect([text, isRecipient(text)]).toEqual([text, false]);
});

import { expect, it } from 'vitest';
import { isAddress, isRecipient, withPermission } from './share-draft.ts';

it('recognises addresses and domains', () => {
  for (const text of ['ann@partner.example', ' 李@例子.中国 ', 'a+b@x.example']) expect([text, isAddress(text)]).toEqual([text, true]);
  for (const text of ['ann', 'ann@', 'ann@x', 'a@b@c.example', '@x.example', 'a b@x.example', ''])
    expect([text, isAddress(text)]).toEqual([text, false]);
  for (const text of ['@x.example', 'x.example', '*', '@*', 'a@x.example']) expect([text, isRecipient(text)]).toEqual([text, true]);
  for (const text of ['ann', '@', '**', 'a@']) expect([text, isRecipient(text)]).toEqual([text, false]);
});

it('allows downloads without a number of their own with editing, as far as the giver may', () => {
  expect(withPermission('allowEdit', true, true)).toEqual({ allowEdit: true, allowDownload: true, downloadLimit: null });
  expect(withPermission('allowEdit', true, false)).toEqual({ allowEdit: true });
  expect(withPermission('allowEdit', false, true)).toEqual({ allowEdit: false });
  expect(withPermission('allowDownload', true, true)).toEqual({ allowDownload: true });
});

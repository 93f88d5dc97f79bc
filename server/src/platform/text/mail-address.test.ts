import { expect, it } from 'vitest';
import { mailKey, plainDomain, plainMail, untagged } from './mail-address.ts';

it.each([
  ['Anna.Lin@Example.ORG', 'anna.lin@example.org'],
  [' anna@例子.中国 ', 'anna@xn--fsqu00a.xn--fiqs8s'],
  ['e\u0301ric@STRAẞE.example', 'éric@straße.example'],
])('treats %s as %s', (one, same) => expect(mailKey(one)).toBe(mailKey(same)));

it.each([
  ['anna@straße.example', 'anna@strasse.example'],
  ['anna@gmaıl.example', 'anna@gmail.example'],
  ['anna@ﬁle.example', 'anna@file.example'],
  ['anna@é%61.example', 'anna@éa.example'],
  ['straße@example.org', 'strasse@example.org'],
  ['anna@ex%61mple.org', 'anna@example.org'],
  ['anna@1.1', 'anna@1.0.0.1'],
])('treats %s as another than %s', (one, other) => expect(mailKey(one)).not.toBe(mailKey(other)));

it.each([
  ['bob@partner.example', 'bob@partner.example'],
  [" Bob.O'Neil+x@Partner.Example ", "bob.o'neil+x@partner.example"],
  ['李@例子.中国', '李@例子.中国'],
  ['a@xn--fsqu00a.xn--fiqs8s', 'a@例子.中国'],
  ['anna@straße.example', 'anna@straße.example'],
])('normalises %s to %s', (given, mail) => expect(plainMail(given)).toBe(mail));

it.each([
  '<eve@evil.example> @partner.example',
  'eve@evil.example,x@partner.example',
  'eve@evil.example;x@partner.example',
  'g:eve@evil.example,@partner.example',
  '"bob"@partner.example',
  '<bob@partner.example',
  '(x)bob@partner.example',
  ',bob@partner.example',
  'bob@[192.0.2.1]',
  'eve%evil.example@partner.example',
  'evil.example!eve@partner.example',
  '\u200Bbob@partner.example',
  'ｂob@partner.example',
  'bob@ｐartner.example',
  'bob@1.1',
  'bob@partner.example\r\nBcc: eve@evil.example',
  'bo b@partner.example',
  'bob@partner',
  '@partner.example',
  `${'a'.repeat(65)}@partner.example`,
  `a@${'b.'.repeat(130)}example`,
])('takes %s for no address', (given) => expect(plainMail(given)).toBeUndefined());

it('compares domains, and ignores a plus tag', () => {
  expect([plainDomain('Partner.Example'), plainDomain('@partner.example'), plainDomain('a b.example')]).toEqual([
    'partner.example',
    undefined,
    undefined,
  ]);
  expect(['bob+1@a.example', 'bob@a.example', '+1@a.example'].map(untagged)).toEqual(['bob@a.example', 'bob@a.example', '+1@a.example']);
});

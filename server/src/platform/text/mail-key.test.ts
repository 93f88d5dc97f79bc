import { expect, it } from 'vitest';
import { mailKey } from './mail-address.ts';

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

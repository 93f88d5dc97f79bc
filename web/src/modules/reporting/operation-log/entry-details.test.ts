import { action } from '@dossier/contract/reporting/actions';
import { expect, test } from 'vitest';
import { factRows, renamed } from './entry-details.tsx';
import { type FactWords, factTexts } from './log-facts.ts';

const words: FactWords = {
  t: (key, values) => (values === undefined ? key : `${key} ${Object.values(values).join(' ')}`),
  rights: (key) => key,
  people: (key) => key,
  circles: (key) => key,
  organisations: (key) => key,
  site: (key) => key,
  time: (iso) => iso.slice(0, 10),
  size: String,
};

test('known fields become texts, unknown ones are left out', () => {
  expect(factTexts('{"name":["a","b"],"parent":["Plans"],"x":1,"changed":["y"]}', words)).toEqual([
    'fact factName a → b',
    'fact factParent Plans',
  ]);
  expect(factTexts('{"number":2}', words)).toEqual(['factVersion 2']);
  expect(factTexts('{"version":["1.1"],"number":2}', words)).toEqual(['factVersion 1.1']);
  expect(factTexts('{"version":["1.1","2.0"]}', words)).toEqual(['factVersion 1.1 → 2.0']);
  expect(factTexts('{"to":["Ana"],"level":[27],"reach":["all"],"deadline":["2026-12-01T10:00:00.000Z"]}', words)).toEqual([
    'fact factTo Ana',
    'fact level level_download',
    'fact reach reach_all',
    'fact deadline 2026-12-01',
  ]);
  expect(factTexts('{"inherit":[false]}', words)).toEqual(['fact factInherit no']);
});

test('bits without a named level become their rights', () => {
  expect(factTexts('{"level":[5]}', words)).toEqual(['fact level right_visibleandright_print']);
});

test('an invalid value is no fact', () => {
  for (const detail of ['not json', '', '7', undefined]) expect(factTexts(detail, words)).toEqual([]);
});

test('a table shows before and after, ended and started facts, and fields without values', () => {
  const detail = JSON.stringify({
    roles: ['Staff', 'Scribes'],
    mail: ['a@example.org', ''],
    deeds: [['log.see'], ['log.see', 'people.see']],
    host: ['', 'mail.example.org'],
    unknown: ['x'],
    changed: ['roles', 'password', 'unheardOf'],
  });
  expect(factRows(detail, words)).toEqual([
    { label: 'roles', before: 'Staff', after: 'Scribes' },
    { label: 'mail', before: 'a@example.org', after: '—' },
    { label: 'officeLabel', before: 'officeLog: deedSee', after: 'officeLog: deedSee; officePeople: deedSee' },
    { label: 'label_host', before: '—', after: 'mail.example.org' },
    { label: 'factFields', after: 'password' },
  ]);
  expect(factTexts('{"to":["Ana",null],"level":[3,null]}', words)).toEqual(['fact factTo Ana', 'fact level level_view']);
});

test('an item that got another name is told with both names', () => {
  expect(renamed({ action: action.documentUpdate, detail: '{"name":["a.txt","b.txt"],"validFrom":["","2026"]}' })).toEqual([
    'a.txt',
    'b.txt',
  ]);
  expect(renamed({ action: action.folderUpdate, detail: '{"publishing":[false,true]}' })).toBeUndefined();
  expect(renamed({ action: action.documentCreate, detail: '{"name":["b.txt"]}' })).toBeUndefined();
});

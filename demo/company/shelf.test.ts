import { expect, test } from 'vitest';
import { cabinets } from './cabinets.ts';
import { employees, groups, guides, roles } from './people.ts';
import { type Shelf, readShelf } from './shelf.ts';

test('a shelf is read from indented lines', () => {
  const shelf = readShelf(`
合同/
  台账 | xlsx x3
  2026/
    会议纪要 {09..10} | docx pdf
`);
  expect(shelf).toEqual({
    name: '合同',
    papers: [{ title: '台账', kind: 'xlsx', lang: 'cn', versions: 3 }],
    folders: [
      {
        name: '2026',
        folders: [],
        papers: ['会议纪要 09', '会议纪要 10'].flatMap((title) =>
          ['docx', 'pdf'].map((kind) => ({ title, kind, lang: 'cn', versions: 1 })),
        ),
      },
    ],
  });
  expect(() => readShelf('合同/\n    甲 | pdf')).toThrow('Indented too far');
  expect(() => readShelf('合同/\n  甲 | dwg')).toThrow('No kind of file: dwg');
});

test('every named person is an employee', () => {
  const logins = new Set(employees.map(({ login }) => login));
  const named = [
    ...[groups, roles].flatMap((lists) => Object.values(lists).flat()),
    ...guides.map(([login]) => login),
    ...cabinets.flatMap(({ owner, clerks }) => [owner, ...clerks]),
  ];
  expect(named.filter((login) => !logins.has(login))).toEqual([]);
});

test('no folder contains a name twice', () => {
  const check = ({ folders, papers }: Shelf): void => {
    const names = [...folders.map(({ name }) => name), ...papers.map(({ title, kind }) => `${title}.${kind}`)];
    expect(new Set(names).size).toBe(names.length);
    folders.forEach(check);
  };
  cabinets.map(({ shelf }) => readShelf(shelf)).forEach(check);
});

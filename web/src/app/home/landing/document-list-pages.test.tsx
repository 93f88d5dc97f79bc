import { type HomeEntry, home } from '@dossier/contract/core/home';
import { moduleType, objType } from '@dossier/contract/core/rights';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../../test/answers.ts';
import { documentOf } from '../../../../test/documents.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const second = 1000;
const hour = 3600 * second;
const openedBefore = (age: number, entry: Partial<HomeEntry>): HomeEntry => ({
  ...documentOf(entry),
  time: new Date(Date.now() - age).toISOString(),
});
const folder = (id: string, kind: number): HomeEntry => ({
  ...documentOf({ id, name: `folder ${id}`, objType: objType.folder, moduleType: kind }),
});

test('the times of recent documents are in words: just now, minutes, hours, one day, then the date', async () => {
  const ages = [20 * second, 5 * 60 * second, 3 * hour, 30 * hour, 50 * hour];
  const list = ages.map((age, at) => openedBefore(age, { id: String(at + 10), name: `${at}.txt` }));
  const { screen, inputsOf } = await openPage('/zxOpenHome', { answers: [...shellAnswers(), answer(home.open, { list })] });
  await screen.findByText('0.txt');
  const told = [...document.querySelectorAll('time')].map((time) => time.textContent);
  expect(told.slice(0, 4)).toEqual(['just now', '5 min ago', '3 h ago', '1 day ago']);
  expect(told[4]).toMatch(/\d/);
  expect(told[4]).not.toContain('ago');
  expect(inputsOf(home.open)).toEqual([{ pageSize: 8 }]);
});

test('a folder leads to its area: my, enterprise or system documents', async () => {
  const list = [folder('21', moduleType.my), folder('22', moduleType.enterprise), folder('23', moduleType.system)];
  const { screen } = await openPage('/zxOpenHome', { answers: [...shellAnswers(), answer(home.open, { list })] });
  await screen.findByText('folder 21');
  const links = screen.getAllByRole('listitem').map((entry) => entry.querySelector('a')?.getAttribute('href') ?? '');
  expect(links.map((link) => new URL(link, location.origin).pathname)).toEqual(['/doc-my/index', '/knowledge/index', '/system/tabledata']);
  expect(links.map((link) => new URL(link, location.origin).searchParams.get('id'))).toEqual(['21', '22', '23']);
});

test('an empty list says what will appear in it', async () => {
  const answers = [...shellAnswers(), answer(home.open, { list: [] }), answer(home.departmentDocs, pageOf([]))];
  const { screen, t } = await openPage('/zxDepDoc', { answers });
  expect((await screen.findByText(t('app.home.departmentEmpty'))).closest('main')).not.toBeNull();
});

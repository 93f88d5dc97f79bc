import { type HomeEntry, home } from '@dossier/contract/core/home';
import { moduleType, objType } from '@dossier/contract/core/rights';
import { expect, test, vi } from 'vitest';
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
  // made when it is asked for, as a slow machine takes half a minute to load the client
  const list = (): HomeEntry[] => ages.map((age, at) => openedBefore(age, { id: String(at + 10), name: `${at}.txt` }));
  const { screen, inputsOf } = await openPage('/zxOpenHome', {
    answers: [...shellAnswers(), answer(home.open, () => ({ list: list() }))],
  });
  await screen.findByText('0.txt');
  const told = [...document.querySelectorAll('time')].map((time) => time.textContent);
  expect(told.slice(0, 4)).toEqual(['just now', '5 min ago', '3 h ago', '1 day ago']);
  expect(told[4]).toMatch(/\d/);
  expect(told[4]).not.toContain('ago');
  expect(inputsOf(home.open)).toEqual([{ pageSize: 8 }]);
});

test('a folder leads to its area in a window of its own: my, enterprise or system documents', async () => {
  const list = [folder('21', moduleType.my), folder('22', moduleType.enterprise), folder('23', moduleType.system)];
  const { screen, user } = await openPage('/zxOpenHome', { answers: [...shellAnswers(), answer(home.open, { list })] });
  await screen.findByText('folder 21');
  const links = screen.getAllByRole('listitem').map((entry) => entry.querySelector('a')?.getAttribute('href') ?? '');
  expect(links.map((link) => new URL(link, location.origin).pathname)).toEqual(['/doc-my/index', '/knowledge/index', '/system/tabledata']);
  expect(links.map((link) => new URL(link, location.origin).searchParams.get('id'))).toEqual(['21', '22', '23']);
  const opened = vi.spyOn(globalThis, 'open').mockReturnValue(null);
  for (const { id } of list) await user.click(screen.getByText(`folder ${id}`));
  const addresses = opened.mock.calls.map(([address, target]) => [target, String(address).replace(/\bt=\w+$/, 't')]);
  expect(addresses).toEqual([
    ['_blank', '/doc-my/index?id=21&name=folder+21&t'],
    ['_blank', '/knowledge/index?id=22&name=folder+22&t'],
    ['_blank', '/system/tabledata?id=23&name=folder+23&t'],
  ]);
});

test('an empty list says what will appear in it', async () => {
  const answers = [...shellAnswers(), answer(home.open, { list: [] }), answer(home.departmentDocs, pageOf([]))];
  const { screen, t } = await openPage('/zxDepDoc', { answers });
  expect((await screen.findByText(t('app.home.departmentEmpty'))).closest('main')).not.toBeNull();
});

test.each(['/zxOpenHome', '/zxDepDoc'])('an empty %s says in Chinese that there are no data', async (path) => {
  const answers = [...shellAnswers({ lang: 'cn' }), answer(home.open, { list: [] }), answer(home.departmentDocs, pageOf([]))];
  const { screen } = await openPage(path, { lang: 'cn', answers });
  expect((await screen.findByText(/^暂无数据。/)).closest('main')).not.toBeNull();
});

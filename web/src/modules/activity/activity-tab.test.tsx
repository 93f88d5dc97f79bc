import { type ActivityLine, activity } from '@dossier/contract/activity/activity';
import { moduleType, objType } from '@dossier/contract/core/rights';
import type { Lang } from '@dossier/contract/core/shapes';
import { library } from '@dossier/contract/documents/library';
import { flows } from '@dossier/contract/workflows/flows';
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type RefusedAnswer, answer, pageOf } from '../../../test/answers.ts';
import { documentOf } from '../../../test/documents.ts';
import { openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const minuteMs = 60_000;
const ago = (minutes: number): string => new Date(Date.now() - minutes * minuteMs).toISOString();

const itemOf = (id: string, name: string) => ({
  id,
  name,
  objType: objType.document,
  moduleType: moduleType.enterprise,
  ext: 'txt',
});

const lineOf = (given: Partial<ActivityLine>): ActivityLine => ({
  id: '9-9',
  kind: 'added',
  time: ago(1),
  firstTime: ago(1),
  count: 1,
  userId: '7',
  userName: 'Ben Archer',
  items: [itemOf('20', 'a.txt')],
  ...given,
});

const place = { id: '5', name: 'Rules', objType: objType.cabinet, moduleType: moduleType.enterprise };

const burst = lineOf({
  id: '8-8',
  time: ago(2),
  firstTime: ago(9),
  count: 12,
  place,
  items: [itemOf('31', 'a.txt'), itemOf('32', 'b.txt'), itemOf('33', 'c.txt')],
});

type Given = { list: ActivityLine[]; before?: string } | RefusedAnswer;

async function openActivity(
  give: (input: { before?: string | undefined; kinds?: string[] | undefined; userId?: string | undefined }) => Given,
  lang: Lang = 'en',
) {
  const page = await openPage('/activity', { lang, answers: [...shellAnswers({ lang }), answer(activity.list, give)] });
  return { ...page, main: within(await page.screen.findByRole('main')) };
}

test('sentences name who, what and where, with links; a burst is one line, also over two pages', async () => {
  const { main, screen, press, t, inputsOf } = await openActivity(({ before }) =>
    before === undefined
      ? {
          list: [
            lineOf({ kind: 'renamed', oldName: 'old {{who}}.txt' }),
            lineOf({
              id: '7-7',
              kind: 'deleted',
              visitor: true,
              userName: '',
              place,
              items: [{ ...itemOf('4', 'gone.txt'), deleted: true }],
            }),
            lineOf({ id: '7-6', items: [itemOf('21', 'annex.txt')], place: { ...itemOf('20', 'deed.txt') } }),
            burst,
          ],
          before: '8-8',
        }
      : { list: [{ ...burst, id: '6-6', time: ago(15), firstTime: ago(16), count: 5 }] },
  );
  const lines = () => screen.getByRole('main').textContent;
  await expect.poll(lines).toContain('Ben Archer renamed “old {{who}}.txt” to a.txt');
  expect(lines()).toContain('A visitor deleted gone.txt from Rules');
  expect(main.queryByRole('link', { name: 'gone.txt' })).toBeNull();
  expect(lines()).toContain('Ben Archer attached annex.txt to deed.txt');
  expect(main.getByRole('link', { name: 'deed.txt' }).getAttribute('href')).toBe('/docpreview?id=20');
  expect(lines()).toContain('Ben Archer added 12 documents to Rules');
  expect(lines()).toContain('a.txt, b.txt, c.txt and 9 more');
  expect(main.getAllByRole('link', { name: 'Rules' })[0]?.getAttribute('href')).toContain('/knowledge/index?id=5');
  expect(main.getAllByRole('link', { name: 'Ben Archer' })[0]?.getAttribute('href')).toBe('/activity?userId=7');
  await press(t('activity.older'));
  await expect.poll(lines).toContain('Ben Archer added 17 documents to Rules');
  expect(inputsOf(activity.list)).toMatchObject([{}, { before: '8-8' }]);
  expect(screen.queryByRole('button', { name: t('activity.older') })).toBeNull();
});

test('a Chinese sentence has spaces beside other scripts only', async () => {
  const rules = { ...place, name: '制度' };
  const { screen } = await openActivity(
    () => ({
      list: [
        lineOf({ userName: '王芳', kind: 'moved', items: [itemOf('20', '合同')], place: rules }),
        lineOf({ id: '9-8', userName: '王芳', kind: 'asked', items: [itemOf('21', 'lease.pdf')] }),
        lineOf({ id: '9-7', kind: 'resolved', items: [itemOf('22', '合同')], count: 2 }),
        lineOf({ id: '9-6', userName: '王芳', kind: 'reopened' }),
        lineOf({ id: '9-5', userName: '王芳', items: burst.items, count: 12, place: rules }),
      ],
    }),
    'cn',
  );
  const lines = () => screen.getByRole('main').textContent;
  await expect.poll(lines).toContain('王芳将合同移动到制度');
  expect(lines()).toContain('王芳请求阅读 lease.pdf');
  expect(lines()).toContain('Ben Archer 解决了合同的 2 条评论');
  expect(lines()).toContain('王芳重新打开了 a.txt 的评论');
  expect(lines()).toContain('王芳将 12 个文档添加到制度');
});

test('what is attached to a document is told in words of its own', async () => {
  const deed = itemOf('20', 'deed.txt');
  const two = [itemOf('21', 'annex.txt'), itemOf('22', 'plan.txt')];
  const { screen } = await openActivity(() => ({
    list: [
      lineOf({ items: two, count: 2, place: deed }),
      lineOf({ id: '9-8', kind: 'deleted', place: deed }),
      lineOf({ id: '9-7', kind: 'deleted', items: two, count: 2, place: deed }),
      lineOf({ id: '9-6', kind: 'restored', place: deed }),
    ],
  }));
  const lines = () => screen.getByRole('main').textContent;
  await expect.poll(lines).toContain('Ben Archer attached 2 files to deed.txt');
  expect(lines()).toContain('Ben Archer removed the attachment a.txt from deed.txt');
  expect(lines()).toContain('Ben Archer removed 2 attachments from deed.txt');
  expect(lines()).toContain('Ben Archer restored the attachment a.txt to deed.txt');
});

test('a Japanese sentence has spaces beside other scripts only', async () => {
  const rules = { ...place, name: '規程' };
  const { screen } = await openActivity(
    () => ({
      list: [
        lineOf({ userName: '田中さくら', items: burst.items, count: 12, place: rules }),
        lineOf({ id: '9-8', kind: 'moved', items: [itemOf('20', 'メモ')], place: { ...rules, name: 'Rules' } }),
        lineOf({ id: '9-7', userName: '田中さくら', kind: 'deleted', place: itemOf('21', '契約書') }),
      ],
    }),
    'ja',
  );
  const lines = () => screen.getByRole('main').textContent;
  await expect.poll(lines).toContain('田中さくらが規程に 12 件のドキュメントを追加しました');
  expect(lines()).toContain('Ben Archer がメモを Rules に移動しました');
  expect(lines()).toContain('田中さくらが契約書から添付ファイル a.txt を外しました');
});

test('a filter narrows the stream, and says where nothing of that kind happened', async () => {
  const { main, screen, t, pick, inputsOf } = await openActivity(({ kinds }) => ({ list: kinds === undefined ? [burst] : [] }));
  await expect.poll(() => screen.getByRole('main').textContent).toContain('added 12 documents');
  await pick(t('activity.filter'), t('activity.show_comments'));
  await main.findByText(t('activity.nothingOfThat'));
  expect(inputsOf(activity.list).at(-1)).toMatchObject({ kinds: ['commented', 'resolved', 'reopened'] });
});

test('the tab of an item asks for its stream, and again after a failure', async () => {
  const item = documentOf({ name: 'rule.txt' });
  const cabinet = { ...item, id: '5', name: 'Rules', objType: objType.cabinet };
  let fails = true;
  const { screen, user, t, press, inputsOf } = await openPage('/knowledge/index?id=5', {
    answers: [
      ...shellAnswers(),
      answer(library.items, () => pageOf([item])),
      answer(library.documentDetail, () => ({ ...item, path: 'Rules', ownerId: '1', ownerName: 'Ana' })),
      answer(library.ancestors, [{ id: '5', name: 'Rules', moduleType: moduleType.enterprise, objType: objType.cabinet }]),
      answer(library.tree, []),
      answer(flows.choices, { list: [] }),
      answer(library.cabinetDetail, { ...cabinet, path: '', ownerId: '1', ownerName: 'Ana' }),
      answer(activity.list, (): Given => (fails ? { refused: 'systemError', message: 'Broken' } : { list: [] })),
    ],
  });
  await user.click(await screen.findByText('rule'));
  await user.keyboard('i');
  await user.click(await screen.findByRole('tab', { name: t('activity.activity') }));
  await screen.findByText('Broken');
  fails = false;
  await press(t('platform.retry'));
  await screen.findByText(t('activity.nothing'));
  expect(inputsOf(activity.list)).toEqual([{ objId: item.id }, { objId: item.id }].map((input) => expect.objectContaining(input)));
});

import { action } from '@dossier/contract/reporting/actions';
import { type LogEntry, operationLog } from '@dossier/contract/reporting/operation-log';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const entry = (id: string, code: number, more: Partial<LogEntry> = {}): LogEntry => ({
  id,
  time: '2026-01-01T00:00:00.000Z',
  action: code,
  userName: '',
  ...more,
});

const openLog = (list: LogEntry[]) =>
  openPage('/admin/index/reportManger/logs', {
    answers: [...shellAnswers(), answer(operationLog.log, { ...pageOf(list), more: false })],
  });

test('visitors of links are called so, and nothing is offered to be opened where no entry has details', async () => {
  const { screen, t } = await openLog([entry('1', action.linkOpen, { objName: 'plan.txt' }), entry('2', action.userSignIn)]);
  expect((await screen.findByText(t('reporting.log.linkVisitor'))).closest('tr')?.textContent).toContain('plan.txt');
  screen.getByText(t('reporting.log.nobodyKnown'));
  expect(screen.queryByText(t('reporting.log.details'))).toBeNull();
});

test('a rename names what it was called and what it is called now', async () => {
  const detail = JSON.stringify({ name: ['a.txt', 'b.txt'] });
  const { screen, t } = await openLog([
    entry('1', action.documentUpdate, { userId: '3', userName: 'Ana', objId: '7', objName: 'b.txt', detail }),
  ]);
  await screen.findByText(t('reporting.log.renamedItem'));
  await screen.findByText(t('reporting.log.fromTo', { from: 'a.txt', to: 'b.txt' }));
  expect(screen.getAllByText(t('reporting.log.details')).length).toBeGreaterThan(0);
});

/** What is created, renamed and deleted among people, and the field that keeps its name. */
const peopleKinds = [
  ['user', 'fullName'],
  ['department', 'name'],
  ['group', 'name'],
  ['role', 'name'],
] as const;

test('what is created, renamed and deleted among people is told by its kind and its names', async () => {
  const by = { userId: '3', userName: 'Ana', objId: '7' };
  const told = peopleKinds.flatMap(
    ([kind, field]) =>
      [
        { code: `${kind}Create`, shown: 'Clerks', objName: 'Clerks', detail: '{}' },
        {
          code: `${kind}Update`,
          shown: 'Clerks → Scribes',
          objName: 'Scribes',
          detail: JSON.stringify({ [field]: ['Clerks', 'Scribes'] }),
        },
        { code: `${kind}Delete`, shown: 'Scribes', objName: 'Scribes', detail: '{}' },
      ] as const,
  );
  const { screen, t } = await openLog(
    told.map(({ code, objName, detail }, at) => entry(String(at + 1), action[code], { ...by, objName, detail })),
  );
  await screen.findByText(t('reporting.log.userCreate'));
  for (const { code, shown } of told) {
    const cells = screen.getByText(t(`reporting.log.${code}`)).closest('tr')?.cells ?? [];
    expect([...cells].map(({ textContent }) => textContent)).toContain(shown);
  }
  // no two kinds share a sentence
  expect(new Set(told.map(({ code }) => t(`reporting.log.${code}`))).size).toBe(told.length);
});

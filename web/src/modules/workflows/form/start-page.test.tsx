import { type CurrentUser, session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import type { FlowChoice } from '@dossier/contract/workflows/flow-shapes';
import { flows } from '@dossier/contract/workflows/flows';
import { expect, test } from 'vitest';
import { type Answer, answer } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { administrator, shellAnswers } from '../../../../test/shell-answers.ts';

const choice = (id: string, name: string, more: Partial<FlowChoice> = {}): FlowChoice => ({
  id,
  flowKind: 'normal',
  name,
  description: '',
  steps: 2,
  stepNames: ['Manager', 'Board'],
  branches: false,
  ...more,
});

const openStart = (list: FlowChoice[], user: CurrentUser = administrator, ...more: Answer[]) =>
  openPage('/flow/index/flowadd', {
    answers: [...shellAnswers(user), answer(flows.choices, { list }), answer(flows.counts, { waiting: 0, drafts: 0 }), ...more],
  });

test('templates tell what they are for and who decides in which order', async () => {
  const { screen, t } = await openStart([
    choice('1', 'Purchases', { description: 'What costs more than a lunch' }),
    choice('2', 'Contracts', { branches: true }),
  ]);
  const purchases = await screen.findByRole('link', { name: /Purchases/ });
  expect(purchases.textContent).toContain('What costs more than a lunch');
  expect(purchases.textContent).toContain('Manager → Board');
  expect(screen.getByRole('link', { name: /Contracts/ }).textContent).toContain(t('workflows.byForm'));
  expect(screen.queryByRole('textbox', { name: t('workflows.findTemplate') })).toBeNull();
});

test('who may design flows is led from the empty page to a new template', async () => {
  const { screen, t, press } = await openStart([], administrator, answer(session.changeModule, {}), answer(people.grantees, []));
  await press(t('workflows.toTemplates'));
  await screen.findByRole('tab', { name: t('designer.tabBasics') });
  expect(location.search).toBe('?show=new');
});

test('who may not design flows is told whom to ask for one', async () => {
  const { screen, t } = await openStart([], { ...administrator, roleType: 2, deeds: [] });
  await screen.findByText(t('workflows.noChoicesHint'));
  expect(screen.queryByRole('button', { name: t('workflows.toTemplates') })).toBeNull();
});

test('many templates are searched by their names and descriptions', async () => {
  const many = Array.from({ length: 9 }, (_, at) => choice(String(at + 1), `Template ${at + 1}`));
  const { screen, t, fill } = await openStart([...many, choice('20', 'Trips', { description: 'Hotel and train' })]);
  await fill(t('workflows.findTemplate'), 'hotel');
  expect(screen.getAllByRole('link', { name: /Template|Trips/ }).map((link) => link.querySelector('strong')?.textContent)).toEqual([
    'Trips',
  ]);
  await fill(t('workflows.findTemplate'), 'nothing of that');
  await screen.findByText(t('workflows.nothingFound'));
});

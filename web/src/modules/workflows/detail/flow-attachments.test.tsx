import { right } from '@dossier/contract/core/rights';
import { type Attachment, attachments } from '@dossier/contract/documents/attachments';
import type { OutputOf } from '@dossier/contract/core/route';
import { signatures } from '@dossier/contract/signatures/signatures';
import { linearGraph } from '@dossier/contract/workflows/flow-graph';
import { flows } from '@dossier/contract/workflows/flows';
import { expect, test } from 'vitest';
import { type Answer, answer, pageOf } from '../../../../test/answers.ts';
import { documentOf } from '../../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const time = '2026-01-01T00:00:00.000Z';

const flow: OutputOf<typeof flows.show> = {
  id: '9',
  number: '20260101-0001',
  flowKind: 'normal',
  title: 'A new desk',
  urgency: 0,
  status: 'waiting',
  templateName: 'Purchases',
  applicantName: 'Ana',
  departmentName: '',
  step: 0,
  steps: 1,
  createTime: time,
  mine: false,
  typedNumber: false,
  templateId: '3',
  round: 1,
  reason: 'The old one broke',
  chosen: [],
  chosenNames: [],
  notify: [],
  documents: [],
  stepList: [{ name: 'Decide', approvers: [], rule: 'any' }],
  fields: [],
  values: [],
  graph: linearGraph(1),
  positions: [],
  decisions: [],
  tasks: [],
  trail: [],
  isOwn: true,
  canWithdraw: false,
  canUrge: false,
  canCancel: false,
  canEdit: false,
  canReplace: false,
};

const fileOf = (id: string, name: string, mayDelete: boolean): Attachment => ({
  ...documentOf({
    id,
    name,
    ext: 'pdf',
    revision: `${id}0`,
    parentId: undefined,
    cabinetId: undefined,
    rights: right.visible | right.read,
  }),
  mayDelete,
});

function openFlow(...given: Answer[]): Promise<OpenPage> {
  return openPage('/flow/index/myFlow?flowId=9', {
    answers: [...shellAnswers(), answer(flows.show, flow), answer(flows.counts, { waiting: 0, drafts: 0 }), ...given],
  });
}

test('the attachments of a flow lead to their viewers, and one’s own is taken out after a question', async () => {
  let list = [fileOf('80', 'quotation.pdf', true), fileOf('81', 'scan.pdf', false)];
  const { screen, t, press, dialog, inputsOf } = await openFlow(
    answer(attachments.list, () => ({ ...pageOf(list), mayChange: true })),
    answer(attachments.delete, ({ id }) => {
      list = list.filter((one) => one.id !== id);
      return {};
    }),
  );
  const link = await screen.findByRole('link', { name: 'quotation.pdf' });
  expect(link.getAttribute('href')).toContain('id=80&currentRev=800');
  await screen.findByText(t('documents.attachments.add'));
  expect(screen.queryByRole('button', { name: t('documents.attachments.delete', { name: 'scan.pdf' }) })).toBeNull();
  await press(t('documents.attachments.delete', { name: 'quotation.pdf' }));
  const box = await dialog(t('documents.attachments.deleteTitle', { name: 'quotation.pdf' }));
  await press(t('documents.attachments.deleteIt'), box);
  await expect.poll(() => screen.queryByRole('link', { name: 'quotation.pdf' })).toBeNull();
  expect(inputsOf(attachments.delete)).toEqual([{ id: '80' }]);
});

test('the signatures of a document that was signed in a flow are checked beside it', async () => {
  const signed = { version: 2, versionLabel: '1.1', ext: 'pdf', gone: false, hidden: false, canView: true, changed: false };
  const documents = [
    { ...signed, id: '20', currentRev: '201', name: 'lease.pdf', signed: true },
    { ...signed, id: '21', currentRev: '211', name: 'annex.pdf' },
  ];
  const { screen, t, press, inputsOf } = await openFlow(
    answer(flows.show, { ...flow, status: 'passed', documents }),
    answer(attachments.list, { ...pageOf([]), mayChange: false }),
    answer(signatures.verify, {
      pages: 3,
      list: [{ verdict: 'holds', problems: [], field: 'Seal', subject: 'Lark Ltd', updatesAfter: 0 }],
      more: false,
    }),
  );
  await screen.findByRole('link', { name: 'annex.pdf' });
  expect(screen.getAllByRole('button', { name: t('signatures.verify') })).toHaveLength(1);
  await press(t('signatures.verify'));
  await screen.findByText(`${t('signatures.verdict_holds')}: Lark Ltd`);
  expect(inputsOf(signatures.verify)).toEqual([{ id: '20', revisionId: '201' }]);
});

test('who may only read adds nothing', async () => {
  const { screen, t } = await openFlow(answer(attachments.list, { ...pageOf([fileOf('81', 'scan.pdf', false)]), mayChange: false }));
  await screen.findByRole('link', { name: 'scan.pdf' });
  expect(screen.queryByText(t('documents.attachments.add'))).toBeNull();
});

test('who sees the flow by a permission alone learns of no attachments', async () => {
  const { screen, t, inputsOf } = await openFlow(answer(attachments.list, { refused: 'flowMissing', message: 'There is no such flow' }));
  await screen.findByText('The old one broke');
  await expect.poll(() => inputsOf(attachments.list)).toHaveLength(1);
  await expect.poll(() => screen.queryByText(t('documents.attachments.attachments'))).toBeNull();
});

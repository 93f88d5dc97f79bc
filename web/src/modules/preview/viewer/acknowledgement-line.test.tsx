import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { right } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import { library } from '@dossier/contract/documents/library';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { expect, test } from 'vitest';
import { type Answer, answer } from '../../../../test/answers.ts';
import { documentOf } from '../../../../test/documents.ts';
import { type OpenPage, openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const view: OutputOf<typeof preview.view> = {
  id: '7',
  name: 'rule.zzz',
  ext: 'zzz',
  size: 9,
  version: 1,
  versionLabel: '1.0',
  rendition: 'none',
  detailUrl: '',
  streamUrl: '',
  rights: right.visible | right.read,
  look: 'token',
};

const toAcknowledge = { id: '90', revisionId: '70', revisionLabel: '1.0', dueTime: '2999-12-03T12:00:00.000Z' };

type Request = NonNullable<OutputOf<typeof acknowledgements.detail>['request']>;

const request: Request = {
  ...toAcknowledge,
  note: 'Before the audit',
  renewal: 'never',
  creatorName: 'Ben Archer',
  createTime: '2026-01-01T00:00:00.000Z',
  current: true,
  asked: true,
};

const openViewer = (shown: Partial<typeof view>, asked: () => Request | undefined, more: Answer[] = []): Promise<OpenPage> =>
  openPage('/docpreview?id=7', {
    answers: [
      ...more,
      ...shellAnswers(),
      answer(preview.view, { ...view, ...shown }),
      answer(library.documentDetail, () => ({ ...documentOf({ id: '7', name: 'rule.zzz' }), path: '', ownerId: '1', ownerName: 'Ana' })),
      answer(acknowledgements.detail, () => ({ mayAsk: false, request: asked() })),
      answer(acknowledgements.acknowledge, {}),
    ],
  });

test('who is asked reads until when above the document, sees the note before they confirm, and then nothing any more', async () => {
  const { screen, t, press, dialog, inputsOf } = await openViewer({ toAcknowledge }, () => request);
  const line = await screen.findByText(t('preview.viewer.toConfirmBy', { time: '2999-12-03' }));
  await press(t('preview.viewer.confirmRead'));
  const box = await dialog(t('acknowledgements.acknowledgeTitle', { name: 'rule.zzz', label: '1.0' }));
  await box.findByText('Before the audit');
  expect(inputsOf(acknowledgements.acknowledge)).toEqual([]);
  await press(t('acknowledgements.acknowledge'), box);
  await expect.poll(() => line.isConnected).toBe(false);
  expect(inputsOf(acknowledgements.acknowledge)).toEqual([{ id: '90' }]);
});

test('nobody confirms a document that is being prepared, until it is told that it cannot be shown', async () => {
  const fail: { now?: () => void } = {};
  const failed = new Promise<void>((resolve) => (fail.now = resolve));
  const state = answer(previewByToken.state, async ({ wait }) => {
    if (!wait) return { state: 'making' as const, done: 0 };
    await failed;
    return { state: 'failed' as const, done: 0, reason: 'broken' as const };
  });
  const shown = { toAcknowledge, name: 'rule.docx', ext: 'docx', rendition: 'pdf' as const, made: true };
  const { screen, t, press, dialog, inputsOf, user } = await openViewer(shown, () => request, [state]);
  const line = await screen.findByText(t('preview.viewer.confirmRead'));
  expect(line.getAttribute('aria-disabled')).toBe('true');
  await screen.findByText(t('preview.viewer.confirmWaits'));
  // it keeps the focus, and does nothing yet
  await press(t('preview.viewer.confirmRead'));
  expect(document.activeElement).toBe(line);
  expect(inputsOf(acknowledgements.detail)).toEqual([]);
  fail.now?.();
  await screen.findByText(t('preview.viewer.failBroken'));
  await expect.poll(() => screen.queryByText(t('preview.viewer.confirmWaits'))).toBeNull();
  await user.click(screen.getByText(t('preview.viewer.confirmRead')));
  await press(t('acknowledgements.acknowledge'), await dialog(t('acknowledgements.acknowledgeTitle', { name: 'rule.docx', label: '1.0' })));
  await expect.poll(() => inputsOf(acknowledgements.acknowledge)).toEqual([{ id: '90' }]);
});

test('where another version is meant, the line leads to it', async () => {
  const { screen, t, press, inputsOf } = await openViewer({ toAcknowledge: { ...toAcknowledge, revisionLabel: '0.9' } }, () => undefined);
  await screen.findByText(t('preview.viewer.toConfirmOtherBy', { label: '0.9', time: '2999-12-03' }));
  expect(screen.queryByText(t('preview.viewer.confirmRead'))).toBeNull();
  await press(t('preview.viewer.openVersion', { label: '0.9' }));
  await expect.poll(() => inputsOf(preview.view).at(-1)).toEqual({ id: '7', currentRev: '70' });
});

test('a request that has ended meanwhile asks nothing, and its line goes', async () => {
  const { screen, t, press, inputsOf } = await openViewer(
    { toAcknowledge: { ...toAcknowledge, dueTime: '2026-01-02T12:00:00.000Z' } },
    () => undefined,
  );
  const line = await screen.findByText(t('preview.viewer.wasToConfirm', { time: '2026-01-02' }));
  await press(t('preview.viewer.confirmRead'));
  await expect.poll(() => line.isConnected).toBe(false);
  expect(inputsOf(acknowledgements.acknowledge)).toEqual([]);
});

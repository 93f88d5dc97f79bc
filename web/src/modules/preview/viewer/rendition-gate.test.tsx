import { right } from '@dossier/contract/core/rights';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { expect, test } from 'vitest';
import { answer } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';

const view = {
  id: '7',
  name: 'lease.docx',
  ext: 'docx',
  size: 9,
  version: 1,
  versionLabel: '1.0',
  rendition: 'pdf' as const,
  detailUrl: '',
  streamUrl: '',
  made: true,
  rights: right.visible | right.read,
  look: 'token',
};

test('a document that a busy server gave up is asked for again, and a failure of its own is told', async () => {
  let asked = 0;
  const state = answer(previewByToken.state, ({ wait }) => {
    if (!wait) return { state: 'making' as const, done: 0 };
    asked++;
    return { state: 'failed' as const, done: 0, reason: asked === 1 ? ('busy' as const) : ('broken' as const) };
  });
  const { screen, t } = await openPage('/docpreview?id=7', { answers: [...shellAnswers(), answer(preview.view, view), state] });
  await screen.findByText(t('preview.viewer.failBroken'), undefined, { timeout: 30_000 });
  expect(asked).toBe(2);
  expect(screen.queryByText(t('preview.viewer.failBusy'))).toBeNull();
});

import { type IsolatedFile, isolation } from '@dossier/contract/governance/isolation';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../../test/answers.ts';
import { openPage } from '../../../../test/page.ts';
import { shellAnswers } from '../../../../test/shell-answers.ts';
import { isolationPath } from '../isolation-path.ts';

const found: IsolatedFile = {
  id: '1',
  state: 'infected',
  threat: 'Eicar-Signature',
  size: 70,
  time: '2026-01-02T03:04:05.000Z',
  documents: 2,
  uploaderName: 'Ann Author',
  name: 'letter.docx',
  ext: 'docx',
  objId: '7',
};

const working = answer(isolation.status, { configured: true, waiting: 0, signatures: 'ClamAV 1' });

test('a file is looked at, and released with a reason', async () => {
  let list = [found];
  const { screen, t, press, fill, choose, dialog, inputsOf } = await openPage(isolationPath, {
    answers: [
      ...shellAnswers(),
      working,
      answer(isolation.list, ({ decided }) => pageOf(decided === true ? [{ ...found, state: 'released', reason: 'ours' }] : list)),
      answer(isolation.look, {
        sha256: 'a'.repeat(64),
        documents: [{ name: 'letter.docx', path: 'Cabinet / Folder', uploaderName: 'Ann Author', gone: false }],
      }),
      answer(isolation.release, () => {
        list = [];
        return {};
      }),
    ],
  });
  await screen.findByText('Eicar-Signature');
  await choose(t('governance.actionsOf', { name: 'letter.docx' }), t('governance.details'));
  const details = await dialog('Eicar-Signature');
  await details.findByText(/Cabinet \/ Folder/);
  await press(t('governance.close'), details);
  await choose(t('governance.actionsOf', { name: 'letter.docx' }), t('governance.release'));
  const asking = await dialog(t('governance.releaseAsk', { name: 'letter.docx' }));
  await press(t('governance.release'), asking);
  await screen.findByText(t('governance.reasonNeeded'));
  await fill(t('governance.reason'), 'A file of ours', asking);
  await press(t('governance.release'), asking);
  await screen.findByText(t('governance.noIsolated'));
  expect(inputsOf(isolation.release)).toMatchObject([{ id: '1', reason: 'A file of ours' }]);
});

test('a file is deleted after a question, and the others are seen with their decision', async () => {
  let list = [found];
  const { screen, t, press, choose, dialog, inputsOf, user } = await openPage(isolationPath, {
    answers: [
      ...shellAnswers(),
      working,
      answer(isolation.list, ({ decided }) =>
        pageOf(decided === true ? [{ ...found, id: '2', state: 'released', deciderName: 'Olga Office', reason: 'ours' }] : list),
      ),
      answer(isolation.delete, () => {
        list = [];
        return {};
      }),
    ],
  });
  await choose(t('governance.actionsOf', { name: 'letter.docx' }), t('governance.isolatedDelete'));
  await press(t('governance.isolatedDelete'), await dialog(t('governance.isolatedDeleteAsk', { name: 'letter.docx' })));
  await screen.findByText(t('governance.noIsolated'));
  expect(inputsOf(isolation.delete)).toMatchObject([{ id: '1' }]);
  await user.click(screen.getByText(t('governance.isolation_decided')));
  await screen.findByText('Olga Office · ours');
});

test('a scanner that does not answer is told on the page, and in a line above all pages', async () => {
  const down = { configured: true, waiting: 3, downSince: '2026-01-02T03:04:05.000Z' };
  const { screen, t } = await openPage(isolationPath, {
    answers: [
      ...shellAnswers({ virusScannerDown: true }),
      answer(isolation.status, down),
      answer(isolation.list, pageOf<IsolatedFile>([])),
    ],
  });
  await screen.findByText(t('governance.scannerDownHint'));
  await screen.findByText(t('governance.scannerWaiting', { count: 3 }));
  expect((await screen.findByText(t('app.shell.scannerDown'))).isConnected).toBe(true);
});

test('without a scanner the page says so', async () => {
  const { screen, t } = await openPage(isolationPath, {
    answers: [
      ...shellAnswers(),
      answer(isolation.status, { configured: false, waiting: 0 }),
      answer(isolation.list, pageOf<IsolatedFile>([])),
    ],
  });
  await screen.findByText(t('governance.scannerOff'));
  expect((await screen.findByText(t('governance.noIsolatedHint'))).isConnected).toBe(true);
});

test('a list that cannot be loaded says why', async () => {
  const { screen } = await openPage(isolationPath, {
    answers: [...shellAnswers(), working, answer(isolation.list, { refused: 'systemError', message: 'The list is away' })],
  });
  expect((await screen.findByText('The list is away')).isConnected).toBe(true);
});

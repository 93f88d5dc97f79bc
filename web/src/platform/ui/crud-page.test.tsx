import { cards } from '@dossier/contract/classification/cards';
import { webdav } from '@dossier/contract/webdav/devices';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

test('an empty list offers the first entry and nothing to search; a full one searches, also where nothing is found', async () => {
  const names: string[] = [];
  const { screen, t, press, fill, dialog } = await openPage('/admin/index/dataManger/basedata', {
    answers: [
      ...shellAnswers({ deeds: ['cards.edit'] }),
      answer(cards.attributes, ({ keyword = '' }) =>
        pageOf(
          names
            .filter((name) => name.includes(keyword))
            .map((name) => ({
              id: '7',
              name,
              kind: 'text' as const,
              initial: '',
              sortNumber: 1,
              limits: {},
              uses: 0,
              updateTime: '2026-01-01T08:00:00.000Z',
            })),
        ),
      ),
      answer(cards.createAttribute, ({ name }) => {
        names.push(name);
        return { id: '7' };
      }),
    ],
  });
  await screen.findByText(t('classification.cards.noAttributes'));
  expect(screen.queryByRole('textbox', { name: t('classification.cards.findAttributes') })).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
  await press(t('classification.cards.newAttribute'));
  const asking = await dialog(t('classification.cards.newAttribute'));
  await fill(t('classification.cards.name'), 'Price', asking);
  await press(t('platform.create'), asking);
  await screen.findByRole('cell', { name: 'Price' });
  await fill(t('classification.cards.findAttributes'), 'zinc');
  await screen.findByText(t('platform.nothingFound'));
  expect(screen.getByText(t('classification.cards.newAttribute'), { selector: 'button *' }).isConnected).toBe(true);
});

const disk = '/admin/index/userManger/syncdisk';
const noDevices = answer(webdav.devices, pageOf([]));

test('where the sync disk is off, its page leads to the switch whoever may turn it, and tells others who may', async () => {
  const admin = await openPage(disk, { answers: [...shellAnswers({ deeds: ['disk.edit', 'settings.edit'], syncDisk: 'off' }), noDevices] });
  await admin.screen.findByText(admin.t('webdav.turnedOffYours'));
  expect(admin.screen.getByRole('button', { name: admin.t('webdav.toConfiguration') }).isConnected).toBe(true);
});

test('who may not turn it on is told who may', async () => {
  const { screen, t } = await openPage(disk, { answers: [...shellAnswers({ deeds: ['disk.edit'], syncDisk: 'off' }), noDevices] });
  await screen.findByText(t('webdav.turnedOffHint'));
  expect(screen.queryByRole('button', { name: t('webdav.toConfiguration') })).toBeNull();
});

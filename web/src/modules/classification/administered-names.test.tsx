import { cards } from '@dossier/contract/classification/cards';
import { tags } from '@dossier/contract/classification/tags';
import { expect, test } from 'vitest';
import { answer, pageOf } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.ts';
import { shellAnswers } from '../../../test/shell-answers.ts';

const entry = { id: '7', name: 'Contract', uses: 2, updateTime: '2026-01-01T00:00:00.000Z' };
const described = { ...entry, description: '' };

test.each(['basedata', 'indexcard', 'doctype'])('the name of an entry of %s opens its form', async (list) => {
  const { t, press, dialog } = await openPage(`/admin/index/dataManger/${list}`, {
    answers: [
      ...shellAnswers({ deeds: ['cards.edit'] }),
      answer(cards.attributes, pageOf([{ ...entry, kind: 'text', initial: '', sortNumber: 1, limits: {} }])),
      answer(cards.list, pageOf([{ ...described, fields: [] }])),
      answer(cards.types, pageOf([described])),
    ],
  });
  await press('Contract');
  const form = await dialog(t('classification.cards.editTitle', { name: 'Contract' }));
  expect(form.getByRole('textbox', { name: t('classification.cards.name') })).toMatchObject({ value: 'Contract' });
});

test('the name of a tag leads to the items that have it', async () => {
  const { screen } = await openPage('/admin/index/dataManger/tags', {
    answers: [
      ...shellAnswers({ deeds: ['tags.edit'] }),
      answer(tags.office, pageOf([{ ...entry, kind: 'system', colour: 'red', listed: true }])),
    ],
  });
  const name = await screen.findByRole('link', { name: 'Contract' });
  expect(name.getAttribute('href')).toBe('/knowledge/search?tagIds=7');
});

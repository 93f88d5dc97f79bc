import { cards } from '@dossier/contract/classification/cards';
import { categories } from '@dossier/contract/classification/categories';
import { tags } from '@dossier/contract/classification/tags';
import { library } from '@dossier/contract/documents/library';
import { expect } from 'vitest';
import { button, dialog, fromMenu, menuItem, press, row } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();

dossier.journey('a document gets a tag, a card and a category, and is found by each', { as: admin }, async ({ page, open, t, faults }) => {
  const { id } = await dossier.admin.call(library.createCabinet, { name: 'Contracts', moduleType: 3 });
  const lease = await dossier.admin.upload(id, 'lease.txt', 'A lease');
  await dossier.admin.upload(id, 'other.txt', 'Another thing');
  const rooms = await dossier.admin.call(categories.create, { name: 'Rooms' });

  // an attribute, a card with it, a type with the card
  await open('/admin/index/dataManger/basedata');
  await button(page, t('classification.cards.newAttribute')).click();
  const attribute = dialog(page, t('classification.cards.newAttribute'));
  await attribute.getByLabel(t('classification.cards.name'), { exact: true }).fill('Landlord');
  await press(attribute, t('classification.cards.create'));
  await open('/admin/index/dataManger/indexcard');
  await button(page, t('classification.cards.newCard')).click();
  const card = dialog(page, t('classification.cards.newCard'));
  await card.getByLabel(t('classification.cards.name'), { exact: true }).fill('Lease card');
  await card.getByRole('combobox', { name: t('classification.cards.addField') }).fill('Land');
  await page.locator('.ant-select-item-option').filter({ hasText: 'Landlord' }).click();
  await card.getByRole('checkbox', { name: t('classification.cards.required') }).check();
  await press(card, t('classification.cards.create'));
  const [made] = (await dossier.admin.call(cards.list, {})).list;
  expect(made?.fields).toMatchObject([{ name: 'Landlord', required: true }]);
  await dossier.admin.call(cards.createType, { name: 'Lease', cardId: made?.id ?? '' });

  // from its menu: a new tag, the card, the category
  await open(`/knowledge/index?id=${id}`);
  await fromMenu(page, 'lease.txt', t('classification.labels.tagsDots'));
  const marking = dialog(page, 'lease.txt');
  await marking.getByRole('textbox', { name: t('classification.labels.findOrMake') }).fill('Urgent');
  await page.keyboard.press('Enter');
  await marking.getByRole('checkbox', { name: 'Urgent' }).waitFor();
  await press(marking, t('classification.labels.save'));
  await row(page, 'lease.txt').getByText('Urgent').waitFor();
  await fromMenu(page, 'lease.txt', t('classification.cards.cardDots'));
  const filling = dialog(page, 'lease.txt');
  await filling.getByRole('combobox', { name: t('classification.cards.type') }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'Lease' }).click();
  await filling.getByLabel('Landlord').waitFor();
  await button(filling, t('classification.cards.save')).click();
  await filling.getByText(t('classification.cards.valueNeeded', { name: 'Landlord' })).waitFor();
  await filling.getByLabel('Landlord').fill('Ana & Co');
  await press(filling, t('classification.cards.save'));

  // a concurrent change is not overwritten unseen
  await fromMenu(page, 'lease.txt', t('classification.cards.cardDots'));
  const landlord = filling.getByLabel('Landlord');
  await landlord.waitFor();
  const attributeId = made?.fields[0]?.attributeId ?? '';
  await dossier.admin.call(cards.fill, { id: lease, values: [{ attributeId, value: 'Ana & Sons' }] });
  faults.allow(/409/);
  await button(filling, t('classification.cards.save')).click();
  await filling.locator('input[value="Ana & Sons"]').waitFor();
  await press(filling, t('classification.cards.save'));
  await fromMenu(page, 'lease.txt', t('classification.labels.categoriesDots'));
  const sorting = dialog(page, 'lease.txt');
  await sorting.getByRole('checkbox', { name: 'Rooms' }).check();
  await press(sorting, t('classification.labels.save'));

  // found by the tag from the start page, by the card in the search, by the category
  await open('/home');
  await page.getByRole('link', { name: /Urgent/ }).click();
  await row(page, 'lease.txt').waitFor();
  await button(page, t('search.moreFiltersOn', { count: 1 })).click();
  await button(page, t('classification.cards.byCard')).click();
  await page.getByLabel(t('classification.cards.contains')).fill('ANA');
  await button(page, t('classification.cards.find')).click();
  await row(page, 'lease.txt').waitFor();
  await open('/doc-type/index');
  await page.getByRole('treeitem', { name: /Rooms/ }).click();
  await row(page, 'lease.txt').waitFor();
  expect((await dossier.admin.call(tags.list, {})).map((tag) => tag.name)).toEqual(['Urgent']);

  // deleting the open category closes it, without further requests for it
  await dossier.admin.call(categories.put, { objIds: [lease], remove: [rooms.id] });
  await dossier.admin.call(categories.create, { name: 'Houses' });
  await open(`/doc-type/index?id=${rooms.id}`);
  await button(page, t('classification.labels.actionsOf', { name: 'Rooms' })).click();
  await menuItem(page, t('classification.labels.delete')).click();
  await press(dialog(page, 'Rooms'), t('classification.labels.delete'));
  await page.getByText(t('classification.labels.chooseCategoryHint')).waitFor();
});

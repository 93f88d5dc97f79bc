import type { Lang } from '@dossier/contract/core/shapes';
import { people } from '@dossier/contract/identity/users';
import { button, choose, dialog, notice, press } from './hands.ts';
import { admin, useHouse } from './journey.ts';
import { firstOrAll } from './sample.ts';

const dossier = useHouse();

/** Their names in each language, so that two journeys on one house do not meet. */
const casts: Partial<Record<Lang, { login: string; name: string; segment: string }>> = {
  en: { login: 'ivan', name: 'Ivan Inside', segment: 'Headquarters' },
  cn: { login: 'neiwang', name: '内网员工', segment: '总部网络' },
};

for (const [lang, { login, name, segment }] of firstOrAll(
  Object.entries(casts) as [Lang, { login: string; name: string; segment: string }][],
)) {
  dossier.journey(`a range is made, tried, switched and deleted (${lang})`, { as: admin, lang }, async ({ page, open, t }) => {
    await dossier.admin.call(people.createUser, { loginName: login, fullName: name, password: 'their-pass-word' });
    await open('/admin/index/userManger/ipmanagement');
    const trying = page.getByRole('region', { name: t('people.tryAddress') });
    await trying.getByText('127.0.0.1').waitFor();
    await page.getByRole('button', { name: t('people.newSegment') }).click();
    const asking = dialog(page, t('people.newSegment'));
    await asking.getByLabel(t('people.name'), { exact: true }).fill(segment);
    await asking.getByLabel(t('people.addresses'), { exact: true }).fill('somewhere');
    await button(asking, t('people.create')).click();
    await asking.getByText(t('people.addressesWrong')).waitFor();
    await asking.getByLabel(t('people.addresses'), { exact: true }).fill('198.51.100.0/24');
    await press(asking, t('people.create'));
    const row = page.getByRole('row').filter({ hasText: segment });
    await row.getByText(t('people.kind_allow')).waitFor();

    // somebody at an address outside, and then inside
    await trying.getByLabel(t('people.person')).fill(login);
    await page.getByText(`${name} (${login})`).click();
    await trying.getByLabel(t('people.address')).fill('203.0.113.9');
    await button(trying, t('people.tryIt')).click();
    await trying.getByText(t('people.why_outside')).waitFor();
    await trying.getByLabel(t('people.address')).fill('198.51.100.9');
    await button(trying, t('people.tryIt')).click();
    await trying.getByText(t('people.why_allowed', { segment })).waitFor();

    // off, it says nothing any more; then it goes
    await choose(page, t('people.actionsOf', { name: segment }), t('people.switchOff'));
    await notice(page, t('people.segmentOff', { name: segment })).waitFor();
    await trying.getByText(t('people.why_allowed', { segment })).waitFor({ state: 'detached' });
    await choose(page, t('people.actionsOf', { name: segment }), t('people.editSegment'));
    const changing = dialog(page, t('people.editSegmentTitle', { name: segment }));
    await changing.getByText(t('people.kind_block'), { exact: true }).click();
    await press(changing, t('people.save'));
    await row.getByText(t('people.kind_block')).waitFor();
    await choose(page, t('people.actionsOf', { name: segment }), t('people.deleteSegment'));
    await press(dialog(page, t('people.deleteSegmentAsk', { name: segment })), t('people.deleteSegment'));
    await page.getByText(t('people.noSegments')).waitFor();
  });
}

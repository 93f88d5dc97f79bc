import type { Lang } from '@dossier/contract/core/shapes';
import { people } from '@dossier/contract/identity/users';
import { button, choose, dialog, notice, press } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();

/** Names for each language, so that two journeys on one server do not collide. */
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
    const trying = page.getByRole('region', { name: t('identity.users.tryAddress') });
    await trying.getByText('127.0.0.1').waitFor();
    await page.getByRole('button', { name: t('identity.users.newSegment') }).click();
    const asking = dialog(page, t('identity.users.newSegment'));
    await asking.getByLabel(t('identity.users.name'), { exact: true }).fill(segment);
    await asking.getByLabel(t('identity.users.addresses'), { exact: true }).fill('somewhere');
    await button(asking, t('identity.users.create')).click();
    await asking.getByText(t('identity.users.addressesWrong')).waitFor();
    await asking.getByLabel(t('identity.users.addresses'), { exact: true }).fill('198.51.100.0/24');
    await press(asking, t('identity.users.create'));
    const row = page.getByRole('row').filter({ hasText: segment });
    await row.getByText(t('identity.users.kind_allow')).waitFor();

    // a user at an external address, and then at an internal one
    await trying.getByLabel(t('identity.users.person')).fill(login);
    await page.getByText(`${name} (${login})`).click();
    await trying.getByLabel(t('identity.users.address')).fill('203.0.113.9');
    await button(trying, t('identity.users.tryIt')).click();
    await trying.getByText(t('identity.users.why_outside')).waitFor();
    await trying.getByLabel(t('identity.users.address')).fill('198.51.100.9');
    await button(trying, t('identity.users.tryIt')).click();
    await trying.getByText(t('identity.users.why_allowed', { segment })).waitFor();

    // disabled, it has no effect; then it is deleted
    await choose(page, t('identity.users.actionsOf', { name: segment }), t('identity.users.switchOff'));
    await notice(page, t('identity.users.segmentOff', { name: segment })).waitFor();
    await trying.getByText(t('identity.users.why_allowed', { segment })).waitFor({ state: 'detached' });
    await choose(page, t('identity.users.actionsOf', { name: segment }), t('identity.users.editSegment'));
    const changing = dialog(page, t('identity.users.editSegmentTitle', { name: segment }));
    await changing.getByText(t('identity.users.kind_block'), { exact: true }).click();
    await press(changing, t('identity.users.save'));
    await row.getByText(t('identity.users.kind_block')).waitFor();
    await choose(page, t('identity.users.actionsOf', { name: segment }), t('identity.users.deleteSegment'));
    await press(dialog(page, t('identity.users.deleteSegmentAsk', { name: segment })), t('identity.users.deleteSegment'));
    await page.getByText(t('identity.users.noSegments')).waitFor();
  });
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cn from '@dossier/contract/locales/cn/codes.json' with { type: 'json' };
import en from '@dossier/contract/locales/en/codes.json' with { type: 'json' };
import { library } from '@dossier/contract/documents/library';
import { limits } from '@dossier/contract/identity/quotas';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, expect } from 'vitest';
import { button, choose, dialog, dropFiles, notice, press, row } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();
let disk: string;
beforeAll(async () => void (disk = await mkdtemp(join(tmpdir(), 'dossier-quotas-'))));
afterAll(() => rm(disk, { recursive: true, force: true }));

const refusals = { en, cn };
const casts = { en: { loginName: 'nora', fullName: 'Nora Near' }, cn: { loginName: 'manyi', fullName: '满一' } } as const;

for (const lang of firstOrAll(['en', 'cn'] as const)) {
  dossier.journey(
    `an own area fills up, is refused more, and has room again (${lang})`,
    { as: admin, lang },
    async ({ page, open, another, t }) => {
      const cast = { ...casts[lang], password: 'near-the-limit' };
      await dossier.admin.call(people.createUser, { ...cast, lang });
      const calls = await dossier.as(cast);
      const { id: mine } = await calls.call(library.createCabinet, { name: 'Mine', moduleType: 2 });
      const old = await calls.upload(mine, 'old.bin', Buffer.alloc(600_000));

      // the administrator sets the quota
      await open('/admin/index/userManger/quotas');
      await page.getByLabel(t('administration.quotas.findPeople')).fill(cast.loginName);
      await page.getByRole('row').filter({ hasText: cast.fullName }).waitFor();
      await choose(page, t('administration.quotas.actionsOf', { name: cast.fullName }), t('administration.quotas.setQuota'));
      const asking = dialog(page, t('administration.quotas.setQuotaOf', { name: cast.fullName }));
      await asking.getByLabel(t('administration.quotas.quotaLabel')).fill('0.001');
      await press(asking, t('administration.quotas.save'));
      await notice(page, t('administration.quotas.quotaSaved')).waitFor();
      await page.getByRole('meter').waitFor();

      // one more is refused with a message; after purging the old one it succeeds
      const near = await another({ as: cast, lang });
      near.faults.allow(/4\d\d/);
      const file = join(disk, `more-${lang}.bin`);
      await writeFile(file, Buffer.alloc(600_000, 1));
      await near.open(`/doc-my/index?id=${mine}`);
      await row(near.page, 'old.bin').waitFor();
      await dropFiles(near.page, near.page.locator('[data-list]'), [file]);
      await near.page.getByText(refusals[lang].personalSpaceFull).first().waitFor();
      await calls.call(library.delete, { objIds: [old] });
      await calls.call(library.remove, { objIds: [old] });
      await button(near.page, t('documents.content.retry')).click();
      await near.page.getByText(t('documents.content.doneN', { count: 1 })).waitFor();
      expect((await calls.call(limits.ownQuota, {})).person?.used).toBe(600_000);

      // near the limit the warning beside the tree is shown
      await calls.upload(mine, 'last.bin', Buffer.alloc(400_000));
      await near.open('/doc-my/index');
      await near.page.getByText(t('identity.quotas.ownAreaFull')).waitFor();
      await near.open('/user-info/index');
      await near.page.getByRole('meter', { name: t('identity.quotas.ownArea') }).waitFor();
    },
  );
}

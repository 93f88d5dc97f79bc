import { site } from '@dossier/contract/core/site';
import { type SettingGroup, keptSecret } from '@dossier/contract/core/site-settings';
import { session } from '@dossier/contract/identity/sessions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type TestMailServer, mailSettings, startMailServer } from '../../../../test/mail-server.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { bumpVersion, readVersions } from '../../../platform/db/versions.ts';
import { queueMail } from '../../../platform/mail/outgoing-mail.ts';
import { putSetting } from '../../../platform/settings/settings.queries.ts';
import { signInSettings } from '../../../platform/settings/settings.ts';

let dossier: TestServer;
let post: TestMailServer;
beforeAll(async () => {
  [dossier, post] = await Promise.all([openTestServer(), startMailServer()]);
});
afterAll(async () => {
  await dossier.close();
  await post.close();
});

const hour = 3_600_000;
const saveMail = (values: object = {}) =>
  dossier.admin.call(site.saveSettings, { group: 'mail', values: { ...mailSettings(post.port), ...values } });
const tryMail = (values: object) =>
  dossier.admin.call(site.trySettings, { group: 'mail', values: { ...mailSettings(post.port), ...values } });
const letter = (subject: string, more: object = {}) => ({
  to: 'anna@example.org',
  subject,
  text: 'Hello',
  at: dossier.clock.now(),
  ...more,
});
const write = (subject: string, more: object = {}) => dossier.services.database.write((db) => queueMail(db, letter(subject, more)));

const secretOf = (values: object) => Object.fromEntries(Object.entries(values).filter(([, value]) => value === 'very-secret'));

describe('settings of the site', () => {
  it('are stored by group; secrets are shown as dots, and dots leave them unchanged', async () => {
    await saveMail();
    const shown = (await dossier.admin.call(site.settings)).mail;
    expect(shown).toEqual({ ...mailSettings(post.port), password: keptSecret });
    await dossier.admin.call(site.saveSettings, { group: 'mail', values: { ...shown, from: 'other@example.org' } });
    const kept = await dossier.services.database.read
      .selectFrom('site_setting')
      .select('value')
      .where('name', '=', 'mail')
      .executeTakeFirst();
    expect(JSON.parse(kept?.value ?? '')).toMatchObject({ from: 'other@example.org', password: mailSettings(0).password });
    await saveMail({ password: '' });
    expect((await dossier.admin.call(site.settings)).mail.password).toBe('');
    await saveMail();
  });

  it('are not kept for others under a version that is not committed yet', async () => {
    const { services } = dossier;
    const versionOf = async (db = services.database.read) => (await readVersions(db)).site;
    const before = await signInSettings(services, await versionOf());
    const idleHours = before.idleHours + 1;
    await services.database.write(async (db) => {
      await putSetting(db, { name: 'signIn', value: JSON.stringify({ ...before, idleHours }), updated_at: 0, updater_id: 0 });
      await bumpVersion(db, 'site');
      await signInSettings(services, await versionOf(db));
    });
    expect((await signInSettings(services, await versionOf())).idleHours).toBe(idleHours);
    await dossier.admin.call(site.saveSettings, { group: 'signIn', values: before });
  });

  it.each<[SettingGroup, Record<string, unknown>, object[]]>([
    ['mail', { host: 'mail.example.org', password: 'very-secret' }, [{ host: 'evil.example.org' }, { port: 26 }, { security: 'none' }]],
    ['identityProvider', { issuer: 'https://id.example.org', clientSecret: 'very-secret' }, [{ issuer: 'https://evil.example.org' }]],
    [
      'messagingApp',
      { tokenUrl: 'https://chat.example.org/token', clientSecret: 'very-secret' },
      [{ tokenUrl: 'https://evil.example.org' }],
    ],
    [
      'enterpriseChat',
      { profileUrl: 'https://chat.example.org/who', clientSecret: 'very-secret' },
      [{ profileUrl: 'https://evil.example.org' }],
    ],
    ['ldap', { url: 'ldaps://ldap.example.org', bindPassword: 'very-secret' }, [{ url: 'ldap://ldap.example.org' }, { startTls: true }]],
  ])('send a kept secret of %s nowhere else', async (group, values, moves) => {
    await dossier.admin.call(site.saveSettings, { group, values });
    const shown = (await dossier.admin.call(site.settings))[group];
    for (const move of moves)
      for (const route of [site.saveSettings, site.trySettings])
        expect(await dossier.admin.refused(route, { group, values: { ...shown, ...move } })).toBe(2048);
    await dossier.admin.call(site.saveSettings, { group, values: { ...shown, ...moves[0], ...secretOf(values) } });
    await dossier.admin.call(site.saveSettings, { group, values: {} });
    await saveMail();
  });

  it('refuse invalid values and unknown groups', async () => {
    for (const values of [{ port: 0 }, { port: 'x' }, { security: 'maybe' }, { host: 'x'.repeat(501) }])
      expect(await dossier.admin.refused(site.saveSettings, { group: 'mail', values })).toBe(400);
    expect(await dossier.admin.refused(site.saveSettings, { group: 'other', values: {} })).toBe(400);
    expect(await dossier.admin.refused(site.saveSettings, { group: 'signIn', values: { idleHours: 0 } })).toBe(400);
    expect((await dossier.admin.call(site.settings)).mail.port).toBe(post.port);
  });

  it('are logged with old and new values, secrets by name only', async () => {
    await saveMail({ user: 'somebody', password: 'very-secret' });
    await dossier.drain();
    const rows = await dossier.services.database.read.selectFrom('log_entry').selectAll().where('action', '=', 901).execute();
    expect(rows.at(-1)?.obj_name).toBe('mail');
    expect(JSON.parse(rows.at(-1)?.detail ?? '')).toEqual({ user: ['dossier', 'somebody'], changed: ['user', 'password'] });
    expect(JSON.stringify(rows)).not.toContain('very-secret');
    expect(operationLog.itemLog.path).toBe('/dms/log');
    await saveMail();
  });

  it('shorten existing sessions at once', async () => {
    const own = await openTestServer();
    const { client, ...made } = await makeSignedIn(own);
    const set = (values: Record<string, unknown>) => own.admin.call(site.saveSettings, { group: 'signIn', values });
    own.clock.forward(3 * hour);
    await client.call(session.current);
    await own.admin.call(session.current);
    await set({ idleHours: 1 });
    own.clock.forward(2 * hour);
    expect(await client.refused(session.current)).toBe(501);
    const late = await own.as(made);
    own.admin = await own.as({ loginName: 'admin', password: 'admin-pass-1' });
    await set({ idleHours: 100, lifetimeDays: 2 });
    own.clock.forward(47 * hour);
    await late.call(session.current);
    own.clock.forward(2 * hour);
    expect(await late.refused(session.current)).toBe(501);
    await own.close();
  });
});

describe('mail', () => {
  it('is sent after the commit, and not without one', async () => {
    await write('One');
    const undone = dossier.services.database.write(async (db) => {
      await queueMail(db, letter('Never'));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await dossier.drain();
    expect(post.letters.map(({ to, from }) => ({ to, from }))).toEqual([{ to: ['anna@example.org'], from: 'dossier@example.org' }]);
    expect(post.letters[0]?.text).toContain('Subject: One');
  });

  it('is retried when the server refuses it, also after a restart, with the same id', async () => {
    post.refuse(true);
    await write('Twice');
    await dossier.drain();
    post.refuse(false);
    await dossier.reopen();
    await dossier.drain();
    expect(post.letters.filter(({ text }) => text.includes('Subject: Twice'))).toHaveLength(0);
    const [row] = await dossier.services.database.read.selectFrom('outbox').select('data').where('subscriber', '=', 'site.mail').execute();
    const { again } = JSON.parse(row?.data ?? '{}') as { again: { id: string } };
    dossier.clock.forward(60_000);
    await dossier.drain();
    const twice = post.letters.filter(({ text }) => text.includes('Subject: Twice'));
    expect(twice.map(({ id }) => id)).toEqual([`<${again.id}@dossier>`]);
  });

  it('is dropped once it is outdated, and where mail is off', async () => {
    const before = post.letters.length;
    await write('Late', { until: dossier.clock.now() - 1 });
    await dossier.drain();
    await saveMail({ enabled: false });
    await write('Off');
    await dossier.drain();
    expect(post.letters).toHaveLength(before);
    expect(await dossier.services.database.read.selectFrom('outbox').select('id').where('subscriber', '=', 'site.mail').execute()).toEqual(
      [],
    );
    await saveMail();
  });

  it('cannot be made to carry further headers', async () => {
    await write('Hello\r\nBcc: eve@example.org', { to: 'anna@example.org' });
    await dossier.drain();
    expect(post.letters.at(-1)?.to).toEqual(['anna@example.org']);
    expect(post.letters.at(-1)?.text).not.toMatch(/^Bcc:/im);
  });

  it('is tested without saving, and problems are answered as text', async () => {
    await saveMail({ host: 'kept.example.org' });
    // the caller has no mail address: nothing is sent, and the answer says so
    expect((await tryMail({})).problem).toMatch(/your account has no email address|您的账号没有邮箱地址/);
    await dossier.services.database.write((db) =>
      db.updateTable('person').set({ mail: 'admin@example.org' }).where('login_name', '=', 'admin').execute(),
    );
    expect(await tryMail({})).toEqual({ works: true });
    expect(post.letters.at(-1)?.to).toEqual(['admin@example.org']);
    expect((await dossier.admin.call(site.settings)).mail.host).toBe('kept.example.org');
    expect((await tryMail({ host: '' })).problem).toMatch(/Enter the mail server|邮件服务器地址/);
    expect((await tryMail({ from: 'nobody' })).works).toBe(false);
    const { works, problem } = await tryMail({ port: 1 });
    expect([works, problem]).toEqual([false, expect.stringContaining('127.0.0.1:1')]);
    await dossier.admin.call(session.setLang, { value: 'en' });
    expect((await tryMail({ password: 'wrong' })).problem).toMatch(/rejected this username or password/);
    expect((await tryMail({ security: 'tls' })).problem).toMatch(/connect securely/);
    expect((await tryMail({ security: 'starttls' })).problem).toMatch(/connect securely/);
    await dossier.admin.call(session.setLang, { value: 'ja' });
    expect((await tryMail({ password: 'wrong' })).problem).toMatch(/受け付けません/);
    await saveMail();
  });
});

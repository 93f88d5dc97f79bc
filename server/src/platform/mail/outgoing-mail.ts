import { textOf } from '../text/texts.ts';
import type { SettingsOf } from '@dossier/contract/core/site-settings';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import { event } from '../events/event.ts';
import { deliverTo } from '../events/outbox.queries.ts';
import { subscribe } from '../events/outbox.ts';
import { newId } from '../ids.ts';
import { mailAddressOf } from '../settings/settings.queries.ts';
import { settingsOf } from '../settings/settings.ts';
import { type MailProblem, sendLetter, tryMail } from './smtp.ts';

const subscriberName = 'site.mail';

/** A mail in the queue; dropped after `until`. */
export interface QueuedMail {
  to: string;
  subject: string;
  text: string;
  until?: number;
  at: number;
}

const mailPosted = event(
  'mail.posted',
  z.strictObject({ to: z.string(), subject: z.string(), text: z.string(), until: z.number().optional() }),
);

/** Queues a mail in the transaction of its occasion; sent after the commit, again until the mail server accepts it. */
export const queueMail = (db: Db, { at, ...mail }: QueuedMail): Promise<void> =>
  deliverTo(db, subscriberName, { event: mailPosted, data: mail, at });

/** Whether mail is configured. */
export async function mailIsOn(db: Db): Promise<boolean> {
  return (await settingsOf(db, 'mail')).enabled;
}

export const mailSubscriber = subscribe(mailPosted, {
  name: subscriberName,
  async job({ id, data }, services) {
    const { until = Number.MAX_SAFE_INTEGER, to, subject, text } = data;
    const server = await settingsOf(services.database.read, 'mail');
    if (!server.enabled || until < services.now()) return;
    await sendLetter(server, { id: String(id), to, subject, text });
  },
});

/** Tests mail settings; an administrator with an address gets a test mail. */
export async function testMailSettings(ctx: Context, values: unknown): Promise<string | undefined> {
  const server = values as SettingsOf<'mail'>;
  const words = textOf(ctx.user.lang, 'platform');
  if (server.host === '') return words('mailNoHost');
  if (!server.from.includes('@')) return words('mailNoFrom');
  const to = await mailAddressOf(ctx.db, ctx.user.id);
  const mail = to === undefined ? undefined : { id: String(newId()), to, subject: words('trySubject'), text: words('tryText') };
  const problem: MailProblem | undefined = await tryMail(server, mail);
  if (problem !== undefined) return words(problem.kind, { host: server.host, port: server.port, answer: problem.answer });
  return to === undefined ? words('mailNoOwn') : undefined;
}

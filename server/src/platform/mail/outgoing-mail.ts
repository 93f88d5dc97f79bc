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
import { textOf } from '../text/texts.ts';

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

/** A name for the subject or a sentence of a mail: a line break in it could begin a header of its own. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

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

/** The SMTP server for outgoing mail. */
interface MailServer {
  host: string;
  port: number;
  security: 'none' | 'starttls' | 'tls';
  user: string;
  password: string;
  from: string;
}

/** One mail. `id` is the same in each attempt, so that a mail server can detect a repetition. */
interface Letter {
  id: string;
  to: string;
  subject: string;
  text: string;
}

const timeoutMs = 15_000;

async function transportOf({ host, port, security, user, password }: MailServer) {
  // loaded only here: a server that sends no mail does without it
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Sends a mail to one mailbox: its address is never read as a list. Throws when the mail server does not accept it. */
export async function sendLetter(server: MailServer, { id, to, subject, text }: Letter): Promise<void> {
  const transport = await transportOf(server);
  try {
    await transport.sendMail({ from: server.from, to: { name: '', address: to }, subject, text, messageId: `<${id}@dossier>` });
  } finally {
    transport.close();
  }
}

/** Why mail cannot be sent. `answer` is the reply of the mail server, or the connection error. */
interface MailProblem {
  kind: 'mailNoServer' | 'mailInsecure' | 'mailLogin' | 'mailRefused';
  answer: string;
}

const kinds: Record<string, MailProblem['kind']> = {
  EAUTH: 'mailLogin',
  ENOAUTH: 'mailLogin',
  ETLS: 'mailInsecure',
  EENVELOPE: 'mailRefused',
  EMESSAGE: 'mailRefused',
  EDNS: 'mailNoServer',
  ECONNECTION: 'mailNoServer',
  ECONNREFUSED: 'mailNoServer',
  ETIMEDOUT: 'mailNoServer',
  ESOCKET: 'mailNoServer',
};

/** Signs in at the mail server, and sends a letter if given; returns the problem. */
async function tryMail(server: MailServer, letter: Letter | undefined): Promise<MailProblem | undefined> {
  const transport = await transportOf(server);
  try {
    await transport.verify();
    if (letter !== undefined) await sendLetter(server, letter);
    return undefined;
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    const insecure = /certificate|SSL|TLS/i.test(message);
    return { kind: insecure ? 'mailInsecure' : (kinds[code] ?? 'mailRefused'), answer: message.split('\n')[0]?.slice(0, 200) ?? '' };
  } finally {
    transport.close();
  }
}

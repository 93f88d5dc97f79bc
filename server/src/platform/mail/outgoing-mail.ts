import type { SettingsOf } from '@dossier/contract/core/site-settings';
import { z } from 'zod';
import type { Context, Services } from '../context.ts';
import type { Db } from '../db/database.ts';
import { event } from '../events/event.ts';
import { deliverTo } from '../events/outbox.queries.ts';
import { subscribe } from '../events/outbox.ts';
import { newId } from '../ids.ts';
import { mailAddressOf } from '../settings/settings.queries.ts';
import { settingsOf } from '../settings/settings.ts';
import { textOf } from '../text/texts.ts';
import { countQueued, deliveryState, noteFailure, noteSuccess } from './mail-delivery.queries.ts';

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
  z.strictObject({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    until: z.number().optional(),
    /** Of a mail that is sent again: its id, when it was queued, and how often it has failed. */
    again: z.strictObject({ id: z.string(), since: z.number(), failures: z.number() }).optional(),
  }),
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

const minuteMs = 60_000;
/** A quarter of the first pause of a mail that somebody waits for. */
const firstPauseMs = 2000;
/** The longest pause before a mail is sent again, and before the mail server is tried again. */
const [longestPauseMs, longestRestMs] = [4 * 60 * minuteMs, 30 * minuteMs];
/** A mail that no server has taken for so long is given up. */
export const sendingMs = 5 * 24 * 60 * minuteMs;

/** The pause of a notification email after so many failures: it grows, up to four hours. */
export const pauseAfter = (failures: number): number => Math.min(minuteMs * 2 ** Math.max(0, failures - 1), longestPauseMs);

/** The last line of what a mail server answered, as far as administrators are shown it. */
const answerOf = (error: unknown): string => (error as Error).message.split('\n')[0]?.slice(0, 200).replaceAll('\0', '') ?? '';

/** Whether only this one mail was refused, for good: its address, or its content. */
const isRefusedAlone = (error: unknown): boolean => {
  const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number };
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
};

/** Whether the mail server is to be left alone for now, after it failed; answers until when. */
export async function mailRestsUntil(db: Db, now: number): Promise<number | undefined> {
  const { next_try } = await deliveryState(db);
  return next_try > now ? next_try : undefined;
}

/** Sends a mail and notes whether the mail server takes mails; answers the error where it did not. */
export async function attemptMail(services: Services, server: MailServer, letter: Letter): Promise<Error | undefined> {
  const { database } = services;
  try {
    await sendLetter(server, letter);
    if ((await deliveryState(database.read)).failing_since > 0) await database.write(noteSuccess);
    return undefined;
  } catch (error) {
    services.log.warn({ err: error }, 'an email was not accepted');
    if (!isRefusedAlone(error)) {
      const now = services.now();
      const { failures } = await deliveryState(database.read);
      const nextTry = now + Math.min(minuteMs * 2 ** failures, longestRestMs);
      await database.write((db) => noteFailure(db, { now, nextTry, problem: answerOf(error) }));
    }
    return error as Error;
  }
}

export const mailSubscriber = subscribe(mailPosted, {
  name: subscriberName,
  async job({ id, data, at }, services) {
    const { until = Number.MAX_SAFE_INTEGER, to, subject, text } = data;
    const { again = { id: String(id), since: at, failures: 0 } } = data;
    const server = await settingsOf(services.database.read, 'mail');
    if (!server.enabled || until < services.now()) return;
    // codes are waited for: these mails are tried also while the mail server rests
    if ((await attemptMail(services, server, { id: again.id, to, subject, text })) === undefined) return;
    const now = services.now();
    if (now - again.since > sendingMs) return;
    const failures = again.failures + 1;
    const later = now + Math.min(firstPauseMs * 4 ** failures, longestPauseMs);
    // a row of its own: the outbox gives up a failing one within the hour
    await services.database.write((db) =>
      deliverTo(db, subscriberName, { event: mailPosted, data: { ...data, again: { ...again, failures } }, at: later }),
    );
  },
});

/** How many mails wait that are not notifications. */
export const countQueuedMails = (db: Db): Promise<number> => countQueued(db, subscriberName);

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
export interface MailServer {
  host: string;
  port: number;
  security: 'none' | 'starttls' | 'tls';
  user: string;
  password: string;
  from: string;
}

/** One mail. `id` is the same in each attempt, so that a mail server can detect a repetition. */
export interface Letter {
  id: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Further headers; values are one line each. */
  headers?: Record<string, string>;
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
export async function sendLetter(server: MailServer, { id, to, subject, text, html, headers }: Letter): Promise<void> {
  const transport = await transportOf(server);
  try {
    await transport.sendMail({
      from: server.from,
      to: { name: '', address: to },
      subject,
      text,
      ...(html !== undefined && { html }),
      ...(headers !== undefined && { headers }),
      messageId: `<${id}@dossier>`,
    });
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

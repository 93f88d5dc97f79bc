import type { SettingsOf } from '@dossier/contract/site-settings';
import type { Lang } from '@dossier/contract/shapes';
import type { Ctx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { newId } from '../../ground/ids.ts';
import { type MailProblem, sendLetter, tryMail } from '../../ground/mail.ts';
import type { Listener } from '../../ground/outbox.ts';
import { sayTo } from '../../ground/outbox-queries.ts';
import { mailOf } from './queries.ts';
import { settingsOf } from './settings.ts';
import { text as cn, type Texts } from './text/cn.ts';
import { text as en } from './text/en.ts';
import { text as es } from './text/es.ts';
import { text as ja } from './text/ja.ts';

const texts: Record<Lang, Texts> = { cn, en, es, ja };
const listener = 'site.mail';

/** A letter that waits to be sent; worth nothing after `until`. */
export interface Posted {
  to: string;
  subject: string;
  text: string;
  until?: number;
  at: number;
}

/** Leaves a letter for the mail server, in the transaction of what it is about; sent after the commit, again until it is taken. */
export const postLetter = (db: Db, { at, ...letter }: Posted): Promise<void> =>
  sayTo(db, listener, { event: 'mail.posted', data: letter, at });

/** Whether letters can leave. */
export async function mailIsOn(db: Db): Promise<boolean> {
  return (await settingsOf(db, 'mail')).enabled;
}

export const mailListener: Listener = {
  name: listener,
  events: [],
  async job({ id, data }, house) {
    const { until = Number.MAX_SAFE_INTEGER, to, subject, text } = data as unknown as Posted;
    const server = await settingsOf(house.database.read, 'mail');
    if (!server.enabled || until < house.now()) return;
    await sendLetter(server, { id: String(id), to, subject, text });
  },
};

const filled = (sentence: string, values: Record<string, string | number>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

/** Whether mail would leave with these settings; who asks and has an address gets a letter. */
export async function tryMailSettings(ctx: Ctx, values: unknown): Promise<string | undefined> {
  const server = values as SettingsOf<'mail'>;
  const words = texts[ctx.user.lang];
  if (server.host === '') return words.mailNoHost;
  if (!server.from.includes('@')) return words.mailNoFrom;
  const to = await mailOf(ctx.db, ctx.user.id);
  const letter = to === undefined ? undefined : { id: String(newId()), to, subject: words.trySubject, text: words.tryText };
  const problem: MailProblem | undefined = await tryMail(server, letter);
  if (problem !== undefined) return filled(words[problem.kind], { host: server.host, port: server.port, answer: problem.answer });
  return to === undefined ? words.mailNoOwn : undefined;
}

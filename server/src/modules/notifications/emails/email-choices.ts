import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { type EmailFrequency, emailKinds } from '@dossier/contract/core/site-settings';
import type { EmailLineKind, emails } from '@dossier/contract/notifications/emails';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { changedFields } from '../../../platform/events/event.ts';
import { countQueuedMails, mailIsOn } from '../../../platform/mail/outgoing-mail.ts';
import { deliveryState } from '../../../platform/mail/mail-delivery.queries.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { findPerson } from '../../identity/users.ts';
import { emailChoicesChanged } from '../events.ts';
import { choicesOf, countEmails, putChoice, putSetting, reconsiderLines, settingOf } from './emails.queries.ts';

/** What a user chose, filled with the defaults of the site. */
export interface EmailChoices {
  frequencyOf: (kind: EmailLineKind) => EmailFrequency;
  digestHour: number;
  zone: string;
  /** The address under which the user last opened the site; empty where that is not known. */
  origin: string;
}

export async function emailChoicesOf(db: Db, personId: number): Promise<EmailChoices> {
  const defaults = await settingsOf(db, 'emails');
  const chosen = new Map((await choicesOf(db, personId)).map((row) => [row.kind, row.frequency as EmailFrequency]));
  const setting = await settingOf(db, personId);
  const hour = setting?.digest_hour ?? -1;
  return {
    // notices of the account cannot be turned off
    frequencyOf: (kind) => (kind === 'security' ? 'now' : (chosen.get(kind) ?? defaults[kind])),
    digestHour: hour === -1 ? defaults.digestHour : hour,
    zone: setting?.zone ?? '',
    origin: setting?.origin ?? '',
  };
}

type Shown = OutputOf<typeof emails.choices>;

export async function showEmailChoices({ db, user }: Context): Promise<Shown> {
  const choices = await emailChoicesOf(db, user.id);
  const person = await findPerson(db, user.id);
  const { digestHour: _, ...defaults } = await settingsOf(db, 'emails');
  return {
    enabled: await mailIsOn(db),
    ...(person?.mail && person.mail_proven === 1 && { address: person.mail }),
    kinds: Object.fromEntries(emailKinds.map((kind) => [kind, choices.frequencyOf(kind)])) as Shown['kinds'],
    defaults,
    digestHour: choices.digestHour,
    zone: choices.zone,
  };
}

/** Saves what the caller chose; what waits for an email follows the new choice. */
export async function chooseEmails(ctx: Context, { kinds, digestHour, zone }: ParsedOf<typeof emails.choose>) {
  const { db, user } = ctx;
  const before = await emailChoicesOf(db, user.id);
  const chosen = Object.entries(kinds) as [(typeof emailKinds)[number], EmailFrequency][];
  const was = {
    ...Object.fromEntries(chosen.map(([kind]) => [kind, before.frequencyOf(kind)])),
    digestHour: before.digestHour,
    zone: before.zone,
  };
  const is = { ...Object.fromEntries(chosen), digestHour: digestHour ?? before.digestHour, zone: zone ?? before.zone };
  for (const [kind, frequency] of chosen) await putChoice(db, { person_id: user.id, kind, frequency });
  if (digestHour !== undefined || zone !== undefined)
    await putSetting(db, user.id, { ...(digestHour !== undefined && { digest_hour: digestHour }), ...(zone !== undefined && { zone }) });
  const changed = changedFields(was, is);
  if (Object.keys(changed.after).length === 0) return {};
  await reconsiderLines(db, user.id);
  await ctx.emit(emailChoicesChanged, { objId: user.id, objName: user.fullName, ...changed });
  return {};
}

/** Turns kinds off for a user who unsubscribed from an email, without a session. */
export async function unsubscribe(db: Db, personId: number, kinds: readonly string[]): Promise<void> {
  for (const kind of emailKinds) if (kinds.includes(kind)) await putChoice(db, { person_id: personId, kind, frequency: 'never' });
  await reconsiderLines(db, personId);
}

/** Whether the mail server takes the emails of the site. */
export async function showDelivery({ db }: Context): Promise<OutputOf<typeof emails.delivery>> {
  const { failing_since: since, next_try: nextTry, problem } = await deliveryState(db);
  return {
    ...(since > 0 && { failingSince: isoTime(since), nextTry: isoTime(nextTry) }),
    problem,
    waiting: (await countEmails(db)) + (await countQueuedMails(db)),
  };
}

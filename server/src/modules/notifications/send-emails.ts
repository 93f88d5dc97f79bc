import type { Lang } from '@dossier/contract/core/shapes';
import type { EmailLineKind } from '@dossier/contract/notifications/emails';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { attemptMail, type Letter, mailRestsUntil, type MailServer, pauseAfter, sendingMs } from '../../platform/mail/outgoing-mail.ts';
import { claimFailureNotice, deliveryState } from '../../platform/mail/mail-delivery.queries.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { holdersOfSitePermission } from '../identity/departments.queries.ts';
import { organisationNames } from '../identity/organisations.queries.ts';
import { findPerson } from '../identity/users.ts';
import { tellableSubjects } from './email-subjects.ts';
import { type EmailDetails, notify } from './notify.ts';
import { composeEmail, type EmailEntry } from './emails/compose-email.ts';
import { emailChoicesOf } from './emails/email-choices.ts';
import { sendingTime } from './emails/email-times.ts';
import {
  anythingWaits,
  claimEmail,
  deleteLines,
  dropWaiting,
  dueLinesOf,
  type EmailRow,
  gatherIntoEmail,
  hasDueEmail,
  peopleWithDueLines,
  postponeEmail,
  postponeLines,
  removeEmail,
  unreadLinesOf,
} from './emails/emails.queries.ts';
import { unsubscribeUrl } from './emails/unsubscribe.ts';

const rowsTogether = 500;

/**
 * Sends the notification emails that are due: gathers the lines of each user as they chose, and sends each email until the mail server takes it.
 * Several servers may do so at once: lines and emails are claimed by single statements.
 */
export async function sendEmails(services: Services): Promise<void> {
  const server = await settingsOf(services.database.read, 'mail');
  if (!server.enabled) return dropAll(services);
  await gatherLines(services);
  for (let more = true; more && !services.stopping.aborted; ) more = await sendNext(services, server);
  await tellOfFailure(services);
}

/** What waits while the site sends no emails is dropped: its notifications stay. */
async function dropAll({ database, stopping }: Services): Promise<void> {
  if (!(await anythingWaits(database.read))) return;
  for (let more = true; more && !stopping.aborted; ) more = await database.write((db) => dropWaiting(db, rowsTogether));
}

/** Puts due lines into emails, or off to the time that their user chose. */
async function gatherLines(services: Services): Promise<void> {
  const { database, stopping } = services;
  for (let more = true; more && !stopping.aborted; ) {
    const now = services.now();
    const people = await peopleWithDueLines(database.read, now, rowsTogether);
    for (const personId of people) await database.write((db) => gatherOf(db, personId, now));
    more = people.length > 0;
  }
}

async function gatherOf(db: Db, personId: number, now: number): Promise<void> {
  const lines = await dueLinesOf(db, personId, now);
  if (lines.length === 0) return;
  const person = await findPerson(db, personId);
  const choices = await emailChoicesOf(db, personId);
  const hasAddress = person?.enabled === 1 && person.mail !== null && person.mail_proven === 1;
  const due: number[] = [];
  const never: number[] = [];
  const later = new Map<number, number[]>();
  for (const line of lines) {
    const frequency = choices.frequencyOf(line.kind as EmailLineKind);
    if (!hasAddress || frequency === 'never') {
      never.push(line.id);
      continue;
    }
    const at = sendingTime(frequency, line.created_at, choices);
    if (at <= now) due.push(line.id);
    else later.set(at, [...(later.get(at) ?? []), line.id]);
  }
  if (never.length > 0) await deleteLines(db, never);
  for (const [at, ids] of later) await postponeLines(db, ids, at);
  if (due.length > 0) await gatherIntoEmail(db, { personId, ids: due, now });
}

/** Sends the next email that is due; answers whether to go on. */
async function sendNext(services: Services, server: MailServer): Promise<boolean> {
  const { database } = services;
  const now = services.now();
  if (!(await hasDueEmail(database.read, now)) || (await mailRestsUntil(database.read, now)) !== undefined) return false;
  const email = await database.write((db) => claimEmail(db, now));
  if (email === undefined) return false;
  const letter = await letterOf(services, email);
  const error = letter === undefined ? undefined : await attemptMail(services, server, letter);
  const isOver = error === undefined || now - email.created_at > sendingMs;
  await database.write(async (db) => {
    if (isOver) await removeEmail(db, email);
    else await postponeEmail(db, email, services.now() + pauseAfter(email.attempts));
  });
  return true;
}

/** The email as it is sent now; undefined where nothing is left to tell. */
async function letterOf(services: Services, email: EmailRow): Promise<Letter | undefined> {
  const db = services.database.read;
  const person = await findPerson(db, email.person_id);
  if (person === undefined || person.enabled !== 1 || person.mail === null || person.mail_proven !== 1) return undefined;
  const entries = await entriesOf(services, email, person.organisation_id);
  if (entries.length === 0) return undefined;
  const { zone, origin: ownOrigin } = await emailChoicesOf(db, person.id);
  const { siteAddress } = await settingsOf(db, 'passkeys');
  const origin = URL.parse(siteAddress || ownOrigin)?.origin;
  const reader = { lang: person.lang as Lang, fullName: person.full_name, zone, origin };
  const kinds = [...new Set(entries.map(({ line }) => line.kind))].filter((kind) => kind !== 'security');
  const unsubscribe: Record<string, string> =
    origin === undefined || kinds.length === 0
      ? {}
      : {
          // RFC 8058: mail programs unsubscribe by a POST to this address
          'List-Unsubscribe': `<${origin}${unsubscribeUrl(services, { personId: person.id, kinds })}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        };
  return {
    ...composeEmail(reader, entries),
    id: String(email.id),
    to: person.mail,
    headers: { ...unsubscribe, 'Auto-Submitted': 'auto-generated' },
  };
}

/** The lines of an email that their reader may be told of at this moment. */
async function entriesOf(services: Services, email: EmailRow, ownSpace: number): Promise<EmailEntry[]> {
  const now = services.now();
  const all = await unreadLinesOf(services.database.read, email.id);
  const lines = all.filter(({ details }) => ((JSON.parse(details) as EmailDetails).until ?? now) >= now);
  const spaces = Map.groupBy(lines, (line) => line.organisation_id || ownSpace);
  const names = await organisationNames(services.database.read, [...spaces.keys()]);
  const found = new Map<number, EmailEntry>();
  for (const [spaceId, own] of spaces)
    for (const [id, subject] of await tellableSubjects(services, { personId: email.person_id, spaceId, withActions: true }, own)) {
      const line = own.find((one) => one.id === id);
      const spaceName = spaceId === ownSpace ? undefined : names.get(spaceId);
      if (line !== undefined) found.set(id, { line, ...(subject && { subject }), ...(spaceName !== undefined && { spaceName }) });
    }
  return lines.flatMap((line) => found.get(line.id) ?? []);
}

/** Administrators are told after so long. */
const failingMs = 3_600_000;

/** Tells the administrators of the site that emails wait, once for each failure. */
async function tellOfFailure(services: Services): Promise<void> {
  const { database } = services;
  const before = services.now() - failingMs;
  const state = await deliveryState(database.read);
  if (state.failing_since === 0 || state.failing_since > before || state.told === 1) return;
  await database.write(async (db) => {
    if (!(await claimFailureNotice(db, before))) return;
    for (const personId of await holdersOfSitePermission(db, 'settings.edit'))
      await notify(db, { personId, kind: 'mailFailing', facts: { answer: state.problem }, at: services.now() });
  });
  services.outbox.wake();
}

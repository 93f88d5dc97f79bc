import { createHash } from 'node:crypto';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { postPublic } from '../../platform/http/public-fetch.ts';
import { oneLine } from '../../platform/mail/outgoing-mail.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { textOf } from '../../platform/text/texts.ts';
import { findOrganisation, organisationNames } from '../identity/organisations.queries.ts';
import { findPerson } from '../identity/users.ts';
import { emailChoicesOf } from './emails/email-choices.ts';
import { tellableSubjects } from './email-subjects.ts';
import { messageText } from './messages.ts';
import {
  anyPushWaits,
  claimPushes,
  deleteDevice,
  deviceById,
  dropPushes,
  hasDuePush,
  type MessageRow,
  noteSent,
  postponePush,
  type PushDeviceRow,
  type PushLineRow,
  removePush,
  unreadMessage,
} from './push/push.queries.ts';
import { siteKeys } from './push/push-devices.ts';
import { authorization, encryptFor, mostPlainBytes } from './push/web-push.ts';

const rowsTogether = 500;
/** So many push services are asked at the same time. */
const together = 8;
const timeoutMs = 10_000;
/** A message that could not be sent for so long is left to the list of notifications. */
const sendingMs = 6 * 3_600_000;
/** Push services keep a message so long for a browser that is not there, in seconds. */
const keptSeconds = 24 * 3600;
const firstPauseMs = 30_000;
const longestPauseMs = 3_600_000;

/**
 * Sends the messages that wait for browsers to their push services. Several servers may do so at once: messages are claimed by single statements. A
 * service that takes a message whose answer is lost gets it again; the browser shows it once, by its tag.
 */
export async function sendPushes(services: Services): Promise<void> {
  const { database, stopping } = services;
  if (!(await settingsOf(database.read, 'push')).enabled) return dropAll(services);
  for (;;) {
    const now = services.now();
    if (stopping.aborted || !(await hasDuePush(database.read, now))) return;
    const lines = await database.write((db) => claimPushes(db, now, together));
    if (lines.length === 0) return;
    await Promise.all(lines.map((line) => sendLine(services, line)));
  }
}

/** What waits while the site sends none is dropped: its notifications stay. */
async function dropAll({ database, stopping }: Services): Promise<void> {
  if (!(await anyPushWaits(database.read))) return;
  for (let more = true; more && !stopping.aborted; ) more = await database.write((db) => dropPushes(db, rowsTogether));
}

/** What becomes of a message after an attempt: it is over, its browser is no longer there, or it is sent again at a time. */
type Outcome = 'over' | 'gone' | number;

async function sendLine(services: Services, line: PushLineRow): Promise<void> {
  const { database } = services;
  const device = await deviceById(database.read, line.device_id);
  const outcome = device === undefined ? 'over' : await attempt(services, line, device);
  await database.write(async (db) => {
    if (outcome === 'gone') await deleteDevice(db, line.device_id);
    else if (outcome === 'over') await endLine(db, line, services.now());
    else if (outcome - line.created_at > sendingMs) await removePush(db, line);
    else await postponePush(db, line, outcome);
  });
}

async function endLine(db: Db, line: PushLineRow, now: number): Promise<void> {
  await removePush(db, line);
  await noteSent(db, line.device_id, now);
}

/** Asks the push service to carry a message; nothing is told that its reader may not know of now. */
async function attempt(services: Services, line: PushLineRow, device: PushDeviceRow): Promise<Outcome> {
  const { config, stopping } = services;
  const now = services.now();
  const notice = await noticeOf(services, line, device);
  if (notice === undefined) return 'over';
  const keys = await siteKeys(services);
  const body = encryptFor(device, Buffer.from(JSON.stringify(notice.content)));
  const { origin } = new URL(device.endpoint);
  const headers = {
    authorization: authorization(keys, { origin, subject: notice.contact, now }),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(keptSeconds),
    urgency: line.kind === 'approvals' || line.kind === 'security' ? 'high' : 'normal',
    // a newer message about the same takes the place of one that has not been fetched
    topic: notice.topic,
  };
  try {
    const request = { headers, body, privateHosts: config.pushHosts ?? [], timeoutMs, signal: stopping };
    const { status, retryAfter } = await postPublic(device.endpoint, request);
    if (status >= 200 && status < 300) return 'over';
    if (status === 404 || status === 410) return 'gone';
    // the service will not take it at another time either
    if (status < 500 && status !== 429 && status !== 408) {
      services.log.warn({ status, host: new URL(device.endpoint).host }, 'push refused');
      return 'over';
    }
    return now + Math.max(pauseOf(line.attempts), Math.min(Number(retryAfter) * 1000 || 0, longestPauseMs));
  } catch {
    return now + pauseOf(line.attempts);
  }
}

const pauseOf = (attempts: number): number => Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs);

/** What the browser shows. It names no more than an email would. */
interface PushContent {
  title: string;
  body: string;
  /** Where it leads, from the root of the site. */
  path: string;
  /** One notification is shown for a tag. */
  tag: string;
  lang: string;
}

interface Notice {
  content: PushContent;
  topic: string;
  /** How the push service reaches who runs this site. */
  contact: string;
}

/** Longer sentences are cut, so that a message fits. */
const mostLetters = 600;

async function noticeOf(services: Services, line: PushLineRow, device: PushDeviceRow): Promise<Notice | undefined> {
  const db = services.database.read;
  const message = await unreadMessage(db, line.message_id);
  const person = await findPerson(db, line.person_id);
  if (message === undefined || person?.enabled !== 1 || device.person_id !== person.id) return undefined;
  const spaceId = message.organisation_id || person.organisation_id;
  const found = await tellableSubjects(services, { personId: person.id, spaceId }, [subjectOf(message)]);
  if (!found.has(message.id)) return undefined;
  const subject = found.get(message.id);
  const lang = person.lang as Lang;
  const text = oneLine(messageText(lang, { kind: message.kind, facts: message.facts, name: subject?.name ?? message.name ?? '' }));
  const words = textOf(lang, 'emails');
  const otherSpace = spaceId === person.organisation_id ? undefined : (await organisationNames(db, [spaceId])).get(spaceId);
  const body = otherSpace === undefined ? text : words('inSpace', { text, name: otherSpace });
  const tag = createHash('sha256')
    .update(`${message.kind} ${message.obj_type ?? 0} ${message.obj_id ?? message.id}`)
    .digest('base64url');
  const organisation = await findOrganisation(db, person.organisation_id);
  const content: PushContent = {
    title: organisation?.title || organisation?.name || 'Dossier',
    body: shortened(body),
    path: subject?.path ?? '/todo',
    tag: tag.slice(0, 32),
    lang,
  };
  return { content, topic: content.tag, contact: await contactOf(db, person.id) };
}

const subjectOf = ({ id, kind, obj_type: type, obj_id: objId, created_at: at }: MessageRow) => ({
  id,
  type: kind,
  obj_type: type ?? 0,
  obj_id: objId ?? 0,
  created_at: at,
});

/** Cut where it could be longer than a message may be. */
function shortened(text: string): string {
  const letters = [...text];
  const cut = letters.length > mostLetters ? `${letters.slice(0, mostLetters).join('')}…` : text;
  return Buffer.byteLength(cut) > mostPlainBytes / 2 ? `${[...cut].slice(0, mostLetters / 2).join('')}…` : cut;
}

/** The address of the site, or the one under which the user opened it; push services refuse a token without a contact. */
async function contactOf(db: Db, personId: number): Promise<string> {
  const { siteAddress } = await settingsOf(db, 'passkeys');
  const origin = URL.parse(siteAddress || (await emailChoicesOf(db, personId)).origin);
  if (origin?.protocol === 'https:') return origin.origin;
  const { from } = await settingsOf(db, 'mail');
  const address = /[^\s<>]+@[^\s<>]+/.exec(from)?.[0];
  return `mailto:${address ?? 'webmaster@example.com'}`;
}

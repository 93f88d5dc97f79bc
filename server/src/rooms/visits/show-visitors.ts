import type { ShareVisitor } from '@dossier/contract/share-shapes';
import type { shares } from '@dossier/contract/shares';
import type { OutputOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { needOwnShare } from '../shares/need-share.ts';
import { namedRecipients } from '../shares/named-recipients.ts';
import { doneByDay, doneByVisitor, secondsByVisitor } from './event-queries.ts';

type Visitors = OutputOf<typeof shares.visitors>;
type Counts = Pick<ShareVisitor, 'opens' | 'views' | 'downloads' | 'prints' | 'uploads'>;

const dayMs = 86_400_000;
const nothing: Counts = { opens: 0, views: 0, downloads: 0, prints: 0, uploads: 0 };
const countOf: Record<string, keyof Counts> = {
  opened: 'opens',
  viewed: 'views',
  downloaded: 'downloads',
  printed: 'prints',
  uploaded: 'uploads',
  edited: 'uploads',
};

/** Who opened a share and what they did; named recipients who have not opened it stand there too. */
export async function showVisitors(ctx: Ctx, { id }: { id: string }): Promise<Visitors> {
  const share = await needOwnShare(ctx, id);
  const recipients = await namedRecipients(ctx, share.id);
  const seconds = new Map((await secondsByVisitor(ctx.db, { share: share.id })).map((row) => [row.visitor_key, row.seconds]));
  const byKey = new Map<string, ShareVisitor & { first: number; last: number }>();
  for (const row of await doneByVisitor(ctx.db, { share: share.id })) {
    const known = byKey.get(row.visitor_key) ?? {
      key: row.visitor_key,
      name: row.visitor,
      address: row.address,
      revoked: false,
      opened: true,
      ...nothing,
      seconds: seconds.get(row.visitor_key) ?? 0,
      first: row.first,
      last: row.last,
    };
    const count = countOf[row.kind];
    if (count !== undefined) known[count] += row.n;
    byKey.set(row.visitor_key, { ...known, first: Math.min(known.first, row.first), last: Math.max(known.last, row.last) });
  }
  const came = [...byKey.values()].toSorted((a, b) => b.last - a.last);
  const list: ShareVisitor[] = came.map(({ first, last, ...one }) => {
    const recipient = recipients.find((named) => named.keys.includes(one.key));
    const who = recipient === undefined ? {} : { recipientId: recipient.id, revoked: recipient.revoked };
    return { ...one, ...who, firstTime: isoTime(first), lastTime: isoTime(last) };
  });
  for (const one of recipients) {
    if (one.keys.some((key) => byKey.has(key))) continue;
    const [key = ''] = one.keys;
    list.push({ key, name: one.name, address: '', recipientId: one.id, revoked: one.revoked, opened: false, ...nothing, seconds: 0 });
  }
  return { list, days: await daysOf(ctx, share.id) };
}

async function daysOf({ db }: Ctx, shareId: number): Promise<Visitors['days']> {
  const days = new Map<number, Visitors['days'][number]>();
  for (const { day, kind, n } of await doneByDay(db, { share: shareId })) {
    const known = days.get(day) ?? { day: isoTime(day * dayMs).slice(0, 10), opens: 0, views: 0, downloads: 0, prints: 0 };
    const count = countOf[kind];
    if (count !== undefined && count !== 'uploads') known[count] += n;
    days.set(day, known);
  }
  return [...days.values()];
}

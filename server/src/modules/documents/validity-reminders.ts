import { right } from '@dossier/contract/core/rights';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { readVersions } from '../../platform/db/versions.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { rightsLookupsAt } from '../access/effective-rights.ts';
import type { ItemRow } from '../access/items.queries.ts';
import { notifyAboutItem } from '../access/item-messages.ts';
import { effectiveMembershipIn } from '../identity/effective-membership.ts';
import { type DateKind, claimReminder, toRemindOf } from './validity/validity.queries.ts';

const dayMs = 24 * 3600_000;
const remindedTogether = 50;
const kinds: readonly DateKind[] = ['expiry', 'review'];

/**
 * Reminds the owners of documents some days before these expire or are to be reviewed, and on the day. The stage is claimed with the message, so
 * each goes out once, whichever process sweeps, and again after the date changes.
 */
export async function remindOfValidity(services: Services): Promise<void> {
  for (const kind of kinds)
    for (const stage of [2, 1])
      for (let more = true; more && !services.stopping.aborted; ) {
        const found = await dueReminders(services, services.database.read, { kind, stage, limit: 1 });
        if (found.length === 0) break;
        more = await services.database.write((db) => remindOwners(services, db, { kind, stage }));
      }
  services.outbox.wake();
}

/** Those of stage 2 are due once the date has come, those of stage 1 before it. */
async function dueReminders(
  services: Services,
  db: Db,
  { kind, stage, limit }: { kind: DateKind; stage: number; limit: number },
): Promise<ItemRow[]> {
  const now = services.now();
  if (stage === 2) return toRemindOf(db, kind, { stage, after: 0, until: now, limit });
  const { reminderDays } = await settingsOf(db, 'validity');
  return toRemindOf(db, kind, { stage, after: now, until: now + reminderDays * dayMs, limit });
}

async function remindOwners(services: Services, db: Db, { kind, stage }: { kind: DateKind; stage: number }): Promise<boolean> {
  const now = services.now();
  const rows = await dueReminders(services, db, { kind, stage, limit: remindedTogether });
  const rightsLookupOf = await rightsLookupsAt(services, db, now);
  const versions = await readVersions(db);
  for (const item of rows) {
    if (!(await claimReminder(db, kind, { item, stage }))) continue;
    const at = kind === 'expiry' ? item.valid_until : item.review_at;
    const query = { personId: item.owner_id, spaceId: item.organisation_id, versions };
    const { principals, until } = await effectiveMembershipIn(services, db, query);
    // an owner learns that a document has expired, also where it is hidden from them from now on
    const bits = (await rightsLookupOf(Math.abs(item.acl_id)))(principals);
    if (until <= now || (bits & right.visible) === 0) continue;
    const days = stage === 2 ? 0 : Math.ceil((at - now) / dayMs);
    await notifyAboutItem(db, item, {
      kind: kind === 'expiry' ? 'documentExpiring' : 'documentReviewDue',
      facts: { days },
      personId: item.owner_id,
      at: now,
    });
  }
  return rows.length === remindedTogether;
}

import { msgType } from '@dossier/contract/messages';
import type { Db } from '../../ground/db/database.ts';
import { newId } from '../../ground/ids.ts';
import { sayTo } from '../../ground/outbox-queries.ts';
import { findPerson } from '../people/people.ts';
import type { Fact } from './kinds.ts';
import { insertMessage } from './queries.ts';

/** The listener that shows open clients what changed. */
export const liveListener = 'messages.live';

/** A message to a person: what happened, to which item, under which name and extension. */
export type Told = Fact & { personId: number; spaceId?: number; objType?: number; objId?: number; name?: string; ext?: string; at: number };

/** Leaves a person a message, in the transaction of what it speaks of; open clients are told after the commit. */
export async function tell(db: Db, told: Told): Promise<void> {
  // removed since: a job that was on its way tells nobody
  if ((await findPerson(db, told.personId)) === undefined) return;
  await insertMessage(db, {
    id: newId(),
    person_id: told.personId,
    organisation_id: told.spaceId ?? 0,
    kind: msgType[told.kind],
    facts: JSON.stringify(told.facts),
    obj_type: told.objType ?? null,
    obj_id: told.objId ?? null,
    name: told.name ?? null,
    ext: told.ext ?? null,
    created_at: told.at,
  });
  await noteChange(db, told.personId, told.at);
}

/** Lets the open clients of a person hear, after the commit, that messages came, were read or went. */
export const noteChange = (db: Db, personId: number, at: number) =>
  sayTo(db, liveListener, { event: 'messages.changed', data: { personId }, dedupe: String(personId), at });

import type { GranteeType } from '@dossier/contract/rights';
import type { Db } from '../../ground/db/database.ts';
import type { Happening, Listener } from '../../ground/outbox.ts';
import { tell } from '../messages/tell.ts';
import { peopleBehind } from '../people/grantees.ts';
import { forgetGrantees } from '../permissions/grants.ts';

const mostTold = 500;

/** Tells people, live, that a right was given to them or taken; whoever did it is not told. */
async function tellGrantees(db: Db, happening: Happening): Promise<void> {
  const { objId, objName, objType, ext, granteeType, granteeId, after } = happening.data as {
    objId: number;
    objName: string;
    objType: number;
    ext: string;
    granteeType?: GranteeType;
    granteeId: number;
    after?: { level: number };
  };
  if (granteeType === undefined) return;
  const given = happening.event === 'permission.granted' && (after?.level ?? 0) > 0;
  for (const personId of await peopleBehind({ db }, { type: granteeType, id: granteeId, limit: mostTold })) {
    if (personId === happening.personId) continue;
    const about = { personId, objType, objId, name: objName, ext: ext === '' ? undefined : ext, at: happening.at };
    if (given) await tell(db, { ...about, kind: 'rightGiven', facts: { byName: happening.personName, level: after?.level ?? 0 } });
    else await tell(db, { ...about, kind: 'rightTaken', facts: { byName: happening.personName } });
  }
}

const goneOf: Record<string, GranteeType> = { 'group.deleted': 'group', 'department.deleted': 'department', 'role.deleted': 'role' };

export const libraryListeners: Listener[] = [
  {
    name: 'library.grantees',
    events: Object.keys(goneOf),
    async batch(db, happenings) {
      for (const { event, data } of happenings) await forgetGrantees(db, goneOf[event] ?? 'group', [Number(data['objId'])]);
    },
  },
  {
    name: 'library.rights',
    events: ['permission.granted', 'permission.revoked'],
    async batch(db, happenings) {
      for (const happening of happenings) await tellGrantees(db, happening);
    },
  },
];

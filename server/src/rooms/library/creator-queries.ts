import type { RawBuilder } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { among, compiled } from '../../ground/db/words.ts';
import type { ItemRow } from './item-queries.ts';

interface Made {
  /** JSON of people, and of the access lists whose items are seen. */
  creators: string;
  acls: string;
  organisation: number;
}

const creators = (db: Db, p: Made) => (among(db, p.creators) as unknown as RawBuilder<{ value: number }>).as<'c'>('c');

/**
 * Visible documents by these people, newest first: the newest of each along the index of creators, and of those the newest. It costs by
 * the people and what they made, not by what the house holds.
 */
export const newestByCreators = compiled<Made & { reach: number; limit: number; offset: number }, ItemRow>((db, p) =>
  db
    .selectFrom(creators(db, p))
    // in this order on both engines: person after person, then their rows by id
    .crossJoin('item as i')
    .where('i.id', 'in', (where) =>
      where
        .selectFrom('item as own')
        .select('own.id')
        .whereRef('own.creator_id', '=', 'c.value')
        .where('own.kind', '=', 33)
        .where('own.bin_id', '=', 0)
        .where('own.acl_id', 'in', among(db, p.acls))
        .where('own.organisation_id', '=', p.organisation)
        .orderBy('own.created_at', 'desc')
        .orderBy('own.id', 'desc')
        .limit(p.reach),
    )
    .selectAll('i')
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(p.limit)
    .offset(p.offset),
);

/** How many there are, counted up to `reach`, from the same index. */
export const countByCreators = compiled<Made & { reach: number }, { n: number }>((db, p) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('item')
        .select('creator_id')
        .where('creator_id', 'in', among(db, p.creators))
        .where('kind', '=', 33)
        .where('bin_id', '=', 0)
        .where('acl_id', 'in', among(db, p.acls))
        .where('organisation_id', '=', p.organisation)
        .limit(p.reach)
        .as('made'),
    )
    .select((select) => select.fn.countAll<number>().as('n')),
);

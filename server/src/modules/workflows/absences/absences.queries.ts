import type { Insertable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { FlowAbsenceTable } from '../../../platform/db/types.generated.ts';

/** The people that a user substitutes at a time, in an organisation. */
export const absenteesFor = async (db: Db, { personId, organisationId, at }: { personId: number; organisationId: number; at: number }) =>
  (
    await db
      .selectFrom('flow_absence')
      .select('person_id')
      .distinct()
      .where('substitute_id', '=', personId)
      .where('organisation_id', '=', organisationId)
      .where('begins_at', '<=', at)
      .where('ends_at', '>', at)
      .execute()
  ).map((row) => row.person_id);

/** The substitutes of some users at a time. */
export const substitutesOf = (db: Db, { people, organisationId, at }: { people: readonly number[]; organisationId: number; at: number }) =>
  db
    .selectFrom('flow_absence')
    .select(['person_id', 'substitute_id'])
    .where('person_id', 'in', among(db, JSON.stringify(people)))
    .where('organisation_id', '=', organisationId)
    .where('begins_at', '<=', at)
    .where('ends_at', '>', at)
    .orderBy('id')
    .execute();

export const insertAbsence = (db: Db, row: Insertable<FlowAbsenceTable>) => db.insertInto('flow_absence').values(row).execute();

/** Current and future absences of a user, or with the user as substitute. */
export const absencesWith = (db: Db, { personId, organisationId, at }: { personId: number; organisationId: number; at: number }) =>
  db
    .selectFrom('flow_absence')
    .selectAll()
    .where((where) => where.or([where('person_id', '=', personId), where('substitute_id', '=', personId)]))
    .where('organisation_id', '=', organisationId)
    .where('ends_at', '>', at)
    .orderBy('begins_at')
    .orderBy('id')
    .limit(100)
    .execute();

/** A user's own absences that have not ended. */
export const ownAbsences = (db: Db, { personId, organisationId, at }: { personId: number; organisationId: number; at: number }) =>
  db
    .selectFrom('flow_absence')
    .selectAll()
    .where('person_id', '=', personId)
    .where('organisation_id', '=', organisationId)
    .where('ends_at', '>', at)
    .execute();

export const absenceById = (db: Db, id: number) => db.selectFrom('flow_absence').selectAll().where('id', '=', id).executeTakeFirst();

export const deleteAbsenceById = (db: Db, id: number) => db.deleteFrom('flow_absence').where('id', '=', id).execute();

/** Deletes the absences of a user, and those with the user as delegate; of one organisation only where one is named. */
export async function deleteAbsencesWith(db: Db, personId: number, organisationId?: number): Promise<void> {
  const all = db
    .deleteFrom('flow_absence')
    .where((where) => where.or([where('person_id', '=', personId), where('substitute_id', '=', personId)]));
  await (organisationId === undefined ? all : all.where('organisation_id', '=', organisationId)).execute();
}

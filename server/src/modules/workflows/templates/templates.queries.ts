import { type Insertable, type Updateable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, containing } from '../../../platform/db/dialect.ts';
import type { FlowTemplateTable, FlowTemplateVersionTable } from '../../../platform/db/types.generated.ts';
import { nameKey } from '../../../platform/text/names.ts';

const runningWith = sql<number>`(select count(*) from flow f where f.template_id = flow_template.id and f.state in ('waiting', 'returned'))`;

/** The templates of an organisation by name. */
export async function pageOfTemplates(
  db: Db,
  { organisationId, keyword }: { organisationId: number; keyword: string | undefined },
  { limit, offset }: { limit: number; offset: number },
) {
  let all = db.selectFrom('flow_template').where('organisation_id', '=', organisationId);
  if (keyword !== undefined && keyword !== '') all = all.where('name_key', 'like', containing(nameKey(keyword)) as never);
  const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await all
    .selectAll()
    .select(runningWith.as('running'))
    .orderBy('name_sort')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: n };
}

/** Enabled templates by name. */
export const enabledTemplates = (db: Db, organisationId: number) =>
  db
    .selectFrom('flow_template')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('enabled', '=', 1)
    .orderBy('name_sort')
    .orderBy('id')
    .execute();

export const templateById = (db: Db, id: number, organisationId: number) =>
  db.selectFrom('flow_template').selectAll().where('id', '=', id).where('organisation_id', '=', organisationId).executeTakeFirst();

export type TemplateRow = NonNullable<Awaited<ReturnType<typeof templateById>>>;

export async function countTemplates(db: Db, organisationId: number): Promise<number> {
  const all = db.selectFrom('flow_template').where('organisation_id', '=', organisationId);
  return (await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

export const insertTemplate = (db: Db, row: Insertable<FlowTemplateTable>) => db.insertInto('flow_template').values(row).execute();

export const updateTemplateRow = (db: Db, id: number, row: Updateable<FlowTemplateTable>) =>
  db.updateTable('flow_template').set(row).where('id', '=', id).execute();

export const insertVersion = (db: Db, row: Insertable<FlowTemplateVersionTable>) =>
  db.insertInto('flow_template_version').values(row).execute();

/** A version of a template, if there is one. */
export const findVersion = (db: Db, templateId: number, version: number) =>
  db
    .selectFrom('flow_template_version')
    .selectAll()
    .where('template_id', '=', templateId)
    .where('version', '=', version)
    .executeTakeFirst();

export const versionOf = (db: Db, templateId: number, version: number) =>
  db
    .selectFrom('flow_template_version')
    .selectAll()
    .where('template_id', '=', templateId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();

/** The versions of several templates, without their graphs. */
export const versionsOf = (db: Db, templateIds: readonly number[]) =>
  db
    .selectFrom('flow_template_version')
    .select(['template_id', 'version', 'steps', 'cabinet_id'])
    .where('template_id', 'in', among(db, JSON.stringify(templateIds)))
    .execute();

/** The versions that some flows run with, each once. */
export const versionsOfFlows = (db: Db, flowIds: readonly number[]) =>
  db
    .selectFrom('flow as f')
    .innerJoin('flow_template_version as v', (join) =>
      join.onRef('v.template_id', '=', 'f.template_id').onRef('v.version', '=', 'f.template_version'),
    )
    .select(['v.template_id', 'v.version', 'v.steps', 'v.graph', 'v.fields'])
    .distinct()
    .where('f.id', 'in', among(db, JSON.stringify(flowIds)))
    .execute();

/** The newest version of each of some templates of an organisation, with what concerns its flows. */
export const newestVersions = (db: Db, { organisationId, ids }: { organisationId: number; ids: readonly number[] }) =>
  db
    .selectFrom('flow_template as t')
    .innerJoin('flow_template_version as v', (join) => join.onRef('v.template_id', '=', 't.id').onRef('v.version', '=', 't.version'))
    .select(['t.id', 't.name', 't.kind', 't.enabled', 't.typed_number', 't.version', 'v.steps', 'v.graph', 'v.fields'])
    .where('t.organisation_id', '=', organisationId)
    .where('t.id', 'in', among(db, JSON.stringify(ids)))
    .execute();

/** The graphs of the newest versions of all templates of an organisation, of those that have one. */
export const newestGraphs = (db: Db, organisationId: number) =>
  db
    .selectFrom('flow_template as t')
    .innerJoin('flow_template_version as v', (join) => join.onRef('v.template_id', '=', 't.id').onRef('v.version', '=', 't.version'))
    .select(['t.id', 'v.graph'])
    .where('t.organisation_id', '=', organisationId)
    .where('v.graph', '<>', '')
    .execute();

/** The newest versions of a template, with the number of flows that run with each. */
export const historyOf = (db: Db, templateId: number) =>
  db
    .selectFrom('flow_template_version as v')
    .select(['v.version', 'v.created_at', 'v.creator_id'])
    .select(
      sql<number>`(select count(*) from flow f where f.template_id = v.template_id and f.template_version = v.version
        and f.state in ('waiting', 'returned'))`.as('running'),
    )
    .where('v.template_id', '=', templateId)
    .orderBy('v.version', 'desc')
    .limit(20)
    .execute();

/** Deletes a template and its versions without flows. */
export async function deleteTemplateRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('flow_template').where('id', '=', id).execute();
  await sql`delete from flow_template_version where template_id = ${id} and not exists (
    select 1 from flow f where f.template_id = flow_template_version.template_id and f.template_version = flow_template_version.version)`.execute(
    db,
  );
}

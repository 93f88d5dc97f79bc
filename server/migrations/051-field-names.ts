import { sql } from 'kysely';
import type { Db } from '../src/platform/db/database.ts';
import { schemaOf } from './baseline.ts';
import { type Engine, type MigrationStep, statementsOf } from '../src/platform/db/open-database.ts';

/** Tables of databases made before the baseline had the field's own names, with their names of today. */
const renamedTables = {
  version: 'cache_version',
  space_member: 'guest_membership',
  validation: 'verification',
  identity: 'external_identity',
  scan: 'qr_sign_in',
  door_flow: 'sign_in_flow',
  address_segment: 'address_range',
  view_as: 'view_as_session',
  review: 'access_review',
  review_line: 'access_review_line',
  review_plan: 'access_review_plan',
  archive_arrived: 'unpacked_archive',
  opened: 'recent_item',
  use_hour: 'usage_hour',
  word_group: 'sensitive_word_group',
  word_hit: 'sensitive_word_hit',
  word_queue: 'sensitive_word_queue',
  word_scan: 'sensitive_word_scan',
  share_visit: 'share_session',
  share_page: 'share_page_view',
  meeting_item: 'agenda_item',
  meeting_paper: 'agenda_document',
  disk_device: 'webdav_device',
  disk_person: 'webdav_user_access',
  disk_lock: 'webdav_lock',
};

const grantColumns = {
  grantee_type: 'principal_type',
  grantee_id: 'principal_id',
  reach: 'inheritance_scope',
  hand_on: 'grantable_permissions',
};

/** Columns by the name that their table has today. */
const renamedColumns: Record<string, Record<string, string>> = {
  outbox: { listener: 'subscriber' },
  person: { spoken: 'pinyin' },
  department: { spoken: 'pinyin' },
  user_group: { spoken: 'pinyin' },
  role: { spoken: 'pinyin', deeds: 'permissions', branch: 'department_scope' },
  session: { door: 'sign_in_provider' },
  quota: { most: 'max_amount', told: 'warned_percent' },
  acl: { ring: 'inheritance_depth' },
  access_grant: grantColumns,
  access_review_line: { ...grantColumns, grantee_name: 'principal_name' },
  template_grant: { ...grantColumns, grantee_name: 'principal_name' },
  share_recipient: { grantee_id: 'principal_id' },
  share_session: { looked_at: 'viewed_at' },
  item: { shelf_id: 'area_owner_id' },
  bin_entry: { trail: 'ancestors' },
  sensitive_word_hit: { held: 'blocked' },
  vote: { most: 'max_options' },
  log_head: { loose_to: 'unchained_up_to', spaced_after: 'organisation_hashed_after' },
};

/** Beginnings of the names of indexes that are named after a former table or column. Indexes that an operator made are left alone. */
const formerIndexes = [
  ...Object.keys(renamedTables).map((table) => `${table}_`),
  'access_grant_grantee',
  'template_grant_grantee',
  'share_recipient_grantee',
  'log_entry_loose',
];

/** The names of the tables, or of the indexes that statements made: those that belong to a constraint are left out. */
async function namesOf(db: Db, engine: Engine, kind: 'table' | 'index'): Promise<Set<string>> {
  const query = {
    sqlite: {
      table: sql`select name from sqlite_master where type = 'table'`,
      index: sql`select name from sqlite_master where type = 'index' and sql is not null`,
    },
    postgres: {
      table: sql`select tablename as name from pg_tables where schemaname = current_schema()`,
      index: sql`select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relnamespace = current_schema()::regnamespace and not exists (select 1 from pg_constraint k where k.conindid = c.oid)`,
    },
  }[engine][kind];
  return new Set(((await query.execute(db)).rows as { name: string }[]).map(({ name }) => name));
}

/** Renames tables and columns, and makes the indexes, triggers and functions that name them anew. */
async function rename(db: Db, engine: Engine): Promise<void> {
  const statements = statementsOf(schemaOf(engine), engine);
  if (engine === 'sqlite') {
    const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(db);
    for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db);
  }
  for (const [former, name] of Object.entries(renamedTables)) {
    if (engine === 'postgres') await sql`alter index ${sql.ref(`${former}_pkey`)} rename to ${sql.ref(`${name}_pkey`)}`.execute(db);
    await sql`alter table ${sql.ref(former)} rename to ${sql.ref(name)}`.execute(db);
  }
  for (const [table, names] of Object.entries(renamedColumns)) {
    for (const [former, name] of Object.entries(names)) {
      await sql`alter table ${sql.ref(table)} rename column ${sql.ref(former)} to ${sql.ref(name)}`.execute(db);
    }
  }
  const wanted = new Map(
    statements.flatMap((text) => {
      const name = /^create (?:unique )?index (\w+)/.exec(text)?.[1];
      return name === undefined ? [] : [[name, text]];
    }),
  );
  const present = await namesOf(db, engine, 'index');
  const former = [...present].filter((name) => !wanted.has(name) && formerIndexes.some((beginning) => name.startsWith(beginning)));
  for (const name of former) await sql`drop index ${sql.ref(name)}`.execute(db);
  for (const [name, text] of wanted) if (!present.has(name)) await sql.raw(text).execute(db);
  for (const text of statements) {
    if (engine === 'sqlite' && text.startsWith('create trigger')) await sql.raw(text).execute(db);
    if (text.startsWith('create function')) await sql.raw(text.replace('create function', 'create or replace function')).execute(db);
  }
}

async function renameBack(db: Db, engine: Engine): Promise<void> {
  for (const [table, names] of Object.entries(renamedColumns)) {
    for (const [former, name] of Object.entries(names)) {
      await sql`alter table ${sql.ref(table)} rename column ${sql.ref(name)} to ${sql.ref(former)}`.execute(db);
    }
  }
  for (const [former, name] of Object.entries(renamedTables)) {
    if (engine === 'postgres') await sql`alter index ${sql.ref(`${name}_pkey`)} rename to ${sql.ref(`${former}_pkey`)}`.execute(db);
    await sql`alter table ${sql.ref(name)} rename to ${sql.ref(former)}`.execute(db);
  }
  await sql`drop index webdav_lock_end`.execute(db);
  await sql`create index disk_lock_end on disk_lock (expires_at)`.execute(db);
}

export const step: MigrationStep = {
  async up(db, engine) {
    if ((await namesOf(db, engine, 'table')).has('disk_device')) await rename(db, engine);
  },
  down: renameBack,
};

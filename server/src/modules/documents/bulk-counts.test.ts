import { moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { limits } from '@dossier/contract/identity/quotas';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeBareDocument } from '../../../test/bare-documents.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { expectWholeTree } from '../../../test/tree-check.ts';
import type { Db } from '../../platform/db/database.ts';
import { checkQuotas } from '../identity/quotas.ts';
import { binSubtree, setCabinetBelow, unbin } from './tree/subtrees.queries.ts';

const documents = 30;

let dossier: TestServer;
let folder: string;
let other: string;
beforeAll(async () => {
  dossier = await openTestServer();
  other = await makeCabinet(dossier.admin);
  folder = await makeFolder(dossier.admin, await makeCabinet(dossier.admin));
  for (let n = 0; n < documents; n++) await makeBareDocument(dossier, dossier.admin, { parentId: folder });
});
afterAll(() => dossier.close());

/** How often a table was written, with what the connection has not reported yet of earlier transactions. */
async function written(db: Db, table: string): Promise<number> {
  const found = await sql<{ n: number }>`select n_tup_ins + n_tup_upd as n from pg_stat_xact_user_tables where relname = ${table}`.execute(
    db,
  );
  return found.rows[0]?.n ?? 0;
}

/** How often work in a transaction of its own writes a table. */
const writes = (table: string, work: (db: Db) => Promise<unknown>) =>
  dossier.services.database.write(async (db) => {
    const before = await written(db, table);
    await work(db);
    return (await written(db, table)) - before;
  });

it('of children are right after deletions, restores and moves of many items', async () => {
  const childCount = async () => (await dossier.admin.call(library.folderDetail, { id: folder })).childCount;
  await dossier.admin.call(library.delete, { objIds: [folder] });
  await expectWholeTree(dossier);
  await dossier.admin.call(library.restore, { objIds: [folder] });
  expect(await childCount()).toBe(documents);
  await dossier.admin.call(library.move, { objIds: [folder], parentId: other });
  expect(await childCount()).toBe(documents);
  await expectWholeTree(dossier);
});

it('of children are written once for each folder that a statement changes, not once for each of its items', async () => {
  if (dossier.engine === 'sqlite') return;
  const id = Number(folder);
  // the folder in its place, and its documents
  expect(await writes('child_count', (db) => binSubtree(db, id, 7))).toBe(2);
  expect(await writes('child_count', (db) => unbin(db, 7))).toBe(2);
  expect(await writes('child_count', (db) => setCabinetBelow(db, id, { cabinetId: Number(other), area: 3, shelfId: 0 }))).toBe(0);
  await expectWholeTree(dossier);
});

it('of used bytes are right, and written once for each quota that a statement changes', async () => {
  await dossier.admin.call(limits.setLicence, { bytes: 1_000_000 });
  const own = await makeCabinet(dossier.admin, { moduleType: moduleType.my });
  const { id: personId, spaceId } = await dossier.admin.call(session.current);
  await dossier.admin.call(limits.setQuota, { userIds: [personId], most: 1_000_000 });
  await dossier.admin.call(people.updateOrganisation, { id: spaceId, quota: 1_000_000 });
  const ids: number[] = [];
  for (let n = 0; n < 3; n++) ids.push(Number(await makeDocument(dossier, dossier.admin, { parentId: own, bytes: 'x'.repeat(10 + n) })));
  const wrong = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const { text } of checkQuotas(dossier.services.database.read)) found.push(text);
    return found;
  };
  expect(await wrong()).toEqual([]);
  const revisions = (db: Db) => db.deleteFrom('revision').where('document_id', 'in', ids).execute();
  if (dossier.engine === 'postgres') expect(await writes('quota', revisions)).toBe(3);
  else await dossier.services.database.write(revisions);
  expect(await wrong()).toEqual([]);
});

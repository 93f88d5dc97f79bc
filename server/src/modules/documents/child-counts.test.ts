import { library } from '@dossier/contract/documents/library';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeBareDocument } from '../../../test/bare-documents.ts';
import { makeCabinet, makeFolder } from '../../../test/make-items.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { expectWholeTree } from '../../../test/tree-check.ts';
import type { Db } from '../../platform/db/database.ts';
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

it('are right after deletions, restores and moves of many items', async () => {
  const childCount = async () => (await dossier.admin.call(library.folderDetail, { id: folder })).childCount;
  await dossier.admin.call(library.delete, { objIds: [folder] });
  await expectWholeTree(dossier);
  await dossier.admin.call(library.restore, { objIds: [folder] });
  expect(await childCount()).toBe(documents);
  await dossier.admin.call(library.move, { objIds: [folder], parentId: other });
  expect(await childCount()).toBe(documents);
  await expectWholeTree(dossier);
});

it('are written once for each folder that a statement changes, not once for each of its items', async () => {
  if (dossier.engine === 'sqlite') return;
  const id = Number(folder);
  // with what the connection has not reported yet of earlier transactions
  const counted = async (db: Db): Promise<number> => {
    const found = await sql<{
      n: number;
    }>`select n_tup_ins + n_tup_upd as n from pg_stat_xact_user_tables where relname = 'child_count'`.execute(db);
    return found.rows[0]?.n ?? 0;
  };
  const writes = (work: (db: Db) => Promise<unknown>) =>
    dossier.services.database.write(async (db) => {
      const before = await counted(db);
      await work(db);
      return (await counted(db)) - before;
    });
  // the folder in its place, and its documents
  expect(await writes((db) => binSubtree(db, id, 7))).toBe(2);
  expect(await writes((db) => unbin(db, 7))).toBe(2);
  expect(await writes((db) => setCabinetBelow(db, id, { cabinetId: Number(other), area: 3, shelfId: 0 }))).toBe(0);
  await expectWholeTree(dossier);
});

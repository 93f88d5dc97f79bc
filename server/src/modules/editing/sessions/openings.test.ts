import { codes } from '@dossier/contract/core/codes';
import { content } from '@dossier/contract/documents/content';
import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestEditor } from '../../../../test/editor.ts';
import { makeCabinet, makeDocument, upload } from '../../../../test/make-items.ts';
import { makeWriter } from '../../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { contextForPerson } from '../../identity/run-as.ts';
import { openForEditing } from './edit-sessions.ts';
import { keepUnsaved } from './save-session.ts';

let dossier: TestServer;
let base: string;
let cabinet: string;
let ann: Awaited<ReturnType<typeof makeWriter>>;
beforeAll(async () => {
  dossier = await openTestServer();
  base = await dossier.listen();
  cabinet = await makeCabinet(dossier.admin);
  ann = await makeWriter(dossier, cabinet);
});
afterAll(() => dossier.close());

const make = (name: string) => makeDocument(dossier, dossier.admin, { parentId: cabinet, name, bytes: 'base' });

async function revise(id: string): Promise<void> {
  const text = crypto.randomUUID();
  const { uploadUrl } = await dossier.admin.call(content.preCheckIn, { id, size: text.length });
  await upload(dossier, uploadUrl, Buffer.from(text));
}

const context = (db: Db) => contextForPerson(dossier.services, db, { personId: Number(ann.id), spaceId: undefined, address: '' });

/** A reader that does something else once, after it has read an item. */
function interrupted(work: () => Promise<void>): { db: Db; isDone: () => boolean } {
  const { read } = dossier.services.database;
  let isDone = false;
  const db = new Proxy(read, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (name !== 'executeQuery') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return async (query: CompiledQuery) => {
        const rows = await target.executeQuery(query);
        if (!isDone && query.sql.startsWith('select * from "item" where "id" =')) {
          isDone = true;
          await work();
        }
        return rows;
      };
    },
  });
  return { db, isDone: () => isDone };
}

it('a document that gets another version while it is opened is opened with that', async () => {
  const id = await make('moving.txt');
  const { db, isDone } = interrupted(() => revise(id));
  const opened = await openForEditing({ ...(await context(dossier.services.database.read)), db }, { id }, keepUnsaved);
  expect([isDone(), opened.name]).toEqual([true, 'moving.txt']);
});

it('what cannot be kept at present is tried once by who opens the document', async () => {
  const id = await make('unkept.txt');
  const editor = await new TestEditor().connect(ann.client, base, id);
  editor.type(0, 'words ');
  await expect.poll(() => editor.isKept).toBe(true);
  await dossier.admin.call(content.unlock, { id });
  await revise(id);
  let tries = 0;
  const busy = (): Promise<never> => {
    tries++;
    return Promise.reject(new Refusal(codes.changedMeanwhile));
  };
  await expect(openForEditing(await context(dossier.services.database.read), { id }, busy)).rejects.toThrow(Refusal);
  expect(tries).toBe(1);
  editor.close();
});

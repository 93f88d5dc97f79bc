import { documentTemplates } from '@dossier/contract/classification/document-templates';
import { codes } from '@dossier/contract/core/codes';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeDepartment, makeSignedIn } from '../../../../test/make.ts';
import { adminPassword } from '../../../../test/template.ts';
import { sweepUnusedBlobs } from '../../documents/blob-cleanup.ts';
import { checkStore } from '../../documents/storage-check.ts';

let dossier: TestServer;
let person: Awaited<ReturnType<typeof makeSignedIn>>;
let own: string;
let shared: string;

beforeAll(async () => {
  dossier = await openTestServer();
  person = await makeSignedIn(dossier);
  own = await makeCabinet(person.client, { moduleType: 2 });
  shared = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

const bytesOf = async (id: string): Promise<string> => {
  const { downloadUrl } = await person.client.call(content.download, { id });
  return (await dossier.server.app.inject({ method: 'GET', url: downloadUrl })).payload;
};

it('creates documents with the bytes of another one, which may be changed or purged', async () => {
  const source = await makeDocument(dossier, dossier.admin, { parentId: shared, name: 'letter.txt', bytes: 'Dear Sir or Madam,' });
  expect(await person.client.refused(documentTemplates.create, { objId: source, name: 'Letter' })).toBe(codes.adminOnly.code);
  const secret = await makeDocument(dossier, person.client, { parentId: own });
  expect(await dossier.admin.refused(documentTemplates.create, { objId: secret, name: 'Stolen' })).toBe(codes.itemMissing.code);
  const { id } = await dossier.admin.call(documentTemplates.create, { objId: source, name: 'Letter' });
  expect(await dossier.admin.refused(documentTemplates.create, { objId: source, name: 'LETTER' })).toBe(codes.templateNameExists.code);
  await dossier.admin.call(library.delete, { objIds: [source] });
  await dossier.admin.call(library.remove, { objIds: [source] });
  await dossier.drain();
  dossier.clock.forward(4 * 24 * 3600_000);
  await sweepUnusedBlobs(dossier.services);
  const client = await dossier.as(person);
  expect(await client.call(documentTemplates.choices)).toMatchObject([{ id, name: 'Letter', ext: 'txt' }]);
  const made = await client.call(documentTemplates.use, { id, parentId: own, name: 'To the bank' });
  expect(made.name).toBe('To the bank.txt');
  person = { ...person, client };
  expect(await bytesOf(made.id)).toBe('Dear Sir or Madam,');
  expect(await client.refused(documentTemplates.use, { id, parentId: own, name: 'to the bank.TXT' })).toBe(codes.documentNameExists.code);
  expect((await client.call(documentTemplates.use, { id, parentId: own, name: 'To the bank', onSameName: 'rename' })).name).toBe(
    'To the bank (2).txt',
  );
  expect(await client.refused(documentTemplates.use, { id, parentId: shared, name: 'x' })).toBe(codes.itemMissing.code);
  const admin = await dossier.as({ loginName: 'admin', password: adminPassword });
  expect((await admin.call(documentTemplates.list)).list).toMatchObject([{ id, uses: 2, enabled: true }]);
  await admin.call(documentTemplates.update, { id, enabled: false });
  expect(await client.refused(documentTemplates.use, { id, parentId: own, name: 'y' })).toBe(codes.documentTemplateMissing.code);
  await admin.call(documentTemplates.delete, { id });
  expect(await bytesOf(made.id)).toBe('Dear Sir or Madam,');
});

it('is reported by the storage check when its bytes or their row are gone', async () => {
  const { database, storage } = dossier.services;
  const problems = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const { kind, text } of checkStore(database.long, storage)) if (kind === 'problem') found.push(text);
    return found;
  };
  const admin = await dossier.as({ loginName: 'admin', password: adminPassword });
  const source = await makeDocument(dossier, admin, { parentId: shared, name: 'form.txt', bytes: 'Only a template has this' });
  const { id } = await admin.call(documentTemplates.create, { objId: source, name: 'Form', enabled: false });
  await admin.call(library.delete, { objIds: [source] });
  await admin.call(library.remove, { objIds: [source] });
  expect(await problems()).toEqual([]);
  const { sha256 } = await database.read
    .selectFrom('document_template')
    .select('sha256')
    .where('name', '=', 'Form')
    .executeTakeFirstOrThrow();
  await storage.remove(sha256);
  expect((await problems()).join()).toMatch(/is missing \(document template \d+ "Form"\)/);
  await database.write((db) => db.deleteFrom('blob').where('sha256', '=', sha256).execute());
  expect((await problems()).join()).toMatch(/document template \d+ "Form" has no content/);
  await admin.call(documentTemplates.delete, { id });
  expect(await problems()).toEqual([]);
});

it('is offered to the users of its department alone', async () => {
  const client = await dossier.as(person);
  const admin = await dossier.as({ loginName: 'admin', password: adminPassword });
  const source = await makeDocument(dossier, admin, { parentId: shared, name: 'plan.md', bytes: '# Plan' });
  const department = await makeDepartment({ ...dossier, admin });
  const { id } = await admin.call(documentTemplates.create, { objId: source, name: 'Plan', departmentId: department });
  expect(await client.call(documentTemplates.choices)).toEqual([]);
  expect(await client.refused(documentTemplates.use, { id, parentId: own, name: 'x' })).toBe(codes.documentTemplateMissing.code);
  await admin.call(people.addToDepartment, { id: department, userIds: [person.id] });
  expect(await client.call(documentTemplates.choices)).toMatchObject([{ id }]);
  const other = await makeDocument(dossier, admin, { parentId: shared, name: 'other.txt' });
  expect(await admin.refused(documentTemplates.update, { id, objId: other })).toBe(codes.invalidParams.code);
  await admin.call(people.removeFromDepartment, { id: department, userIds: [person.id] });
  await admin.call(people.deleteDepartment, { id: department });
  await dossier.drain();
  expect(await client.call(documentTemplates.choices)).toEqual([]);
  expect((await admin.call(documentTemplates.list)).list).toMatchObject([{ id, enabled: false }]);
});

import { calls } from '@dossier/contract/calls';
import { codes } from '@dossier/contract/core/codes';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { logos } from '@dossier/contract/identity/organisations';
import { avatarPaths, session } from '@dossier/contract/identity/sessions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { files } from '../src/app/modules.ts';
import { type Client, clientOf } from './client.ts';
import { type TestServer, openTestServer } from './test-server.ts';
import { makeCabinet, makeDocument } from './make-items.ts';
import { type Made, makeSignedIn } from './make.ts';

const declared = Object.entries(calls).flatMap(([module, routes]) =>
  Object.entries(routes).map(([name, route]) => ({ name: `${module}.${name}`, route })),
);

/** The calls that answer an administrator in a view-as session. Review each addition: its output is disclosed to them. */
const seen = [
  'library.ancestors',
  'library.cabinetDetail',
  'library.cabinets',
  'library.documentDetail',
  'library.documents',
  'library.folderDetail',
  'library.items',
  'library.tree',
  'people.grantees',
  'permissions.check',
  'permissions.explain',
  'permissions.list',
  'permissions.reachOf',
  'permissions.reachedBy',
  'search.search',
  'search.suggest',
  'session.current',
];

let dossier: TestServer;
let person: Made & { client: Client };
let view: Client;
let viewId: number;
let documentId: string;
let revisionId: string;

beforeAll(async () => {
  dossier = await openTestServer();
  person = await makeSignedIn(dossier);
  const cabinet = await makeCabinet(dossier.admin);
  documentId = await makeDocument(dossier, dossier.admin, { parentId: cabinet });
  revisionId = (await dossier.admin.call(content.revisions, { id: documentId }))[0]?.id ?? '';
  const { sessionId } = await dossier.admin.call(session.viewAs, { userId: person.id });
  view = clientOf(dossier.server, sessionId);
  const row = await dossier.services.database.read
    .selectFrom('session')
    .select('id')
    .where('viewer_id', 'is not', null)
    .executeTakeFirstOrThrow();
  viewId = row.id;
});
afterAll(() => dossier.close());

describe('a view-as session', () => {
  it('may make these calls and end by one, and none of them writes', () => {
    const named = (kind: string) => declared.filter(({ route }) => route.inView === kind).map(({ name }) => name);
    expect(named('sees').toSorted()).toEqual(seen);
    expect(named('ends')).toEqual(['session.logout']);
    const writing = declared.filter(({ route }) => route.inView === 'sees' && route.method !== 'GET' && route.reads !== true);
    expect(writing.map(({ name }) => name)).toEqual([]);
    const open = declared.filter(({ route }) => route.inView !== undefined && route.access !== 'session');
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it.each(declared.filter(({ route }) => !['public', 'link'].includes(route.access) && route.inView === undefined))(
    'is refused $name',
    async ({ route }) => {
      expect(await view.refused(route, {})).toBe(codes.viewOnly.code);
    },
  );

  it.each(declared.filter(({ route }) => route.inView === 'sees'))('is not refused $name as a view', async ({ route }) => {
    const { text } = await view.raw(route, {});
    expect((JSON.parse(text) as { code: number }).code).not.toBe(codes.viewOnly.code);
  });

  it('is unchanged after all of that', async () => {
    expect((await view.call(session.current)).viewer).toBeDefined();
  });
});

/** The facts of a ticket for each path to bytes, as if one had been signed for the view-as session. */
const signed: Record<string, (facts: Record<string, unknown>) => string> = {
  '/report-table/:ticket/:name': (facts) => `/report-table/${sign('statistics.table', { ...facts, order: { view: 'people' } })}/a.csv`,
  '/file/:ticket/:name': (facts) => `/file/${sign('file', { ...facts, use: 'view' })}/a.txt`,
  '/look/page/:previewToken/:n': (facts) => `/look/page/${lookOf(facts)}/1`,
  '/look/picture/:previewToken/:name': (facts) => `/look/picture/${lookOf(facts)}/a.jpg`,
  '/look/pdf/:previewToken/:name': (facts) => `/look/pdf/${lookOf(facts)}/a.pdf`,
  '/look/paper/:previewToken/:name': (facts) => `/look/paper/${sign('look', { ...facts, use: 'print' })}/a.pdf`,
  '/look/entry/:previewToken/:name': (facts) => `/look/entry/${lookOf(facts)}/a.txt`,
  '/look/drawing/:previewToken': (facts) => `/look/drawing/${lookOf(facts)}`,
  '/look/film/:previewToken/:name': (facts) => `/look/film/${lookOf(facts)}/a.mp4`,
  '/look/poster/:previewToken': (facts) => `/look/poster/${lookOf(facts)}`,
  '/look/subtitles/:previewToken': (facts) => `/look/subtitles/${lookOf(facts)}`,
  '/look/compared/:previewToken/:other/:name': (facts) => `/look/compared/${lookOf(facts)}/${lookOf(facts)}/a.pdf`,
  '/look/thumb/:previewToken': (facts) => `/look/thumb/${sign('thumb', { ...facts, use: 'view' })}`,
  '/look/glance/:previewToken': (facts) => `/look/glance/${sign('thumb', { ...facts, use: 'view' })}`,
  '/upload/:ticket': (facts) => `/upload/${sign('upload', { ...facts, id: 1, name: 'a.txt', size: 1 })}`,
  '/edit/file/:ticket': (facts) => `/edit/file/${windowOf(facts)}`,
  '/edit/draft/:ticket': (facts) => `/edit/draft/${windowOf(facts)}`,
  '/edit/trial/:ticket': (facts) => `/edit/trial/${windowOf(facts, 'editing.trial')}`,
  '/edit/followed/:ticket': (facts) => `/edit/followed/${windowOf(facts, 'editing.followed')}`,
  '/edit/book/:ticket': (facts) => `/edit/book/${windowOf(facts, 'editing.book')}`,
  '/edit/deck/:ticket': (facts) => `/edit/deck/${windowOf(facts, 'editing.book')}`,
  '/edit/picture/:ticket': (facts) => `/edit/picture/${windowOf(facts, 'editing.book')}`,
  '/edit/picture/:ticket/:sha256': (facts) => `/edit/picture/${windowOf(facts, 'editing.book')}/${'0'.repeat(64)}`,
  '/zip/:ticket/:name': (facts) => `/zip/${sign('zip', { ...facts, ids: [documentId] })}/a.zip`,
  '/zipfile/:ticket/:name': (facts) => `/zipfile/${sign('zipfile', { ...facts, zip: 1 })}/a.zip`,
  '/people-table/:ticket/:name': (facts) =>
    `/people-table/${sign('admin.people', { ...facts, format: 'csv', lang: 'en', empty: false })}/a.csv`,
  '/acknowledgement-report/:ticket/:name': (facts) =>
    `/acknowledgement-report/${sign('acknowledgements.report', { ...facts, request: '1', format: 'csv', lang: 'en' })}/a.csv`,
  '/msg/live': (facts) => `/msg/live?ticket=${sign('messages.live', facts)}`,
  [logos.see]: (facts) => `${logos.see}?ticket=${sign('people.logo', { ...facts, hash: 'x' })}`,
  [avatarPaths.see]: (facts) => `${avatarPaths.see}?ticket=${sign('people.avatar', { ...facts, hash: 'x' })}`,
};

const wopiToken = (kind: string, facts: Record<string, unknown>): string =>
  sign('wopi', { ...facts, kind, item: Number(documentId), write: true, editing: 'x', address: '', origin: 'http://localhost' });
const wopiPaths = {
  files: ['', '/contents', '/ancestry', '/ecosystem_pointer'],
  containers: ['', '/ancestry', '/children', '/ecosystem_pointer'],
};
for (const [kind, paths] of Object.entries(wopiPaths))
  for (const path of paths)
    signed[`/wopi/${kind}/:id${path}`] = (facts) => `/wopi/${kind}/${documentId}${path}?access_token=${wopiToken(kind, facts)}`;
for (const path of ['/wopi/ecosystem', '/wopi/ecosystem/root_container_pointer'])
  signed[path] = (facts) => `${path}?access_token=${wopiToken('ecosystem', facts)}`;

const windowOf = (
  { person: personId, space: spaceId, session: sessionId, document }: Record<string, unknown>,
  purpose = 'editing.file',
): string => sign(purpose, { editSession: 1, window: 1, document, who: { personId, spaceId, address: '', sessionId } });
const lookOf = (facts: Record<string, unknown>): string => sign('look', { ...facts, use: 'view' });
const sign = (purpose: string, facts: Record<string, unknown>): string => dossier.services.tickets.sign(purpose, facts, 600);

/** Paths without a session: external sign-in, installers, upload options, and what mail programs post. */
const sessionless = [
  'GET /calendar/:ticket/meeting.ics',
  'GET /external/download/client',
  'GET /idp/authorize',
  'GET /msg/emails/unsubscribe',
  'POST /msg/emails/unsubscribe',
  'GET /wx/authorize',
  'GET /wx/mobile',
  'OPTIONS /upload/:ticket',
];
const isDisk = ({ file }: { file: { path: string } }): boolean => file.path.startsWith('/dav');
const byPlace = files.map((file) => ({ file, place: `${file.method} ${file.path}` }));

describe('bytes', () => {
  it.each(byPlace.filter((one) => !sessionless.includes(one.place) && !isDisk(one)))('are closed to it at $place', async ({ file }) => {
    const organisation = Number((await dossier.admin.call(session.current)).spaceId);
    const ids = { session: viewId, space: organisation, organisation, person: Number(person.id) };
    const facts = { ...ids, document: Number(documentId), revision: Number(revisionId) };
    const answer = await dossier.server.app.inject({
      method: file.method,
      url: signed[file.path]?.(facts) ?? file.path,
      headers: { authorization: view.token ?? '', 'tus-resumable': '1.0.0' },
    });
    expect([401, 403]).toContain(answer.statusCode);
    // a ticket that is valid except for the view-as session: any other refusal would prove nothing
    if (file.method !== 'HEAD')
      expect([codes.notSignedIn.code, codes.viewOnly.code], 'with a ticket of its own among `signed`').toContain(answer.json().code);
  });

  it('are refused to it over WebDAV, which authenticates devices only', async () => {
    await dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true } });
    for (const { file, place } of byPlace.filter(isDisk)) {
      const headers = { authorization: view.token ?? '' };
      // the client's types name fewer methods than it sends
      const answer = await dossier.server.app.inject({ method: file.method as 'GET', url: file.path, headers });
      expect([place, answer.statusCode]).toEqual([place, 401]);
    }
  });
});

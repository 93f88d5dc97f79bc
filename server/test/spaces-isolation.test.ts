import { accessRequests } from '@dossier/contract/access/requests';
import { permissions } from '@dossier/contract/access/permissions';
import { cards } from '@dossier/contract/classification/cards';
import { categories } from '@dossier/contract/classification/categories';
import { documentTemplates } from '@dossier/contract/classification/document-templates';
import { favourites } from '@dossier/contract/classification/favourites';
import { notes } from '@dossier/contract/classification/notes';
import { tags } from '@dossier/contract/classification/tags';
import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { comments } from '@dossier/contract/comments/comments';
import { module } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { templates } from '@dossier/contract/documents/folder-templates';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { meetings } from '@dossier/contract/meetings/meetings';
import { scores, votes } from '@dossier/contract/meetings/votes';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInDesign } from '../src/modules/preview/watermarks/watermarks.ts';
import type { Client } from './client.ts';
import { casesOnEngine } from './long.ts';
import { type TestServer, openTestServer } from './test-server.ts';
import { idFields, inputFor } from './id-fields.ts';
import { handIn, makeFlowTemplate, stepOf } from './make-flows.ts';
import { makeCabinet, makeDocument, makeFolder } from './make-items.ts';
import { allPermissions, findRole, makeDepartment, makeGroup, makeRole, makeSignedIn, makeUser } from './make.ts';
import { invite, makeOrganisation } from './other-organisation.ts';

const missing = '999999999999999';

let dossier: TestServer;
/** An administrator of one organisation who is one of another too, as a guest; works in the first. */
let caller: Client;
const own: Record<string, unknown> = {
  design: builtInDesign,
  name: 'A name',
  addresses: '203.0.113.0/24',
  scope: 'download',
  kind: 'block',
  names: ['A name'],
  rights: 3,
  size: 1,
  sha256: 'a'.repeat(64),
  keyword: 'document',
  note: 'x',
  sessionId: '1',
  windowId: '1',
  level: 3,
  reach: 'all',
  granteeType: 'user',
  newPwd: 'other-pass-9',
  inherit: 'true',
  fullName: 'Somebody',
  loginName: 'somebody',
  provider: 'ldap',
  most: '1000000',
  account: 'elsewhere',
  sortField: 'name',
  months: 3,
  lines: [{ id: '424242', result: 'open' }],
  typeId: '',
  format: 'csv',
  revisionIds: ['424242'],
  values: [],
  fields: [],
  sortDirection: 'asc',
  deadline: '2099-01-01T00:00:00Z',
  reviewTime: '2099-01-01T00:00:00Z',
  recipientId: '424242',
  title: 'A title',
  startTime: '2099-01-01T08:00:00Z',
  endTime: '2099-01-01T09:00:00Z',
  version: 0,
  answer: 'yes',
  state: 'running',
  invited: [{ granteeType: 'user', granteeId: '424242' }],
  principals: [{ granteeType: 'user', granteeId: '424242' }],
  agenda: [],
  text: 'Some words',
  revision: 0,
  done: 'true',
  taskId: '424242',
  position: '424242',
  question: 'A question',
  optionIds: ['424242'],
  criteria: [{ name: 'A criterion' }],
  pages: [{ from: 1, to: 1 }],
  words: ['word'],
  areas: [{ page: 1, x: 0, y: 0, width: 1, height: 1 }],
  marks: [],
  decision: 'ratify',
  flowKind: 'publish',
  steps: [{ name: 'Approve', approvers: [{ kind: 'head' }] }],
  begins: '2099-01-01T00:00:00Z',
  ends: '2099-01-02T00:00:00Z',
  allowed: 'true',
  resolved: 'true',
  seen: [],
  before: '424242',
};
/** Fields with another sample in one call. */
const inCall: Record<string, Record<string, unknown>> = {
  '/syncdisk/setState': { state: 'closed' },
  '/flow/template/version': { version: 1 },
};
const theirs: Record<string, string> = {};

/** Items of every kind, with full rights on each for the requester. */
beforeAll(async () => {
  dossier = await openTestServer();
  const admins = await makeRole(dossier, { moduleTypes: [module.home, module.enterprise, module.my], deeds: allPermissions });
  const me = await makeSignedIn(dossier, { roleIds: [admins] });
  caller = me.client;
  // repeated wrong ones would end the session
  own['password'] = me.password;
  const cabinet = await makeCabinet(caller);
  own['parentId'] = await makeFolder(caller, cabinet);
  own['id'] = own['objId'] = await makeDocument(dossier, caller, { parentId: cabinet });
  own['objIds'] = [own['id']];
  own['fromId'] = own['parentId'];
  own['grants'] = [];
  own['words'] = ['a word'];
  own['content'] = 'A note';
  own['judgement'] = 'open';
  own['report'] = 'userBehavior';
  own['from'] = '2026-01-01T00:00:00Z';
  own['to'] = '2026-02-01T00:00:00Z';
  own['userId'] = own['granteeId'] = (await makeUser(dossier)).id;
  own['userIds'] = [own['userId']];
  own['currentRev'] = (await caller.call(content.revisions, { id: String(own['id']) }))[0]?.id;
  own['revisionId'] = own['currentRev'];
  const other = await makeOrganisation(dossier);
  await invite(other.admin, me.loginName, [await findRole(other.admin, 'Administrators'), await findRole(other.admin, 'Staff')]);
  own['ticket'] = (await caller.call(people.findGuest, { account: other.loginName })).ticket;
  theirs['cabinet'] = await makeCabinet(other.admin);
  const give = { granteeType: 'user', granteeId: me.id, level: 255, reach: 'all' } as const;
  await other.admin.call(permissions.grant, { ...give, objId: theirs['cabinet'] });
  theirs['folder'] = await makeFolder(other.admin, theirs['cabinet']);
  theirs['document'] = await makeDocument(dossier, other.admin, { parentId: theirs['folder'], name: 'document of theirs.txt' });
  theirs['revision'] = (await other.admin.call(content.revisions, { id: theirs['document'] }))[0]?.id ?? '';
  theirs['deleted'] = await makeDocument(dossier, other.admin, { parentId: theirs['folder'] });
  theirs['deletion'] = (await other.admin.call(library.delete, { objIds: [theirs['deleted']] })).entries[0]?.binId ?? '';
  theirs['group'] = await makeGroup({ ...dossier, admin: other.admin }, [me.id]);
  theirs['department'] = await makeDepartment({ ...dossier, admin: other.admin });
  await other.admin.call(people.addToDepartment, { id: theirs['department'], userIds: [me.id] });
  theirs['role'] = await findRole(other.admin, 'Administrators');
  theirs['template'] = (await other.admin.call(templates.create, { name: 'Template of theirs', enabled: true })).id;
  theirs['folder of a template'] = (await other.admin.call(templates.createFolder, { parentId: theirs['template'], name: 'Inside' })).id;
  theirs['category'] = (await other.admin.call(categories.create, { name: 'Category of theirs' })).id;
  theirs['document template'] = (
    await other.admin.call(documentTemplates.create, { objId: theirs['document'], name: 'Beginning of theirs' })
  ).id;
  theirs['tag'] = (await other.admin.call(tags.createShared, { name: 'Tag of theirs' })).id;
  theirs['note'] = (await other.admin.call(notes.create, { objId: theirs['document'], content: 'Note of theirs', shared: true })).id;
  theirs['comment'] = (await other.admin.call(comments.create, { objId: theirs['document'], content: 'Comment of theirs' })).id;
  theirs['request'] = (
    await other.admin.call(acknowledgements.create, {
      objId: theirs['document'],
      principals: [{ granteeType: 'user', granteeId: (await other.admin.call(session.current)).id }],
    })
  ).id;
  theirs['attribute'] = (await other.admin.call(cards.createAttribute, { name: 'Attribute of theirs', kind: 'text' })).id;
  theirs['card'] = (await other.admin.call(cards.create, { name: 'Card of theirs', fields: [] })).id;
  theirs['type'] = (await other.admin.call(cards.createType, { name: 'Type of theirs', cardId: theirs['card'] })).id;
  own['templateId'] = await makeFlowTemplate({ admin: caller }, [stepOf('First', [me.id])]);
  theirs['template of flows'] = await makeFlowTemplate(other, [stepOf('First', [me.id])]);
  theirs['flow'] = await handIn(other.admin, theirs['template of flows']);
  theirs['person'] = (await makeUser({ ...dossier, admin: other.admin })).id;
  const invited = [{ granteeType: 'user' as const, granteeId: me.id }];
  const times = { startTime: '2099-01-01T08:00:00Z', endTime: '2099-01-01T09:00:00Z' };
  theirs['meeting'] = (await other.admin.call(meetings.create, { title: 'Meeting of theirs', ...times, invited })).id;
  theirs['vote'] = (await other.admin.call(votes.create, { question: 'Vote of theirs', meetingId: theirs['meeting'] })).id;
  const sheet = { title: 'Scores of theirs', criteria: [{ name: 'One' }], judges: invited };
  theirs['scores'] = (await other.admin.call(scores.create, sheet)).id;
  theirs['organisation'] = other.id;
  await caller.call(session.changeSpace, { spaceId: other.id });
  for (const id of [theirs['cabinet'], theirs['folder'], theirs['document']]) await caller.call(favourites.addFavorite, { objIds: [id] });
  await caller.call(session.changeSpace, { spaceId: (await dossier.admin.call(session.current)).spaceId });
});
afterAll(() => dossier.close());

describe('a user with full rights in another space', () => {
  it.each(casesOnEngine(idFields).map((field) => [field.name, field] as const))(
    '%s answers for what is there as for what is nowhere',
    async (_, tested) => {
      const { route, field, many } = tested;
      const ask = async (id: string) => {
        // twenty requests for access an hour
        if (route.path === accessRequests.ask.path) dossier.clock.forward(5 * 60_000);
        const given = { [field]: many ? [id] : id };
        const known = { ...own, ...inCall[route.path], id: /document/.test(route.path) ? own['id'] : own['parentId'] };
        const { status, text } = await caller.raw(route, inputFor(route, known, given));
        return { status, text: text.replaceAll(id, '#') };
      };
      const nowhere = await ask(missing);
      for (const [kind, id] of Object.entries(theirs)) expect([kind, await ask(id)]).toEqual([kind, nowhere]);
    },
  );

  it('sees no log line of that space, not even about their own work there', async () => {
    await dossier.drain();
    const rows = await dossier.services.database.read.selectFrom('log_entry').select(['id', 'organisation_id']).execute();
    const here = (await caller.call(operationLog.log, { pageSize: 1000 })).list.map((line) => Number(line.id));
    const spaceOf = new Map(rows.map((row) => [row.id, row.organisation_id]));
    expect(new Set(here.map((id) => String(spaceOf.get(id))))).toEqual(new Set([(await caller.call(session.current)).spaceId]));
    expect(here.length).toBe(rows.filter((row) => String(row.organisation_id) !== theirs['organisation']).length);
    expect(rows.length - here.length).toBeGreaterThan(10);
  });

  it('is a sharp test: each of these calls succeeds in that space', async () => {
    await caller.call(session.changeSpace, { spaceId: String(theirs['organisation']) });
    expect(await caller.call(library.documentDetail, { id: String(theirs['document']) })).toMatchObject({ name: 'document of theirs.txt' });
    expect((await caller.call(library.bin)).totalNumber).toBe(1);
    expect((await caller.call(people.groupMembers, { id: String(theirs['group']) })).totalNumber).toBe(1);
    expect(idFields.length).toBeGreaterThan(60);
  });
});

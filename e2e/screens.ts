import { permissions } from '@dossier/contract/access/permissions';
import { reviews } from '@dossier/contract/access/reviews';
import { cards } from '@dossier/contract/classification/cards';
import { categories } from '@dossier/contract/classification/categories';
import { documentTemplates } from '@dossier/contract/classification/document-templates';
import { tags } from '@dossier/contract/classification/tags';
import { templates } from '@dossier/contract/documents/folder-templates';
import { library } from '@dossier/contract/documents/library';
import { sensitiveWords } from '@dossier/contract/governance/sensitive-words';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { meetings } from '@dossier/contract/meetings/meetings';
import { scores, votes } from '@dossier/contract/meetings/votes';
import { shares } from '@dossier/contract/sharing/shares';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import { makeFile } from '../demo/files/make-file.ts';
import { dxf, dxfLayer, dxfLine } from '../server/test/dxf.ts';
import { zipOf } from '../server/test/zip-of.ts';
import type { TestServer } from './journey.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const letter = [
  'From: somebody@example.com',
  'To: another@example.com',
  'Subject: A letter',
  'Content-Type: text/html',
  '',
  '<p>Some words</p>',
].join('\r\n');

/** Creates content for every screen; returns their addresses. */
export async function furnish(dossier: TestServer): Promise<Record<string, string>> {
  const { id } = await dossier.admin.call(library.createCabinet, { name: 'Screens', moduleType: 3 });
  await dossier.admin.call(sensitiveWords.createGroup, { name: 'Words', words: ['words to look'], action: 'warn' });
  const folder = await dossier.admin.call(library.createFolder, { parentId: id, name: 'A folder' });
  const text = await dossier.admin.upload(id, 'notes.txt', 'Some words to look at.\n'.repeat(40));
  const page = await dossier.admin.upload(id, 'page.html', '<!doctype html><title>Page</title><p>A page</p>');
  const picture = await dossier.admin.upload(id, 'dot.png', Buffer.from(png, 'base64'));
  const otherText = await dossier.admin.upload(id, 'other notes.txt', 'Other words to look at.\n'.repeat(40));
  const otherSheet = await dossier.admin.upload(id, 'other table.csv', 'name,number\nA thing,13\nAnother,7.5');
  const sheet = await dossier.admin.upload(id, 'table.csv', 'name,number\nA thing,12\nAnother,7.5');
  const archive = await dossier.admin.upload(id, 'thing.bin', 'no viewer');
  const zip = await dossier.admin.upload(id, 'packed.zip', await zipOf([{ name: 'folder/notes.txt', bytes: 'notes' }]));
  const mail = await dossier.admin.upload(id, 'letter.eml', letter);
  const markdown = await dossier.admin.upload(id, 'readme.md', '# A title\n\n- one\n- two\n\n```js\nconst a = 1;\n```\n');
  const plan = dxf({ tables: dxfLayer('WALLS', 1), entities: dxfLine('WALLS', [0, 0], [400, 300]) });
  const drawing = await dossier.admin.upload(id, 'plan.dxf', plan);
  const [film, sound] = await Promise.all([
    makeFile('webm', { title: 'river', lang: 'en', seed: 1 }),
    makeFile('wav', { title: 'melody', lang: 'en', seed: 1 }),
  ]);
  const [filmId, soundId] = [
    await dossier.admin.upload(id, film.name, film.bytes),
    await dossier.admin.upload(id, sound.name, sound.bytes),
  ];
  const gone = await dossier.admin.upload(id, 'old.txt', 'deleted');
  await dossier.admin.call(library.delete, { objIds: [gone] });
  const person = await dossier.admin.call(people.createUser, {
    loginName: 'screened',
    fullName: 'Somebody Else',
    password: 'their-pass-word',
  });
  await dossier.admin.call(permissions.grant, {
    objId: id,
    granteeType: 'organisation',
    granteeId: (await dossier.admin.call(session.current, {})).spaceId,
    level: 1,
    deadline: new Date(Date.now() + 5 * 24 * 3600_000).toISOString(),
  });
  const review = await dossier.admin.call(reviews.open, { objId: id });
  const category = await dossier.admin.call(categories.create, { name: 'Contracts' });
  await dossier.admin.call(categories.create, { name: 'Leases', parentId: category.id });
  await dossier.admin.call(categories.put, { objIds: [text], add: [category.id] });
  await dossier.admin.call(documentTemplates.create, { objId: text, name: 'Notes' });
  const price = await dossier.admin.call(cards.createAttribute, { name: 'Price', kind: 'number' });
  const card = await dossier.admin.call(cards.create, { name: 'Contract card', fields: [{ attributeId: price.id, required: true }] });
  await dossier.admin.call(cards.createType, { name: 'Contract', cardId: card.id });
  const tag = await dossier.admin.call(tags.createShared, { name: 'Contract', colour: 'red' });
  const own = await dossier.admin.call(tags.create, { name: 'To read', colour: 'blue' });
  await dossier.admin.call(tags.mark, { objIds: [text, folder.id], add: [tag.id, own.id] });
  const top = await dossier.admin.call(people.createDepartment, { name: 'A department' });
  await dossier.admin.call(people.createDepartment, { name: 'One below', parentId: top.id });
  const template = await dossier.admin.call(templates.create, { name: 'A template', description: 'Of a project', enabled: true });
  const inner = await dossier.admin.call(templates.createFolder, { parentId: template.id, name: 'Inside' });
  const right = { granteeType: 'user', granteeId: person.id, level: 255, handOn: 3, days: 30 } as const;
  await dossier.admin.call(templates.setRights, { id: template.id, inherit: true, grants: [right] });
  await dossier.admin.call(templates.setRights, { id: inner.id, inherit: false, grants: [] });
  const share = await dossier.admin.call(shares.create, { objIds: [folder.id, text], name: 'A share', allowDownload: true });
  const link = await dossier.admin.call(shares.create, { objIds: [folder.id], name: 'A link', allowDownload: true, allowUpload: true });
  const locked = await dossier.admin.call(shares.create, { objIds: [folder.id], name: 'A link', password: 'a-password' });
  const soon = (hours: number): string => new Date(Date.now() + hours * 3600_000).toISOString();
  const invited = [{ granteeType: 'user' as const, granteeId: person.id }];
  const times = { startTime: soon(2), endTime: soon(3) };
  const meeting = await dossier.admin.call(meetings.create, { title: 'A meeting', place: 'A room', ...times, invited });
  await dossier.admin.call(meetings.saveAgenda, { id: meeting.id, version: 0, agenda: [{ title: 'An item', minutes: 5 }] });
  await dossier.admin.call(meetings.setState, { id: meeting.id, state: 'running' });
  const vote = await dossier.admin.call(votes.create, { meetingId: meeting.id, question: 'A question' });
  const over = await dossier.admin.call(votes.create, { meetingId: meeting.id, question: 'An old question' });
  await dossier.admin.call(votes.close, { id: over.id });
  const criteria = [{ name: 'A criterion' }];
  const judged = await dossier.admin.call(scores.create, { meetingId: meeting.id, title: 'A sheet', criteria });
  const steps = [{ name: 'Approve', approvers: [{ kind: 'person' as const, id: person.id }], days: 3 }];
  const flowTemplate = await dossier.admin.call(flowTemplates.create, { flowKind: 'normal', name: 'A flow', steps, enabled: true });
  const byManager = [{ name: 'Let in', approvers: [{ kind: 'manager' as const }] }];
  const uploads = await dossier.admin.call(flowTemplates.create, {
    flowKind: 'upload',
    name: 'An upload',
    steps: byManager,
    enabled: true,
  });
  const request = { templateId: flowTemplate.id, title: 'A request', reason: 'It is needed', documents: [{ id: text }] };
  const flow = await dossier.admin.call(flows.save, { ...request, submit: true });
  return {
    home: '/home',
    'my shares': '/share/index',
    'a share': `/share/detail?id=${share.id}`,
    'received shares': '/share/received',
    activity: '/activity',
    'shares of the organisation': '/admin/index/dataManger/shares',
    categories: '/doc-type/index',
    'a category': `/doc-type/index?id=${category.id}`,
    'document templates': '/admin/index/dataManger/doctemplate',
    'base attributes': '/admin/index/dataManger/basedata',
    'index cards': '/admin/index/dataManger/indexcard',
    'document types': '/admin/index/dataManger/doctype',
    'tags of the organisation': '/admin/index/dataManger/tags',
    'rights that end': '/rights/ending',
    meetings: '/meeting/index',
    votes: '/meeting/index?tab=votes',
    'a meeting': `/meeting/index?id=${meeting.id}`,
    'a vote': `/voteData?id=${vote.id}`,
    'the result of a vote': `/voteSummary?id=${over.id}`,
    'a sheet of scores': `/scoreSummary?id=${judged.id}`,
    'requests for access': `/rights/requests?id=${id}`,
    reviews: '/rights/reviews',
    'a review': `/rights/review?id=${review.id}`,
    area: '/knowledge/index',
    mine: '/doc-my/index',
    system: '/system',
    cabinet: `/knowledge/index?id=${id}`,
    'empty folder': `/knowledge/index?id=${folder.id}`,
    'recycle bin': '/recycle/index',
    favourites: '/favorite/index',
    due: '/document/due',
    search: '/knowledge/search?keyword=notes',
    'search by a tag': `/knowledge/search?tagIds=${tag.id}`,
    'search without words': '/doc-my/search',
    'search without hits': '/system/search?keyword=zzzz',
    departments: '/admin/index/userManger/partment',
    roles: '/admin/index/userManger/userrole',
    sessions: '/admin/index/userManger/onliner',
    syncDisk: '/admin/index/userManger/syncdisk',
    addresses: '/admin/index/userManger/ipmanagement',
    quotas: '/admin/index/userManger/quotas',
    'folder templates': '/admin/index/dataManger/dirtemplate',
    watermarks: '/admin/index/otherSettings/watermark',
    'a folder template': `/admin/index/dataManger/dirtemplate/Subtemplate?id=${template.id}`,
    'operation log': '/admin/index/reportManger/logs',
    'sensitive words': '/admin/index/dataManger/sensitiveWords',
    'sensitive words found': '/admin/index/reportManger/sensitiveWords',
    'virus isolation area': '/site-admin/index/site-userManger/site-isolation',
    'report on activity': '/admin/index/reportManger/userBehavior',
    'report on documents': '/admin/index/reportManger/document?view=largest',
    'report on who was there': '/admin/index/reportManger/userOnline',
    'report on storage': '/admin/index/reportManger/fileTotal',
    'report on rights': '/admin/index/reportManger/permissions?view=grants',
    'who can see what': '/admin/index/reportManger/permissions',
    'who reaches an item': `/admin/index/reportManger/permissions?by=item&objId=${folder.id}`,
    'what a person reaches': `/admin/index/reportManger/permissions?by=person&userId=${person.id}`,
    'what can be started': '/flow/index/flowadd',
    'the form of a flow': `/flow/index/flowaddform/normalForm?templateId=${flowTemplate.id}`,
    'the form of an upload': `/flow/index/flowaddform/uploadForm?templateId=${uploads.id}&targetId=${folder.id}`,
    'flows of mine': '/flow/index/myflow',
    'a flow': `/flow/index/myflow?flowId=${flow.id}`,
    'no flows waiting': '/flow/index/waittodo',
    'who stands in': '/home-setting/agent-setting',
    'flow templates': '/admin/index/dataManger/flow',
    'a flow template': `/admin/index/dataManger/flow?id=${flowTemplate.id}`,
    licence: '/site-admin/index/site-userManger/site-license',
    users: '/site-admin/index/site-userManger/site-user',
    'import of people': '/site-admin/index/site-userManger/site-user-import',
    organisations: '/site-admin/index/site-userManger/site-organization',
    configuration: '/site-admin/index/site-userManger/site-configuration?group=identityProvider',
    account: '/user-info/index',
    'personal settings': '/user-setting/index',
    spaces: '/home-setting/index',
    'text viewer': `/docpreview?id=${text}`,
    'page viewer': `/docpreview?id=${page}`,
    'picture viewer': `/docpreview?id=${picture}`,
    'compared texts': `/compare-view?id=${text}&otherId=${otherText}`,
    'compared sheets': `/compare-view?id=${sheet}&otherId=${otherSheet}`,
    'sheet viewer': `/previewOnline?id=${sheet}`,
    'archive viewer': `/docpreview?id=${zip}`,
    'mail viewer': `/docpreview?id=${mail}`,
    'markdown viewer': `/docpreview?id=${markdown}`,
    'drawing viewer': `/cadViewer?id=${drawing}`,
    'film player': `/videoPlayer?id=${filmId}`,
    'sound player': `/docpreview?id=${soundId}`,
    'viewer without a viewer': `/docpreview?id=${archive}`,
    'viewer without a document': '/pdfViewer',
    'phone overview': '/phone-macroAnalysis',
    'pad overview': '/pad-macroAnalysis',
    'opened documents': '/zxOpenHome',
    'documents of the department': '/zxDepDoc',
    result: '/result?status=success&text=saved',
    icons: '/icon',
    'view as somebody': `/view-as?userId=${person.id}`,
    'closed to a view': '/view-as/closed',
    'view over': '/view-as/over',
    'a shared folder': `/shareJumpPage?token=${link.token}`,
    'the door of a link': `/shareJumpPage?token=${locked.token}`,
    'a link that is none': '/curlLogin?token=none',
    denied: '/401',
    'not found': '/no/such/page',
  };
}

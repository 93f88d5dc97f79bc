import { permissions } from '@dossier/contract/access/permissions';
import { library } from '@dossier/contract/documents/library';
import { pagesByToken } from '@dossier/contract/preview/pages';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { plainPhoto } from '../../../../test/photo-of.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

it('shows images beside or below the text, to users who may read each', async () => {
  const cabinet = await makeCabinet(dossier.admin);
  const { id: folder } = await dossier.admin.call(library.createFolder, { parentId: cabinet, name: 'img' });
  const bytes = await plainPhoto(60, 40);
  const place = (parentId: string, name: string, content: Buffer | string) =>
    makeDocument(dossier, dossier.admin, { parentId, name, bytes: content });
  const text = await place(cabinet, 'readme.md', '![a](a.jpg)');
  await place(cabinet, 'a.jpg', bytes);
  await place(folder, '图 1.JPG', bytes);
  await place(folder, 'plan.txt', 'no picture');
  const closed = await place(cabinet, 'closed.jpg', bytes);
  const outside = await makeCabinet(dossier.admin);
  await place(outside, 'o.jpg', bytes);
  const reader = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 3 });
  await dossier.admin.call(permissions.inherit, { objId: closed, inherit: false });

  const paths = ['a.jpg', './img/图 1.jpg', 'img/plan.txt', '../o.jpg', '/a.jpg', 'none.png', 'img'];
  const { look: previewToken } = await dossier.admin.call(preview.view, { id: text });
  const { pictures: images } = await dossier.nobody.call(previewByToken.pictures, { look: previewToken, paths });
  expect(images.map(({ path, url }) => [path, url.split('/')[1]])).toEqual([
    ['a.jpg', 'file'],
    ['./img/图 1.jpg', 'file'],
  ]);
  // without the right to download they are drawn with a watermark, and unreadable ones are left out
  const { look: own } = await reader.client.call(preview.view, { id: text });
  const { pictures: marked } = await dossier.nobody.call(previewByToken.pictures, { look: own, paths: ['closed.jpg', 'a.jpg'] });
  expect(marked.map(({ url }) => url.split('/').slice(0, 3).join('/'))).toEqual(['/look/picture']);
  expect((await dossier.server.app.inject({ method: 'GET', url: marked[0]?.url ?? '' })).statusCode).toBe(200);
});

it('is shown as rendered pages without the right to download, not as source', async () => {
  const cabinet = await makeCabinet(dossier.admin);
  const source = '# Guide\n\nSome **bold** words\n\n- one\n\n```\nlet a\n```\n\n|h|i|\n|-|-|\n|x|y|\n\n<b>as text</b>';
  const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'guide.md', bytes: source });
  const reader = await makeSignedIn(dossier);
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: reader.id, level: 3 });
  const { look: previewToken, rendition } = await reader.client.call(preview.view, { id });
  const { pieces } = await dossier.nobody.call(pagesByToken.words, { look: previewToken, page: 1 });
  const words = pieces.map(({ text }) => text.trim()).filter((text) => text !== '');
  expect([rendition, words.join(' ')]).toEqual(['pages', 'Guide Some bold words • one let a h i x y <b>as text</b>']);
  expect(await dossier.nobody.refused(previewByToken.text, { look: previewToken, page: 1 })).toBe(4611);
});

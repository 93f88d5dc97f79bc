import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { looks } from '@dossier/contract/looks';
import { preview } from '@dossier/contract/preview';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeCabinet, makeDocument } from '../../../test/make.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

it('x', async () => {
  const cabinet = await makeCabinet(house.admin);
  const id = await makeDocument(house, house.admin, { parentId: cabinet, name: 'a.docx', bytes: readFileSync('/work/shared/corpus/docx/TestDocument.docx') });
  const view = await house.admin.call(preview.view, { id });
  console.log(view);
  console.log(await house.admin.call(looks.state, { look: view.look }));
  console.log(await house.admin.call(looks.state, { look: view.look, wait: true }));
  const r = await house.server.app.inject({ method: 'GET', url: view.streamUrl });
  console.log(r.statusCode, r.headers, r.rawPayload.length);
  expect(1).toBe(1);
}, 60000);

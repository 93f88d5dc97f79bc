import { permissions } from '@dossier/contract/permissions';
import { preview } from '@dossier/contract/preview';
import { level } from '@dossier/contract/rights';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';

let house: TestHouse;
let cabinet: string;
beforeAll(async () => {
  house = await openHouse();
  cabinet = await makeCabinet(house.admin);
});
afterAll(() => house.close());

const seenBy = (client: typeof house.admin, id: string) => client.call(preview.view, { id });
const fetched = (url: string) => house.server.app.inject({ method: 'GET', url });
const signedIn = async (to: number) => {
  const made = await makeSignedIn(house);
  await house.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: made.id, level: to });
  return made;
};

async function document(name: string): Promise<string> {
  const pdf = await PDFDocument.create();
  pdf.addPage([300, 600]).drawRectangle({ x: 50, y: 50, width: 100, height: 100 });
  pdf.addPage([600, 300]);
  return makeDocument(house, house.admin, { parentId: cabinet, name, bytes: Buffer.from(await pdf.save()) });
}

describe('the picture of the first page of a PDF', () => {
  it('is made by the first look, and stands in the answer to the next', async () => {
    const id = await document('seen.pdf');
    expect((await seenBy(house.admin, id)).front).toBeUndefined();
    await expect.poll(async () => (await seenBy(house.admin, id)).front).toMatchObject({ width: 400, height: 800 });
    const { front } = await seenBy(house.admin, id);
    const answer = await fetched(front?.url ?? '');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 900, height: 1800 });
  });

  it('is for those who get the PDF itself, as long as they do', async () => {
    const id = await document('kept.pdf');
    const [owner, reader] = [await signedIn(level.download), await signedIn(level.print)];
    await expect.poll(async () => (await seenBy(owner.client, id)).front).toBeDefined();
    expect(await seenBy(reader.client, id)).toMatchObject({ rendition: 'pages' });
    expect((await seenBy(reader.client, id)).front).toBeUndefined();
    const { front } = await seenBy(owner.client, id);
    await house.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: owner.id, level: level.title });
    expect((await fetched(front?.url ?? '')).statusCode).toBe(403);
  });
});

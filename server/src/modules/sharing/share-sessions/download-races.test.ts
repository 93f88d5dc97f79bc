import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { come } from '../../../../test/share-people.ts';

let dossier: TestServer;
let doc: string;
beforeAll(async () => {
  dossier = await openTestServer();
  doc = await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin) });
});
afterAll(() => dossier.close());

const rounds = 20;
const parallel = 50;

describe('a limit of one', () => {
  it.each([
    ['downloads', links.download, 5004],
    ['prints', links.print, 5005],
  ] as const)(
    `lets one of ${parallel} at once through, in each of ${rounds} rounds: %s`,
    async (counted, route, used) => {
      for (let round = 0; round < rounds; round++) {
        const terms = { objIds: [doc], allowDownload: true, allowPrint: true, downloadLimit: 1, printLimit: 1 };
        const { token, id } = await dossier.admin.call(shares.create, terms);
        const visitor = await come(dossier, token);
        const answers = await Promise.all(
          Array.from(
            { length: parallel },
            async () => (JSON.parse((await visitor.raw(route, { token, id: doc })).text) as { code: number }).code,
          ),
        );
        expect(answers.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: parallel - 1 }, () => used)]);
        expect((await dossier.admin.call(shares.show, { id }))[counted]).toBe(1);
      }
    },
    120_000,
  );
});

import { cards } from '@dossier/contract/classification/cards';
import { codes } from '@dossier/contract/core/codes';
import { site } from '@dossier/contract/core/site';
import { mostOfTemplates, templates } from '@dossier/contract/documents/folder-templates';
import { addresses, maxSegments } from '@dossier/contract/identity/address-restrictions';
import { watermarkLimits, watermarks } from '@dossier/contract/preview/watermarks';
import { mostDevices, webdav } from '@dossier/contract/webdav/devices';
import { flowLimits } from '@dossier/contract/workflows/flow-shapes';
import { flowTemplates } from '@dossier/contract/workflows/flows';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSignedIn } from './make.ts';
import { type TestServer, openTestServer } from './test-server.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

/** What an organisation or user can have a number of: how the n-th is made, and how one is refused. */
const lists = {
  'address rules': {
    most: maxSegments,
    code: codes.addressSegmentsFull,
    make: (n: number) =>
      [addresses.createSegment, { name: `Rule ${n}`, addresses: '10.0.0.0/8', scope: 'download', kind: 'allow' }] as const,
  },
  watermarks: {
    most: watermarkLimits.watermarks,
    code: codes.watermarksFull,
    make: (n: number) => [watermarks.create, { name: `Mark ${n}`, design: { lines: ['x'] } }] as const,
  },
  'folder templates': {
    most: mostOfTemplates.templates,
    code: codes.templatesFull,
    make: (n: number) => [templates.create, { name: `Template ${n}` }] as const,
  },
  'flow templates': {
    most: flowLimits.templates,
    code: codes.templatesFull,
    make: (n: number) =>
      [
        flowTemplates.create,
        { flowKind: 'normal', name: `Flow ${n}`, steps: [{ name: 'Approval', approvers: [{ kind: 'chosen' }] }] },
      ] as const,
  },
} as const;

it.each(Object.entries(lists))('%s are refused beyond their number', async (_, { most, code, make }) => {
  let made = 0;
  let refused: number | undefined;
  // some may be there from the start
  while (refused === undefined && made <= most) {
    const [route, input] = make(made);
    refused = await dossier.admin.call(route as never, input as never).then(
      () => undefined,
      () => dossier.admin.refused(route as never, input as never),
    );
    made++;
  }
  expect(refused).toBe(code.code);
  expect(made).toBeGreaterThan(most - 10);
});

it('devices are refused beyond twenty of one user, and another user adds theirs', async () => {
  await dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true } });
  const [anna, bo] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  for (let n = 0; n < mostDevices; n++) await anna.client.call(webdav.add, { name: `Laptop ${n}`, password: anna.password });
  expect(await anna.client.refused(webdav.add, { name: 'One more', password: anna.password })).toBe(codes.devicesFull.code);
  await bo.client.call(webdav.add, { name: 'Laptop', password: bo.password });
});

it('a card that there is not is told as such', async () => {
  expect(await dossier.admin.refused(cards.delete, { id: '77' })).toBe(codes.cardMissing.code);
});

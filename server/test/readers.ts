import { permissions } from '@dossier/contract/access/permissions';
import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { level } from '@dossier/contract/core/rights';
import type { InputOf } from '@dossier/contract/core/route';
import { expect } from 'vitest';
import { makeCabinet } from './make-items.ts';
import { makeSignedIn } from './make.ts';
import { messageTypes } from './message-types.ts';
import type { TestServer } from './test-server.ts';

export type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

/** A cabinet: Ann manages its documents, Bob and Cleo may read them, Tim sees their titles alone, Eve nothing of them. */
export async function makeReaders(dossier: TestServer) {
  const ann = await makeSignedIn(dossier);
  const bob = await makeSignedIn(dossier);
  const cleo = await makeSignedIn(dossier);
  const tim = await makeSignedIn(dossier);
  const eve = await makeSignedIn(dossier);
  const cabinet = await makeCabinet(dossier.admin);
  for (const [who, bits] of [
    [ann, level.full],
    [bob, level.view],
    [cleo, level.view],
    [tim, level.title],
  ] as const)
    await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: who.id, level: bits, reach: 'all' });
  return { ann, bob, cleo, tim, eve, cabinet };
}

const dayMs = 24 * 3_600_000;

interface Asked {
  dossier: TestServer;
  /** Manages the document. */
  ann: SignedIn;
  document: string;
}

/** The calls by which tests ask people to acknowledge a document, and look at what became of that. */
export function acknowledgingOf(at: () => Asked) {
  const user = (who: SignedIn) => ({ granteeType: 'user' as const, granteeId: who.id });
  const fetchUrl = (url: string, method: 'GET' | 'HEAD' = 'GET') => at().dossier.server.app.inject({ method, url });
  return {
    user,
    fetchUrl,
    /** Ann asks users. */
    ask: (who: readonly SignedIn[], terms: Partial<InputOf<typeof acknowledgements.create>> = {}) =>
      at().ann.client.call(acknowledgements.create, { objId: at().document, principals: who.map(user), ...terms }),
    detail: (who: SignedIn) => who.client.call(acknowledgements.detail, { objId: at().document }),
    peopleOf: (id: string, state: 'pending' | 'done' | 'all' = 'all') => at().ann.client.call(acknowledgements.people, { id, state }),
    waiting: async (who: SignedIn) =>
      (await who.client.call(acknowledgements.pending, {})).list.filter(({ objId }) => objId === at().document),
    inDays: (days: number): string => new Date(at().dossier.clock.now() + days * dayMs).toISOString(),
    /** The types of the messages about the document that a user has. */
    told: (who: SignedIn): Promise<number[]> => messageTypes(at().dossier, who, at().document),
    /** The lines of a report, as CSV. */
    async report(who: SignedIn, id: string, lang?: 'en' | 'cn'): Promise<string[]> {
      const { downloadUrl, fileName } = await who.client.call(acknowledgements.export, { id, format: 'csv', ...(lang && { lang }) });
      const answer = await fetchUrl(downloadUrl);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-disposition']).toContain(encodeURIComponent(fileName.slice(-4)));
      return answer.payload.replace('\uFEFF', '').trimEnd().split('\r\n');
    },
  };
}

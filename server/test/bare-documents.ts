import { requireContainer } from '../src/modules/access/require-items.ts';
import { placeDocument } from '../src/modules/documents/place-document.ts';
import { authenticateUnrestricted } from '../src/modules/identity/authentication.ts';
import type { Context } from '../src/platform/context.ts';
import { inTransaction } from '../src/platform/http/serve.ts';
import { newId } from '../src/platform/ids.ts';
import type { Client } from './client.ts';
import type { TestServer } from './test-server.ts';

/** The context of a handler for calls by this user. */
export async function contextOf({ services: dossier }: TestServer, client: Client): Promise<Context> {
  const now = dossier.now();
  const user = await authenticateUnrestricted(dossier, client.token, now);
  return {
    services: dossier,
    db: dossier.database.read,
    user,
    now,
    address: '127.0.0.1',
    origin: '',
    memo: { until: now },
    emit: async () => {},
  };
}

let count = 0;

/** Creates a document without bytes, placed like an upload. */
export async function makeBareDocument(
  dossier: TestServer,
  client: Client,
  { parentId, name = `bare-${++count}.txt`, size = 1 }: { parentId: string; name?: string; size?: number },
): Promise<string> {
  const placed = await inTransaction(await contextOf(dossier, client), async (ctx) => {
    const { item } = await requireContainer(ctx, 33, parentId);
    return placeDocument(ctx, item, { id: newId(), revisionId: newId(), name, size, onSameName: 'refuse' });
  });
  return String(placed.documentId);
}

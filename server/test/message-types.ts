import { messages } from '@dossier/contract/notifications/messages';
import type { Client } from './client.ts';
import type { TestServer } from './test-server.ts';

/** The types of the messages about an item that a user got, the first message first, after the outbox was delivered. */
export async function messageTypes(dossier: TestServer, { client }: { client: Client }, objId: string): Promise<number[]> {
  await dossier.drain();
  const { list } = await client.call(messages.list, { pageSize: 50 });
  return list
    .filter((one) => one.objId === objId)
    .map((one) => one.msgType)
    .toReversed();
}

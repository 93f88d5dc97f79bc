import type { Services } from '../../../platform/context.ts';
import { claimClients } from '../sessions/edit-sessions.queries.ts';

/** Clients of Yjs that are those of somebody else. */
export class ForeignClients extends Error {
  readonly clients: readonly number[];

  constructor(clients: readonly number[]) {
    super('the client of somebody else');
    this.clients = clients;
  }
}

/**
 * Whose the clients of Yjs in a session are. What two people write under one client and clock is one thing to Yjs: the words that come later are lost.
 * A client is therefore that of whoever shows or uses it first, as the database notes it for all servers and for as long as the session is kept.
 */
export class ClientOwners {
  private readonly services: Services;
  private readonly sessionId: number;
  private readonly known = new Map<number, string>();

  constructor(services: Services, sessionId: number) {
    this.services = services;
    this.sessionId = sessionId;
  }

  /** Throws `ForeignClients` where some are not those of this identity, and any other error where that cannot be asked at present. */
  async claim(identity: string, clients: readonly number[]): Promise<void> {
    const unknown = clients.filter((client) => !this.known.has(client));
    if (unknown.length > 0) {
      const at = this.services.now();
      const rows = await this.services.database.write((db) =>
        claimClients(db, { sessionId: this.sessionId, identity, clients: unknown, at }),
      );
      for (const row of rows) this.known.set(row.client, row.identity);
    }
    const foreign = clients.filter((client) => this.known.get(client) !== identity);
    if (foreign.length > 0) throw new ForeignClients(foreign);
  }
}

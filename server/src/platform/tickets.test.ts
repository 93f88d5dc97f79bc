import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../test/test-server.ts';
import type { Tickets } from './tickets.ts';

let dossier: TestServer;
let tickets: Tickets;
beforeAll(async () => {
  dossier = await openTestServer();
  tickets = dossier.services.tickets;
});
afterAll(() => dossier.close());

const facts = { revision: 17, name: '合同.pdf' };

describe('a ticket', () => {
  it('carries its facts through a URL', () => {
    const ticket = tickets.sign('view', facts, 60);
    expect(ticket).toMatch(/^[\w.-]+$/);
    expect(tickets.open('view', ticket)).toMatchObject(facts);
  });

  it('is refused for another purpose', () => {
    expect(tickets.open('download', tickets.sign('view', facts, 60))).toBeUndefined();
    expect(tickets.open('', tickets.sign('view', facts, 60))).toBeUndefined();
    // the boundary between purpose and body cannot be moved
    expect(tickets.open('view\nx', tickets.sign('view', facts, 60))).toBeUndefined();
  });

  it('expires', () => {
    const ticket = tickets.sign('view', facts, 60);
    dossier.clock.forward(58_000);
    expect(tickets.open('view', ticket)).toMatchObject(facts);
    dossier.clock.forward(3000);
    expect(tickets.open('view', ticket)).toBeUndefined();
  });

  it('cannot be changed or made elsewhere', async () => {
    const ticket = tickets.sign('view', facts, 60);
    const [body, signature] = ticket.split('.') as [string, string];
    const other = Buffer.from(JSON.stringify({ revision: 18, exp: 9_999_999_999 })).toString('base64url');
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    const forged = [
      `${other}.${signature}`,
      `${body}.${flipped}`,
      `${body}.`,
      body,
      `.${signature}`,
      '',
      '.',
      `${ticket}.`,
      `${ticket}.x`,
      `${body}.${signature.slice(1)}`,
    ];
    for (const one of forged) expect([one, tickets.open('view', one)]).toEqual([one, undefined]);
    const elsewhere = await openTestServer();
    await elsewhere.services.database.write((db) => db.deleteFrom('secret').execute());
    await elsewhere.reopen();
    expect(elsewhere.services.tickets.open('view', ticket)).toBeUndefined();
    await elsewhere.close();
  });
});

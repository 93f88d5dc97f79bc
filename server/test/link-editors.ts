import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { shares } from '@dossier/contract/sharing/shares';
import { expect } from 'vitest';
import type { Client } from './client.ts';
import { type TestMailServer, mailSettings, startMailServer } from './mail-server.ts';
import { makeCabinet, makeFolder } from './make-items.ts';
import { makeSignedIn } from './make.ts';
import { type Terms, prove } from './share-people.ts';
import { type TestServer, openTestServer } from './test-server.ts';

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>;

/** A visitor with a proven address in a share. */
export interface Guest {
  visitor: Client;
  token: string;
  shareId: string;
  address: string;
}

/** What is asked of a share of the folder: editing and downloading are allowed unless the test says otherwise. */
export const editable: Terms = { allowEdit: true, allowDownload: true };

/** A folder whose documents are edited through links, with who gives them, and others who work in its cabinet. */
export class LinkFolder {
  readonly dossier: TestServer;
  readonly mail: TestMailServer;
  readonly cabinet: string;
  readonly id: string;
  /** May modify and share. */
  readonly giver: SignedIn;
  /** May modify. */
  readonly ann: SignedIn;
  readonly manager: SignedIn;
  #guests = 0;

  private constructor(
    dossier: TestServer,
    mail: TestMailServer,
    { cabinet, id, users }: { cabinet: string; id: string; users: [SignedIn, SignedIn, SignedIn] },
  ) {
    this.dossier = dossier;
    this.mail = mail;
    this.cabinet = cabinet;
    this.id = id;
    [this.giver, this.ann, this.manager] = users;
  }

  static async open(): Promise<LinkFolder> {
    const dossier = await openTestServer({}, { inBackground: true });
    const mail = await startMailServer();
    await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(mail.port) });
    const cabinet = await makeCabinet(dossier.admin);
    const id = await makeFolder(dossier.admin, cabinet);
    const users: [SignedIn, SignedIn, SignedIn] = [await makeSignedIn(dossier), await makeSignedIn(dossier), await makeSignedIn(dossier)];
    const folder = new LinkFolder(dossier, mail, { cabinet, id, users });
    for (const [user, granted] of [
      [folder.giver, level.modify | level.full],
      [folder.ann, level.modify],
      [folder.manager, level.full],
    ] as const)
      await folder.give(user.id, granted);
    return folder;
  }

  async close(): Promise<void> {
    await this.dossier.close();
    await this.mail.close();
  }

  /** Grants a level on the cabinet with all below. */
  give(granteeId: string, granted: number) {
    return this.dossier.admin.call(permissions.grant, {
      objId: this.cabinet,
      granteeType: 'user',
      granteeId,
      level: granted,
      reach: 'all',
    });
  }

  share(terms: Terms = {}, by: SignedIn = this.giver) {
    return by.client.call(shares.create, { objIds: [this.id], ...editable, ...terms });
  }

  /** The visitor of a link with an address that a code proves. */
  prove(token: string, address: string): Promise<Client> {
    return prove(this.dossier, this.mail, { token, address });
  }

  /** Visitors with proven addresses in one share. */
  async inviteAll(number: number, terms: Terms = {}, by?: SignedIn): Promise<Guest[]> {
    const addresses = Array.from({ length: number }, () => `guest${this.#guests++}@partner.example`);
    const { token, id: shareId } = await this.share({ recipients: addresses, ...terms }, by);
    return Promise.all(addresses.map(async (address) => ({ visitor: await this.prove(token, address), token, shareId, address })));
  }

  /** A visitor with a proven address in a share for it alone. */
  async invite(terms?: Terms, by?: SignedIn): Promise<Guest> {
    const [guest] = await this.inviteAll(1, terms, by);
    if (guest === undefined) throw new Error('no guest');
    return guest;
  }
}

/** Waits until the log has what was done: to drain the whole outbox would wait for the conversions of all documents. */
export async function logged(dossier: TestServer): Promise<void> {
  const waiting = () =>
    dossier.services.database.read.selectFrom('outbox').select('id').where('subscriber', '=', 'reports.log').limit(1).execute();
  await expect.poll(waiting).toEqual([]);
}

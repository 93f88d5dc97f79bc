import { type AddressInfo, createServer as createTcp } from 'node:net';
import ldap from 'ldapjs';

/** A user in the directory. */
export interface Entry {
  uid: string;
  password: string;
  cn?: string;
  mail?: string;
  entryUUID?: string;
}

/** An LDAP server on this machine. */
export interface DirectoryPeer {
  url: string;
  baseDn: string;
  bindDn: string;
  bindPassword: string;
  people: Entry[];
  /** The DNs of binds, and the filters of searches. */
  binds: string[];
  filters: string[];
  close(): Promise<void>;
}

// the package's types do not declare its own objects
type Next = (error?: object) => void;
interface LdapRequest {
  dn: { toString(): string };
  credentials: string;
  filter: { matches(attributes: object): boolean; toString(): string };
  connection: { ldap: { bindDN: { toString(): string } } };
}
interface Answer {
  attributes: string[];
  send(entry: object): void;
  end(): void;
}

const baseDn = 'ou=people,dc=example,dc=org';
const bindDn = 'cn=reader,dc=example,dc=org';
const bindPassword = 'reader-password';

async function freePort(): Promise<number> {
  const probe = createTcp();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

/** Starts a directory that lets only its reader account search; like real ones it answers an empty password with an anonymous success. */
export async function startDirectory(): Promise<DirectoryPeer> {
  const server = ldap.createServer();
  const port = await freePort();
  const peer: DirectoryPeer = {
    url: `ldap://127.0.0.1:${port}`,
    baseDn,
    bindDn,
    bindPassword,
    people: [],
    binds: [],
    filters: [],
    close: () => new Promise((done) => server.close(() => done())),
  };
  const dnOf = (entry: Entry): string => `uid=${entry.uid},${baseDn}`;
  const plain = (dn: string): string => dn.toLowerCase().replaceAll(/,\s+/g, ',');
  server.bind('', (request: LdapRequest, response: Answer, next: Next) => {
    const dn = plain(request.dn.toString());
    peer.binds.push(dn);
    const isReader = dn === bindDn && request.credentials === bindPassword;
    const entry = peer.people.find((person) => plain(dnOf(person)) === dn);
    if (request.credentials !== '' && !isReader && entry?.password !== request.credentials) return next(new ldap.InvalidCredentialsError());
    response.end();
    return next();
  });
  server.search('dc=example,dc=org', (request: LdapRequest, response: Answer, next: Next) => {
    // this server compares requested attributes in lower case only
    response.attributes = response.attributes.map((name) => name.toLowerCase());
    peer.filters.push(request.filter.toString());
    if (plain(request.connection.ldap.bindDN.toString()) !== bindDn) return next(new ldap.InsufficientAccessRightsError());
    if (plain(request.dn.toString()) !== baseDn) return next(new ldap.NoSuchObjectError(request.dn.toString()));
    for (const entry of peer.people) {
      const { uid, cn, mail, entryUUID } = entry;
      const attributes = { objectclass: ['person'], uid, ...(cn && { cn }), ...(mail && { mail }), ...(entryUUID && { entryUUID }) };
      // directories compare names without regard to case
      if (request.filter.matches({ ...attributes, uid: [uid, uid.toUpperCase()] })) response.send({ dn: dnOf(entry), attributes });
    }
    response.end();
    return next();
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', () => done()));
  return peer;
}

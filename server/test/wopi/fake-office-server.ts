import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { signedBytes } from '../../src/modules/editing/office-server/proof-keys.ts';
import type { ProofTerms } from './validator.ts';

type KeyPair = { publicKey: KeyObject; privateKey: KeyObject };

/** An office server that describes itself, and signs requests with keys that it turns. */
export interface FakeOfficeServer {
  url: string;
  /** How often its description was fetched. */
  fetched: number;
  /** The description is answered with this instead. */
  answer: { status: number; body?: string } | undefined;
  /** Whether the description has the keys by value alone. */
  byValue: boolean;
  /** Whether it signs at all. */
  signs: boolean;
  /** What it does with a document that a page opens by its form; answers the page of the editor. */
  editor: ((opened: { wopiSrc: string; token: string }) => Promise<string>) | undefined;
  /** Turns the keys: the next becomes the current one. */
  turn(): void;
  /** The headers that prove a request. */
  prove(url: string, terms?: Partial<ProofTerms>): Record<string, string>;
  close(): Promise<void>;
}

const makeKeys = (): KeyPair => generateKeyPairSync('rsa', { modulusLength: 2048 });
/** Its applications with their types, and what it does with each. */
const types: [string, string, string][] = [
  ['writer', 'docx', 'edit'],
  ['writer', 'docx', 'view'],
  ['writer', 'odt', 'edit'],
  ['writer', 'txt', 'edit'],
  ['writer', 'wopitest', 'edit'],
  ['writer', 'wps', 'view'],
  ['calc', 'xlsx', 'edit'],
  ['impress', 'pptx', 'edit'],
  ['draw', 'odg', 'edit'],
];

/** A public key as PUBLICKEYBLOB of Windows. */
function blobOf(key: KeyObject): Buffer {
  const { n = '' } = key.export({ format: 'jwk' });
  const modulus = Buffer.from(n, 'base64url');
  const head = Buffer.from('0602000000a4000052534131', 'hex');
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32LE(modulus.length * 8, 0);
  sizes.writeUInt32LE(65_537, 4);
  return Buffer.concat([head, sizes, Buffer.from(modulus.toReversed())]);
}

function keyAttributes(key: KeyObject, prefix: string, byValue: boolean): string {
  const { n = '', e = '' } = key.export({ format: 'jwk' });
  const plain = (text: string): string => Buffer.from(text, 'base64url').toString('base64');
  const value = `${prefix}value="${blobOf(key).toString('base64')}"`;
  return byValue ? value : `${value} ${prefix}modulus="${plain(n)}" ${prefix}exponent="${plain(e)}"`;
}

/** The page of the editor for a document that a form opens. */
async function openEditor({ editor, url }: FakeOfficeServer, request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const token = new URLSearchParams(Buffer.concat(parts).toString()).get('access_token') ?? '';
  const wopiSrc = new URL(request.url ?? '', url).searchParams.get('WOPISrc') ?? '';
  return (await editor?.({ wopiSrc, token })) ?? '';
}

/** Opens one on a free port; `now` is the time that it signs with. */
export async function openFakeOfficeServer(now: () => number, { signs = true } = {}): Promise<FakeOfficeServer> {
  // before, old, current, next
  let keys = [makeKeys(), makeKeys(), makeKeys(), makeKeys()];
  const keyAt = (index: number): KeyPair => keys[index] as KeyPair;
  const server = createServer((request, response) => {
    if (request.method === 'POST')
      return void openEditor(office, request).then(
        (page) => response.end(page),
        () => response.destroy(),
      );
    if (request.url !== '/hosting/discovery') return void response.writeHead(404).end();
    office.fetched += 1;
    if (office.answer !== undefined) return void response.writeHead(office.answer.status).end(office.answer.body ?? '');
    const actions = types.map(
      ([app, ext, name]) =>
        `<app name="${app}"><action name="${name}" ext="${ext}" urlsrc="${office.url}/browser/${name === 'view' ? 'view' : 'cool'}.html?&lt;ui=UI_LLCC&amp;&gt;&lt;rs=DC_LLCC&amp;&gt;&lt;x=THEME&amp;&gt;"/></app>`,
    );
    const proof = office.signs
      ? `<proof-key ${keyAttributes(keyAt(2).publicKey, '', office.byValue)} ${keyAttributes(keyAt(1).publicKey, 'old', office.byValue)}/>`
      : '';
    response.writeHead(200, { 'content-type': 'text/xml' });
    response.end(
      `<?xml version="1.0"?><wopi-discovery><net-zone name="external-http">${actions.join('')}</net-zone>${proof}</wopi-discovery>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const address = server.address();
  const office: FakeOfficeServer = {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    fetched: 0,
    answer: undefined,
    byValue: false,
    signs,
    editor: undefined,
    turn: () => void (keys = [...keys.slice(1), makeKeys()]),
    prove(url, { relation = 'Synced', spoilCurrent = false, spoilOld = false, at } = {}) {
      const ticks = BigInt(at?.getTime() ?? now()) * 10_000n + 621_355_968_000_000_000n;
      const bytes = signedBytes({ token: new URL(url).searchParams.get('access_token') ?? '', address: url, ticks });
      const shift = { Synced: 0, Ahead: 1, Behind: -1 }[relation];
      const signature = (index: number, isSpoilt: boolean): string => {
        const made = sign('RSA-SHA256', bytes, keyAt(index).privateKey);
        if (isSpoilt) made[0] = (made[0] ?? 0) ^ 1;
        return made.toString('base64');
      };
      return {
        'x-wopi-proof': signature(2 + shift, spoilCurrent),
        'x-wopi-proofold': signature(1 + shift, spoilOld),
        'x-wopi-timestamp': String(ticks),
      };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return office;
}

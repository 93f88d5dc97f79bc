import { type Socket, connect } from 'node:net';
import { answerWhile, type Judgement, ScannerDown } from './judgement.ts';

const connectMs = 5000;
const idleMs = 120_000;
/** The headers of an answer; of the body nothing is read. */
const mostHeader = 64 << 10;
const defaultPort = 1344;
const contentTooLarge = 413;

/** An answer: its status, and its own headers and those of the message in it, by lower-case name. */
interface IcapAnswer {
  status: number;
  headers: Map<string, string>;
}

interface IcapRequest {
  head: string;
  body?: AsyncIterable<Uint8Array>;
}

function open(url: URL): Socket {
  return connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port === '' ? defaultPort : Number(url.port) });
}

function readAnswer(socket: Socket): Promise<IcapAnswer> {
  return new Promise((resolve, reject) => {
    let text = '';
    let isOver = false;
    socket.setTimeout(connectMs);
    socket.once('connect', () => socket.setTimeout(idleMs));
    socket.setEncoding('latin1');
    const ended = (error?: Error): void => {
      isOver = true;
      const at = text.indexOf('\r\n\r\n');
      if (at < 0) reject(new ScannerDown(error?.message ?? 'the connection ended'));
      else resolve(parseAnswer(text.slice(0, at)));
    };
    socket.on('data', (part: string) => {
      // the body of an answer may be as large as the content
      if (isOver) return;
      text += part;
      if (text.includes('\r\n\r\n') || text.length > mostHeader) ended();
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer in time')));
    socket.once('error', ended);
    socket.once('close', () => ended());
  });
}

function parseAnswer(head: string): IcapAnswer {
  const [first = '', ...lines] = head.split('\r\n');
  const status = Number(/^ICAP\/\d\.\d (\d{3})/.exec(first)?.[1] ?? 0);
  const fields = lines.map((line) => /^([^:]+):\s*(.*)$/.exec(line)).filter((field) => field !== null);
  return { status, headers: new Map(fields.map(([, name = '', value = '']) => [name.toLowerCase(), value.trim()])) };
}

function written(socket: Socket, bytes: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(new ScannerDown(error.message)) : resolve()));
  });
}

async function ask(url: URL, { head, body }: IcapRequest): Promise<IcapAnswer> {
  const socket = open(url);
  const answer = readAnswer(socket);
  answer.catch(() => undefined);
  try {
    await written(socket, head);
    return await (body === undefined ? answer : answerWhile(answer, sendBody(socket, body)));
  } finally {
    socket.destroy();
  }
}

async function sendBody(socket: Socket, body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of body) {
    if (chunk.length === 0) continue;
    await written(socket, Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]));
  }
  await written(socket, '0\r\n\r\n');
}

const headOf = (url: URL, method: string, lines: readonly string[]): string =>
  [`${method} ${url.href} ICAP/1.0`, `Host: ${url.host}`, 'User-Agent: Dossier', ...lines, '', ''].join('\r\n');

/** Lets an ICAP server (RFC 3507) judge a stream, as the body of an answer to a download. */
export async function judgeByIcap(address: string, body: AsyncIterable<Uint8Array>): Promise<Judgement> {
  const url = new URL(address);
  const request = 'GET http://dossier.invalid/content HTTP/1.1\r\nHost: dossier.invalid\r\n\r\n';
  const response = 'HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
  const parts = `Encapsulated: req-hdr=0, res-hdr=${request.length}, res-body=${request.length + response.length}`;
  const head = headOf(url, 'RESPMOD', ['Allow: 204', 'Connection: close', parts]) + request + response;
  const { status, headers } = await ask(url, { head, body });
  if (status === 204) return { verdict: 'clean' };
  const found = headers.get('x-infection-found') ?? headers.get('x-virus-id') ?? headers.get('x-violations-found');
  const named = /Threat=([^;]+)/.exec(found ?? '')?.[1] ?? found;
  // what has no virus is answered by 204, as `Allow` lets the server: an answer with another body replaces what it refuses
  if (status === 200 || status === 403 || named !== undefined) return { verdict: 'infected', threat: named ?? 'ICAP' };
  // any other error, such as a service that is not there, says nothing of the content
  if (status !== contentTooLarge) throw new ScannerDown(`the server answered ${status}`);
  return { verdict: 'unchecked', reason: `ICAP ${status}` };
}

/** The tag of the service, which changes with its signatures. */
export async function versionOfIcap(address: string): Promise<string> {
  const url = new URL(address);
  const { status, headers } = await ask(url, { head: headOf(url, 'OPTIONS', ['Encapsulated: null-body=0']) });
  if (status !== 200) throw new ScannerDown(`the server answered ${status}`);
  return headers.get('istag') ?? headers.get('service') ?? 'ICAP';
}

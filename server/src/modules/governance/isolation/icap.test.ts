import { type AddressInfo, type Socket, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eicar } from '../../../../test/eicar.ts';
import { judgeByIcap, versionOfIcap } from './icap.ts';
import { ScannerDown } from './judgement.ts';

/** The answer of the server to the next request, where that is not about what was sent. */
let next: string | undefined;
const received: string[] = [];
const server = createServer((socket: Socket) => {
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (part) => {
    text += part.toString('latin1');
    const isOptions = text.startsWith('OPTIONS');
    if (!(isOptions ? text.endsWith('\r\n\r\n') : text.endsWith('0\r\n\r\n'))) return;
    received.push(text);
    const head = (status: string, ...lines: string[]): string => [`ICAP/1.0 ${status}`, 'ISTag: "sig-7"', ...lines, '', ''].join('\r\n');
    if (next !== undefined) socket.end(next);
    else if (isOptions) socket.end(head('200 OK', 'Methods: RESPMOD', 'Encapsulated: null-body=0'));
    else if (text.includes(eicar))
      socket.end(
        head('200 OK', 'X-Infection-Found: Type=0; Resolution=2; Threat=Eicar-Signature;', 'Encapsulated: res-hdr=0, null-body=9'),
      );
    else socket.end(head('204 No Content', 'Encapsulated: null-body=0'));
    next = undefined;
  });
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `icap://127.0.0.1:${(server.address() as AddressInfo).port}/scan`;
});
afterAll(() => server.close());

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

it('an ICAP server judges a stream', async () => {
  expect(await judgeByIcap(url, chunks('calm ', 'words'))).toEqual({ verdict: 'clean' });
  expect(await judgeByIcap(url, chunks())).toEqual({ verdict: 'clean' });
  expect(await judgeByIcap(url, chunks(`before ${eicar}`))).toEqual({ verdict: 'infected', threat: 'Eicar-Signature' });
  expect(await versionOfIcap(url)).toBe('"sig-7"');
});

it('the parts of a request lie where it says', async () => {
  received.length = 0;
  await judgeByIcap(url, chunks('words'));
  const [head = '', ...rest] = (received[0] ?? '').split('\r\n\r\n');
  const [, response, body] = /res-hdr=(\d+), res-body=(\d+)/.exec(head) ?? [];
  const parts = rest.join('\r\n\r\n');
  expect([parts.slice(0, 4), parts.slice(Number(response)).slice(0, 15)]).toEqual(['GET ', 'HTTP/1.1 200 OK']);
  expect(parts.slice(Number(body))).toBe('5\r\nwords\r\n0\r\n\r\n');
});

it('other answers are no verdict', async () => {
  next = 'ICAP/1.0 500 Server Error\r\n\r\n';
  await expect(judgeByIcap(url, chunks('words'))).rejects.toThrow(ScannerDown);
  next = 'ICAP/1.0 404 Service Not Found\r\n\r\n';
  await expect(judgeByIcap(url, chunks('words'))).rejects.toThrow(ScannerDown);
  next = 'ICAP/1.0 413 Request Entity Too Large\r\n\r\n';
  expect(await judgeByIcap(url, chunks('words'))).toEqual({ verdict: 'unchecked', reason: 'ICAP 413' });
  next = 'ICAP/1.0 200 OK\r\nEncapsulated: res-hdr=0, res-body=19\r\n\r\nHTTP/1.1 403 Gone\r\n\r\n0\r\n\r\n';
  expect(await judgeByIcap(url, chunks('words'))).toEqual({ verdict: 'infected', threat: 'ICAP' });
  next = 'no protocol';
  await expect(judgeByIcap(url, chunks('words'))).rejects.toThrow(ScannerDown);
  await expect(judgeByIcap('icap://127.0.0.1:1/scan', chunks('words'))).rejects.toThrow(ScannerDown);
});

it('an answer without an end is read as far as its headers, and ends the sending', async () => {
  const block = Buffer.alloc(64 << 10, 'x');
  const flood = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => undefined);
    const more = (): void => {
      while (!socket.destroyed && socket.write(block)) continue;
    };
    socket.on('drain', more);
    socket.write('ICAP/1.0 200 OK\r\nX-Infection-Found: Type=0; Resolution=2; Threat=Early;\r\n\r\n');
    more();
  });
  await new Promise<void>((listening) => flood.listen(0, '127.0.0.1', listening));
  const most = 4000;
  let sent = 0;
  const body = async function* (): AsyncGenerator<Uint8Array> {
    for (; sent < most; sent++) yield block;
  };
  const { port } = flood.address() as AddressInfo;
  expect(await judgeByIcap(`icap://127.0.0.1:${port}/scan`, body())).toEqual({ verdict: 'infected', threat: 'Early' });
  expect(sent).toBeLessThan(most);
  flood.close();
});

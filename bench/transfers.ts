import { randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, statSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { moduleType } from '@dossier/contract/core/rights';
import type { InputOf, OutputOf, Route } from '@dossier/contract/core/route';
import { type BundleAnswer, bundlePath, content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import type { Line } from './table.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Makes calls on the measured server. */
export interface Caller {
  port: number;
  token: string;
}

export async function callOn<R extends Route>({ port, token }: Caller, route: R, input: InputOf<R>): Promise<OutputOf<R>> {
  const text = await answerOf(port, { path: route.path, token, type: 'application/json', body: Buffer.from(JSON.stringify(input)) });
  const { code, message, data } = JSON.parse(text) as { code: number; message: string; data: OutputOf<R> };
  if (code !== 200) throw new Error(`${route.path}: ${code} ${message}`);
  return data;
}

/** Signs in; returns the token. */
export async function signIn(port: number, { loginName, password }: { loginName: string; password: string }): Promise<string> {
  const given = { loginName, password, loginModel: 1 as const };
  return (await callOn({ port, token: '' }, session.login, given)).sessionId;
}

/** Posts over keep-alive connections: client and server share the cores, and `fetch` costs the client several times as much. */
function answerOf(port: number, { path, token, type, body }: { path: string; token: string; type: string; body: Buffer }): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': type, 'content-length': body.length, authorization: token };
    const asking = request({ port, host: '127.0.0.1', path, method: 'POST', headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => (text += piece));
      answer.on('end', () => resolve(text));
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

/** A cabinet of the caller's own to measure in. */
export const openCabinet = async (caller: Caller, name: string): Promise<string> =>
  (await callOn(caller, library.createCabinet, { name, moduleType: moduleType.my })).id;

async function send(port: number, url: string, body: Buffer | string): Promise<void> {
  const size = typeof body === 'string' ? statSync(body).size : body.length;
  await new Promise<void>((resolve, reject) => {
    const going = request(
      {
        port,
        host: '127.0.0.1',
        path: new URL(url, 'http://x').pathname,
        method: 'PATCH',
        agent,
        headers: {
          'tus-resumable': '1.0.0',
          'upload-offset': 0,
          'content-type': 'application/offset+octet-stream',
          'content-length': size,
        },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => (answer.statusCode === 204 ? resolve() : reject(new Error(`upload: ${answer.statusCode}`))));
      },
    );
    going.on('error', reject);
    if (typeof body === 'string') createReadStream(body, { highWaterMark: 1 << 20 }).pipe(going);
    else going.end(body);
  });
}

/** Uploads one file, from memory or from a path. */
export async function upload(caller: Caller, parentId: string, file: { name: string; body: Buffer | string }): Promise<string> {
  const size = typeof file.body === 'string' ? statSync(file.body).size : file.body.length;
  const { id, uploadUrl } = await callOn(caller, content.preUpload, { parentId, name: file.name, size });
  await send(caller.port, uploadUrl, file.body);
  return id;
}

/** Uploads small files in one request, as the client does. */
async function uploadTogether(
  { port, token }: Caller,
  parentId: string,
  files: ReadonlyArray<{ name: string; body: Buffer }>,
): Promise<void> {
  const head = Buffer.from(JSON.stringify({ files: files.map(({ name, body }) => ({ parentId, name, size: body.length })) }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  const body = Buffer.concat([length, head, ...files.map((file) => file.body)]);
  const text = await answerOf(port, { path: bundlePath, token, type: 'application/octet-stream', body });
  const { code, data } = JSON.parse(text) as { code: number; data: BundleAnswer };
  if (code !== 200 || data.files.some((file) => file.code !== 200)) throw new Error(`${bundlePath}: ${text.slice(0, 300)}`);
}

/** Files in requests of eight, one request after the other: eight are uploading at any time. */
async function eightTogether(count: number, work: (from: number, to: number) => Promise<void>): Promise<number> {
  const started = performance.now();
  for (let from = 0; from < count; from += 8) await work(from, Math.min(from + 8, count));
  return count / ((performance.now() - started) / 1000);
}

async function eightAtOnce(count: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < count) await work(next++);
    }),
  );
  return count / ((performance.now() - started) / 1000);
}

/** The floor of an upload: write, fsync, rename. */
async function keep(folder: string, name: string, body: Buffer): Promise<void> {
  const file = await open(join(folder, `${name}.part`), 'w');
  await file.write(body);
  await file.sync();
  await file.close();
  await rename(join(folder, `${name}.part`), join(folder, name));
}

const rounds = 5;

interface Taken {
  floor: number;
  ours: number;
}

/** The median round by its ratio. */
function lineOf(work: string, taken: readonly Taken[]): Line {
  const { floor, ours } = taken.toSorted((a, b) => a.floor / a.ours - b.floor / b.ours)[Math.floor(taken.length / 2)] ?? {
    floor: 0,
    ours: 0,
  };
  return { work, ours: `${ours.toFixed(0)}/s`, floor: `${floor.toFixed(0)}/s`, ratio: `1/${(floor / ours).toFixed(1)}`, aim: '≥ 1/4' };
}

/** 200 uploads of 20 kB, 8 at a time, each answered when it is on disk: one in a request, and eight; floor and server alternately. */
export async function measureUploads(caller: Caller, scratch: string): Promise<Line[]> {
  const folder = mkdtempSync(join(scratch, 'floor-'));
  const cabinet = await openCabinet(caller, 'Uploads');
  const single: Taken[] = [];
  const together: Taken[] = [];
  for (let round = 0; round <= rounds; round++) {
    const files = (mark: string) =>
      Array.from({ length: 200 }, (_, n) => ({ name: `${mark}${round}-${n}.bin`, body: randomBytes(20_000) }));
    const [low, one, eight] = [files('f'), files('u'), files('b')];
    const floor = await eightAtOnce(200, (n) => keep(folder, `f${round}-${n}`, (low[n] as { body: Buffer }).body));
    const ours = await eightAtOnce(200, (n) => upload(caller, cabinet, one[n] as { name: string; body: Buffer }));
    const bundled = await eightTogether(200, (from, to) => uploadTogether(caller, cabinet, eight.slice(from, to)));
    // the first round warms up
    if (round === 0) continue;
    single.push({ floor, ours });
    together.push({ floor, ours: bundled });
  }
  return [lineOf('200 uploads of 20 kB, 8 at once', single), lineOf('the same in requests of 8, as the client sends them', together)];
}

/** One large file uploaded and downloaded, in MB/s. */
export async function measureLarge(caller: Caller, scratch: string, bytes: number): Promise<{ line: Line; id: string; source: string }> {
  await mkdir(scratch, { recursive: true });
  const source = join(scratch, 'large.bin');
  const piece = randomBytes(1 << 20);
  const started = performance.now();
  const file = await open(source, 'w');
  for (let at = 0; at < bytes; at += piece.length) await file.write(piece);
  await file.sync();
  await file.close();
  const floor = bytes / (performance.now() - started) / 1000;
  const cabinet = await openCabinet(caller, 'Large');
  const begun = performance.now();
  const id = await upload(caller, cabinet, { name: 'large.bin', body: source });
  const ours = bytes / (performance.now() - begun) / 1000;
  const up: Line = {
    work: `${bytes >> 20} MiB up`,
    ours: `${ours.toFixed(0)} MB/s`,
    floor: `${floor.toFixed(0)} MB/s (write + fsync)`,
    ratio: (ours / floor).toFixed(2),
    aim: '≥ 0.6',
  };
  return { line: up, id, source };
}

/** The download path of a document. */
export async function downloadPath(caller: Caller, id: string): Promise<string> {
  const { downloadUrl } = await callOn(caller, content.download, { id });
  return new URL(downloadUrl, 'http://x').pathname;
}

/** Fetches a path and discards the bytes; returns MB/s. */
export async function fetchRate(port: number, path: string): Promise<number> {
  const started = performance.now();
  let bytes = 0;
  await new Promise<void>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${path.slice(0, 30)}: ${answer.statusCode}`));
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => resolve());
    })
      .on('error', reject)
      .end();
  });
  return bytes / (performance.now() - started) / 1000;
}

import { type Socket, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { answerWhile, type Judgement, ScannerDown } from './judgement.ts';

const connectMs = 5000;
/** Nothing comes or goes for so long: clamd unpacks large archives before it answers. */
const idleMs = 120_000;
const mostAnswer = 4096;

/** Where clamd listens: `host:port`, or the path of a socket. */
function openSocket(address: string): Socket {
  if (address.startsWith('/')) return connect({ path: address });
  const at = address.lastIndexOf(':');
  return connect({ host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) });
}

/** The connection ended. What clamd had said by then may be lost: a failed write discards what was not read. */
class BrokenOff extends ScannerDown {}

interface SentStream {
  body: AsyncIterable<Uint8Array>;
  /** From this byte on it is sent with pauses, in which an answer is read. */
  slowFrom: number;
  pauseMs: number;
  /** How many bytes have been sent so far. */
  sent: number;
}

/** Sends one command with its data, and answers what clamd says to it. */
async function ask(address: string, command: string, stream?: SentStream): Promise<string> {
  const socket = openSocket(address);
  const answer = readAnswer(socket);
  // awaited below; until then a refusal must not count as unhandled
  answer.catch(() => undefined);
  try {
    await written(socket, Buffer.from(`z${command}\0`));
    // clamd ends the connection in the middle of a stream that is too long for it, after it has said so
    return await (stream === undefined ? answer : answerWhile(answer, sendChunks(socket, stream)));
  } finally {
    socket.destroy();
  }
}

function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    let isOver = false;
    socket.setTimeout(connectMs);
    socket.once('connect', () => socket.setTimeout(idleMs));
    socket.setEncoding('utf8');
    const ended = (error?: Error): void => {
      isOver = true;
      const text = said.replace(/\0.*$/s, '').trim();
      if (text === '') reject(error instanceof ScannerDown ? error : new BrokenOff(error?.message ?? 'the connection ended'));
      else resolve(text);
    };
    socket.on('data', (part: string) => {
      if (isOver) return;
      said += part;
      if (said.includes('\0') || said.length > mostAnswer) ended();
    });
    socket.once('timeout', () => socket.destroy(new ScannerDown('no answer in time')));
    socket.once('error', ended);
    socket.once('close', () => ended());
  });
}

/** Waits until the socket takes more. */
function written(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => {
      if (!error) resolve();
      else reject(socket.errored instanceof ScannerDown ? socket.errored : new BrokenOff(error.message));
    });
  });
}

/** The format of INSTREAM: chunks with their length before them, and a last one of no length. */
async function sendChunks(socket: Socket, stream: SentStream): Promise<void> {
  const lengthOf = (bytes: number): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes);
    return length;
  };
  for await (const chunk of stream.body) {
    if (chunk.length === 0) continue;
    await written(socket, Buffer.concat([lengthOf(chunk.length), chunk]));
    stream.sent += chunk.length;
    if (stream.sent >= stream.slowFrom) await pause(stream.pauseMs);
  }
  await written(socket, lengthOf(0));
}

/** How long clamd is given after a chunk to say that the stream is too long for it: each time that its answer was lost, longer. */
const pausesMs = [0, 50, 500, 3000];
/** A socket holds so many bytes that clamd has not read. */
const buffered = 1 << 20;

/** What clamd says to a stream, which `open` gives anew. Where clamd breaks it off, it is sent again, slowly around the place, to read why. */
async function askAboutStream(
  address: string,
  open: () => AsyncIterable<Uint8Array>,
  slowFrom = Number.POSITIVE_INFINITY,
  [pauseMs = 0, ...longer] = pausesMs,
): Promise<string> {
  const stream = { body: open(), slowFrom, pauseMs, sent: 0 };
  try {
    return await ask(address, 'INSTREAM', stream);
  } catch (error) {
    if (!(error instanceof BrokenOff) || stream.sent === 0 || longer.length === 0) throw error;
    return askAboutStream(address, open, Math.min(slowFrom, stream.sent - buffered), longer);
  }
}

/** Lets clamd judge a stream, which `open` gives anew. */
export async function judgeByClamd(address: string, open: () => AsyncIterable<Uint8Array>): Promise<Judgement> {
  const said = await askAboutStream(address, open);
  if (said.endsWith(': OK')) return { verdict: 'clean' };
  const found = /: (.+) FOUND$/.exec(said)?.[1];
  if (found !== undefined) return { verdict: 'infected', threat: found };
  const reason = said.replace(/ ERROR$/, '');
  // any other error, such as a full disk of its own, says nothing of the content
  if (!said.includes('size limit exceeded')) throw new ScannerDown(reason);
  return { verdict: 'unchecked', reason };
}

/** The version of clamd with that of its signatures, such as `ClamAV 1.4.3/27800/…`; it changes with every update of them. */
export const versionOfClamd = (address: string): Promise<string> => ask(address, 'VERSION');

import type { Readable } from 'node:stream';
import { BundleHead, mostInBundle } from '@dossier/contract/content';
import { codes } from '@dossier/contract/codes';
import { inputRefusal } from '../../ground/http/answer.ts';
import { Refusal } from '../../ground/refusal.ts';

/** A body that holds several things one after the other, taken from its front; what is missing at its end is 4608. */
export interface Pieces {
  /** The next bytes, in memory. */
  take(length: number): Promise<Buffer>;
  /** The next bytes as they come. */
  pass(length: number): AsyncGenerator<Buffer>;
  /** Refuses whatever still comes. */
  end(): Promise<void>;
}

export function piecesOf(body: Readable): Pieces {
  // whoever is refused is still to hear why, on the same connection
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let front: Buffer = Buffer.alloc(0);

  async function more(): Promise<boolean> {
    try {
      const { value, done } = await chunks.next();
      front = done === true ? front : value;
      return done !== true;
    } catch {
      // the connection broke: nobody hears the answer
      throw new Refusal(codes.uploadSizeWrong);
    }
  }

  async function* pass(length: number): AsyncGenerator<Buffer> {
    let left = length;
    async function next(): Promise<Buffer> {
      if (front.length === 0 && !(await more())) throw new Refusal(codes.uploadSizeWrong);
      const piece = front.subarray(0, left);
      front = front.subarray(piece.length);
      left -= piece.length;
      return piece;
    }
    try {
      while (left > 0) yield await next();
    } finally {
      // whoever takes no more leaves the rest behind: what follows begins where it should
      while (left > 0) await next();
    }
  }

  return {
    pass,
    async take(length) {
      // into one: each chunk kept would cost a hundred bytes and more, however short it is
      const taken = Buffer.allocUnsafe(length);
      let at = 0;
      for await (const piece of pass(length)) at += piece.copy(taken, at);
      return taken;
    },
    async end() {
      while (front.length === 0) if (!(await more())) return;
      throw new Refusal(codes.uploadSizeWrong);
    },
  };
}

/** The files that the head of a bundle names. */
export async function readHead(pieces: Pieces) {
  const length = (await pieces.take(4)).readUInt32BE();
  if (length > mostInBundle.head) throw new Refusal(codes.invalidParams);
  const parsed = BundleHead.safeParse(parseJson((await pieces.take(length)).toString('utf8')));
  if (!parsed.success) throw inputRefusal(parsed.error);
  const { files } = parsed.data;
  if (files.reduce((sum, { size }) => sum + size, 0) > mostInBundle.bytes) throw new Refusal(codes.uploadTotalTooLarge);
  return files;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(codes.invalidParams);
  }
}

import { type Answer, type Failure, failures, maxBlankPages } from '@dossier/formats/task';

/** The frame of an answer: the lengths of both parts (4 bytes each, big endian), facts as JSON, the text as UTF-8 or the bytes. */
const headLength = 8;
const maxFacts = 1024;

/** An answer as bytes, its text cut to so many bytes at a whole character. */
export function encodeAnswer(answer: Answer, maxOutput: number): Buffer {
  if (answer.ok && answer.bytes !== undefined) return encodeBytes(answer.bytes, answer, maxOutput);
  const whole = Buffer.from(answer.ok ? answer.text.slice(0, maxOutput) : '');
  let end = Math.min(whole.length, maxOutput);
  while (end > 0 && end < whole.length && ((whole[end] ?? 0) & 0xc0) === 0x80) end--;
  const cut = answer.ok && (answer.cut === true || end < whole.length || answer.text.length > maxOutput);
  return framed(answer.ok ? { ok: true, pages: answer.pages, cut: cut || undefined, blank: answer.blank } : answer, whole.subarray(0, end));
}

function encodeBytes(
  bytes: Buffer,
  { pages, cut, seals }: Pick<Answer & { ok: true }, 'pages' | 'cut' | 'seals'>,
  maxOutput: number,
): Buffer {
  if (bytes.length > maxOutput) return framed({ ok: false, reason: 'too-large' }, Buffer.alloc(0));
  return framed({ ok: true, pages, cut: cut === true || undefined, seals, binary: true }, bytes);
}

function framed(parsedFacts: Record<string, unknown>, body: Buffer): Buffer {
  const facts = Buffer.from(JSON.stringify(parsedFacts));
  const head = Buffer.alloc(headLength);
  head.writeUInt32BE(facts.length, 0);
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, facts, body]);
}

/**
 * Assembles an answer from what a hostile process sends. `push` returns undefined while more is to come and 'lie' as soon as the bytes cannot be an
 * answer of at most `maxOutput` bytes of text, so that never more than that is kept in memory.
 */
export function answerReader(maxOutput: number): { push: (chunk: Buffer) => Answer | 'lie' | undefined } {
  const chunks: Buffer[] = [];
  let length = 0;
  let wanted = headLength;
  return {
    push(chunk) {
      chunks.push(chunk);
      length += chunk.length;
      if (length < headLength) return undefined;
      if (wanted === headLength) {
        const head = Buffer.concat(chunks);
        const [facts, text] = [head.readUInt32BE(0), head.readUInt32BE(4)];
        if (facts > maxFacts || text > maxOutput) return 'lie';
        wanted = headLength + facts + text;
      }
      if (length > wanted) return 'lie';
      return length === wanted ? decodeAnswer(Buffer.concat(chunks)) : undefined;
    },
  };
}

function decodeAnswer(bytes: Buffer): Answer | 'lie' {
  const facts = headLength + bytes.readUInt32BE(0);
  let parsedFacts: { ok?: unknown; reason?: unknown; pages?: unknown; cut?: unknown; binary?: unknown; blank?: unknown; seals?: unknown };
  try {
    parsedFacts = Object(JSON.parse(bytes.toString('utf8', headLength, facts)));
  } catch {
    return 'lie'; // not JSON: not written by our task
  }
  if (parsedFacts.ok !== true)
    return failures.includes(parsedFacts.reason as Failure) ? { ok: false, reason: parsedFacts.reason as Failure } : 'lie';
  const pages = Number.isSafeInteger(parsedFacts.pages) && (parsedFacts.pages as number) >= 0 ? { pages: parsedFacts.pages as number } : {};
  const cut = parsedFacts.cut === true ? { cut: true } : {};
  const seals = typeof parsedFacts.seals === 'number' && { seals: parsedFacts.seals };
  if (parsedFacts.binary === true) return { ok: true, text: '', bytes: bytes.subarray(facts), ...pages, ...cut, ...seals };
  const blank = isNumbers(parsedFacts.blank) ? { blank: parsedFacts.blank } : {};
  return { ok: true, text: bytes.toString('utf8', facts), ...pages, ...cut, ...blank };
}

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length <= maxBlankPages && value.every((page) => Number.isSafeInteger(page) && page > 0);

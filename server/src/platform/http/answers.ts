import { open, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { createGunzip, gunzip, gzip } from 'node:zlib';
import { type Code, type CodeName, codes } from '@dossier/contract/core/codes';
import { filled, withWideSpaces } from '@dossier/contract/core/filled-texts';
import { languages } from '@dossier/contract/core/languages';
import { type Lang, langs } from '@dossier/contract/core/shapes';
import englishTexts from '@dossier/contract/locales/en/codes.json' with { type: 'json' };
import fastJson from 'fast-json-stringify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z, type ZodError } from 'zod';
import type { Services } from '../context.ts';
import type { ChangeMark, Database } from '../db/database.ts';
import { isDiskFull, isUnstorableText } from '../db/dialect.ts';
import { Refusal } from '../refusal.ts';

const require = createRequire(import.meta.url);
/** English is imported, so that a code without a text does not compile. */
const english: Record<CodeName, string> = englishTexts;
const textsOf = (lang: Lang): Record<CodeName, string> =>
  lang === 'en' ? english : (require(`@dossier/contract/locales/${lang}/codes.json`) as Record<CodeName, string>);
const texts = new Map(langs.map((lang) => [lang, textsOf(lang)]));

/** The text of an answer code in a language; some name what the detail of the refusal tells, such as who holds a lock. */
export function answerText(code: Code, lang: Lang, detail?: Record<string, unknown>): string {
  const text = (texts.get(lang) ?? english)[code.name];
  const values = filled(detail, lang);
  const whole = text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : '…';
  });
  return withWideSpaces(whole);
}

/** The language that the browser asks for, for calls without a session: the first supported one, otherwise English. */
export function langOf(request: FastifyRequest): Lang {
  const wanted = (request.headers['accept-language'] ?? '').toLowerCase();
  for (const part of wanted.split(',')) {
    const word = part.trim().slice(0, 2);
    const found = langs.find((lang) => languages[lang].tag.slice(0, 2) === word);
    if (found !== undefined) return found;
  }
  return 'en';
}

/**
 * A failed parse as a refusal: with the code that the contract names in place of a message for the value, otherwise 400; the detail names the
 * fields, never their values.
 */
export function inputRefusal(error: ZodError): Refusal {
  const named = error.issues.map((issue) => issue.message).find((message) => Object.hasOwn(codes, message));
  if (named !== undefined) return new Refusal(codes[named as CodeName]);
  return new Refusal(codes.invalidParams, { fields: error.issues.slice(0, 10).map((issue) => issue.path.join('.') || issue.message) });
}

/** Sends an envelope that must not be cached. */
export function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store').send(body);
}

/** Answers a refusal in the language of the request; any other error becomes 500 with an id that the log has too. */
export function refuse(services: Services, reply: FastifyReply, { error: thrown, lang }: { error: unknown; lang: Lang }): FastifyReply {
  const error = isUnstorableText(thrown) ? new Refusal(codes.invalidParams) : isDiskFull(thrown) ? new Refusal(codes.diskFull) : thrown;
  const answer: Code = error instanceof Refusal ? error.answer : codes.systemError;
  if (!(error instanceof Refusal))
    services.log.error({ err: error, request: reply.request.id, path: reply.request.routeOptions.url }, 'a call failed');
  const detail = error instanceof Refusal ? (error.detail ?? {}) : { requestId: reply.request.id };
  return sendJson(
    reply.status(answer.status),
    JSON.stringify({ code: answer.code, message: answerText(answer, lang, detail), data: detail }),
  );
}

type Serializer = (envelope: { code: number; message: string; data: unknown }) => string;

/** Some processes build several servers. */
const known = new WeakMap<z.ZodType, Serializer>();

/**
 * The serializer of an envelope around `output`: only declared fields can leave, and ids may be numbers inside. It is compiled for its first
 * answer, which takes a third of a millisecond: for all calls at once that was a fifth of the server's start.
 */
export function serializerOf(output: z.ZodType): Serializer {
  let compiled: Serializer | undefined;
  const serializer = known.get(output) ?? ((envelope) => (compiled ??= compileSerializer(output))(envelope));
  known.set(output, serializer);
  return serializer;
}

/** Compiles the serializer of an output. */
export function compileSerializer(output: z.ZodType): Serializer {
  const { $schema, ...data } = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as Record<string, unknown>;
  void $schema;
  const schema = {
    type: 'object',
    properties: { code: { type: 'integer' }, message: { type: 'string' }, data: withoutChecks(data) },
    additionalProperties: false,
  };
  return fastJson(schema as Parameters<typeof fastJson>[0]);
}

/** Formats, patterns and limits are for input; in output they only cost time. */
function withoutChecks(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutChecks);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => !['format', 'pattern', 'minimum', 'maximum'].includes(key) || typeof value === 'object',
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutChecks(value)]));
}

interface Kept {
  mark: ChangeMark;
  until: number;
  body: string;
}

/** Answers of reading calls, kept only while nothing is committed to the database. */
export interface Memo {
  /** The state of the database to keep an answer under, taken before the answer is computed. */
  mark(): Promise<ChangeMark>;
  find(key: string, at: { mark: ChangeMark; now: number }): string | undefined;
  keep(key: string, kept: Kept): void;
}

const maxAnswers = 500;
const maxLength = 256 * 1024;
/** An answer is computed anew after this time even without a commit: sessions and deadlines move with the clock. */
export const memoMs = 1000;

/** At most 500 answers; the oldest is dropped first. */
export function createMemo(database: Database): Memo {
  const answers = new Map<string, Kept>();
  return {
    mark: async () => database.changeMark(),
    find(key, { mark, now }) {
      const kept = answers.get(key);
      if (kept === undefined) return undefined;
      if (kept.mark === mark && now < kept.until && now >= kept.until - memoMs) return kept.body;
      answers.delete(key);
      return undefined;
    },
    keep(key, kept) {
      if (kept.body.length > maxLength) return;
      if (answers.size >= maxAnswers) answers.delete(answers.keys().next().value ?? '');
      answers.set(key, kept);
    },
  };
}

const packed = promisify(gzip);
const unpacked = promisify(gunzip);

/** An answer in a file, as it is sent with its envelope: for long answers that would be serialised anew for each request. */
export class ReadyAnswer {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** The content of that file; `data` has been checked against the output of its call. */
export const readyBytes = (data: unknown): Promise<Buffer> => packed(JSON.stringify({ code: 200, message: 'OK', data }));

/** The answer in such a file. */
export async function dataIn<T>(path: string): Promise<T> {
  return (JSON.parse((await unpacked(await readFile(path))).toString()) as { data: T }).data;
}

/** Sends it compressed, or decompressed where the client does not accept that. */
export async function sendReady(request: FastifyRequest, reply: FastifyReply, { path }: ReadyAnswer): Promise<FastifyReply> {
  const file = await open(path);
  reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', vary: 'accept-encoding' });
  const bytes = file.createReadStream();
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(request.headers['accept-encoding'] ?? ''))
    return reply.header('content-encoding', 'gzip').send(bytes);
  const unpack = createGunzip();
  bytes.on('error', (error) => unpack.destroy(error));
  unpack.on('close', () => bytes.destroy());
  return reply.send(bytes.pipe(unpack));
}

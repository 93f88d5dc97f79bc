import { createRequire } from 'node:module';
import { type Code, type CodeName, codes } from '@dossier/contract/core/codes';
import { languages } from '@dossier/contract/core/languages';
import { type Lang, langs } from '@dossier/contract/core/shapes';
import englishTexts from '@dossier/contract/locales/en/codes.json' with { type: 'json' };
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodError } from 'zod';
import type { Services } from '../context.ts';
import { isDiskFull, isUnstorableText } from '../db/dialect.ts';
import { Refusal } from '../refusal.ts';

const require = createRequire(import.meta.url);
/** English is imported, so that a code without a text does not compile. */
const english: Record<CodeName, string> = englishTexts;
const textsOf = (lang: Lang): Record<CodeName, string> =>
  lang === 'en' ? english : (require(`@dossier/contract/locales/${lang}/codes.json`) as Record<CodeName, string>);
const texts = new Map(langs.map((lang) => [lang, textsOf(lang)]));

/** The text of an answer code in a language. */
export function answerText(code: Code, lang: Lang): string {
  return (texts.get(lang) ?? english)[code.name];
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

/** A failed parse as a refusal; the detail names the fields, never their values. */
export function inputRefusal(error: ZodError): Refusal {
  if (error.issues.some((issue) => issue.message === 'tooMany')) return new Refusal(codes.tooManyItems);
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
  return sendJson(reply.status(answer.status), JSON.stringify({ code: answer.code, message: answerText(answer, lang), data: detail }));
}

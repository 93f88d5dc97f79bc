import { cn } from '@dossier/contract/core/code-texts/cn';
import { en } from '@dossier/contract/core/code-texts/en';
import { es } from '@dossier/contract/core/code-texts/es';
import { ja } from '@dossier/contract/core/code-texts/ja';
import { type Code, codes } from '@dossier/contract/core/codes';
import { type Lang, langs } from '@dossier/contract/core/shapes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodError } from 'zod';
import type { Services } from '../context.ts';
import { isDiskFull, isUnstorableText } from '../db/dialect.ts';
import { Refusal } from '../refusal.ts';

const texts = { cn, en, es, ja };

/** The text of an answer code in a language. */
export function answerText(code: Code, lang: Lang): string {
  return texts[lang][code.name];
}

/** The language a browser asks for, for people who are not signed in: the first of ours that it names, otherwise English. */
export function langOf(request: FastifyRequest): Lang {
  const wanted = (request.headers['accept-language'] ?? '').toLowerCase();
  for (const part of wanted.split(',')) {
    const word = part.trim().slice(0, 2);
    if (word === 'zh') return 'cn';
    const found = langs.find((lang) => lang === word);
    if (found !== undefined) return found;
  }
  return 'en';
}

/** A failed parse as the refusal it stands for; the detail names the fields, never their values. */
export function inputRefusal(error: ZodError): Refusal {
  if (error.issues.some((issue) => issue.message === 'tooMany')) return new Refusal(codes.tooManyItems);
  return new Refusal(codes.invalidParams, { fields: error.issues.slice(0, 10).map((issue) => issue.path.join('.') || issue.message) });
}

/** Sends an envelope that nobody keeps. */
export function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store').send(body);
}

/** Answers a refusal in the caller's language; anything else becomes 500 with an id that the log has too. */
export function refuse(services: Services, reply: FastifyReply, { error: thrown, lang }: { error: unknown; lang: Lang }): FastifyReply {
  const error = isUnstorableText(thrown) ? new Refusal(codes.invalidParams) : isDiskFull(thrown) ? new Refusal(codes.diskFull) : thrown;
  const answer: Code = error instanceof Refusal ? error.answer : codes.systemError;
  if (!(error instanceof Refusal))
    services.log.error({ err: error, request: reply.request.id, path: reply.request.routeOptions.url }, 'a call failed');
  const detail = error instanceof Refusal ? (error.detail ?? {}) : { requestId: reply.request.id };
  return sendJson(reply.status(answer.status), JSON.stringify({ code: answer.code, message: answerText(answer, lang), data: detail }));
}

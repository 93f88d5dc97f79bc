import { type Code, codes } from '@dossier/contract/codes';
import type { Lang } from '@dossier/contract/shapes';
import type { FastifyReply } from 'fastify';
import type { House } from '../ctx.ts';
import { isUnstorableText } from '../db/words.ts';
import { Refusal } from '../refusal.ts';
import { answerText } from './answer.ts';

/** Sends an envelope that nobody keeps. */
export function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store').send(body);
}

/** Answers a refusal in the caller's language; anything else becomes 500 with an id that the log has too. */
export function refuse(house: House, reply: FastifyReply, { error: thrown, lang }: { error: unknown; lang: Lang }): FastifyReply {
  const error = isUnstorableText(thrown) ? new Refusal(codes.invalidParams) : thrown;
  const answer: Code = error instanceof Refusal ? error.answer : codes.systemError;
  if (!(error instanceof Refusal))
    house.log.error({ err: error, request: reply.request.id, path: reply.request.routeOptions.url }, 'a call failed');
  const detail = error instanceof Refusal ? (error.detail ?? {}) : { requestId: reply.request.id };
  return sendJson(reply.status(answer.status), JSON.stringify({ code: answer.code, message: answerText(answer, lang), data: detail }));
}

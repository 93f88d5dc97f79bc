import { codes } from '@dossier/contract/codes';
import type { FastifyInstance } from 'fastify';
import type { House } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { langOf } from './answer.ts';
import { refuse } from './refuse.ts';

/** Bodies are left where they are: calls read theirs after the door (`readBody`), files in their handlers. Errors of the framework become refusals. */
export function parsers(app: FastifyInstance, house: House): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error, request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    const known =
      error instanceof Refusal
        ? error
        : status === 413
          ? new Refusal(codes.uploadTooLarge)
          : status < 500
            ? new Refusal(codes.invalidParams)
            : error;
    return refuse(house, reply, { error: known, lang: langOf(request) });
  });
}

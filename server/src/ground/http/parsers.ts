import { codes } from '@dossier/contract/codes';
import type { FastifyInstance } from 'fastify';
import type { House } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { langOf } from './answer.ts';
import { refuse } from './serve.ts';

/** Bodies: JSON or form fields, one input shape; anything else is left to the handlers that stream. Errors of the framework become refusals. */
export function parsers(app: FastifyInstance, house: House): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(body as string));
    } catch {
      done(new Refusal(codes.invalidParams), undefined);
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body as string)));
  });
  // tus sends its pieces under this type: the handler reads the stream itself
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
  // files in forms are read by their handlers, which know how much they take
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null, {});
  });
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

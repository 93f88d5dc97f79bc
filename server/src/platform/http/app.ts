import { codes } from '@dossier/contract/core/codes';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import type { Services } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { langOf, refuse } from './answers.ts';

/** The HTTP server. */
export type App = FastifyInstance;

/**
 * A server without routes. Addresses that a proxy tells are believed only of these proxies. Every answer forbids browsers to guess
 * another content type, also those of the framework to URLs that it cannot read: these never reach a hook.
 */
export const createApp = (trustedProxies: string[]): App =>
  fastify({
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    routerOptions: { maxParamLength: 4000 },
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      forbidSniffing(reply.raw);
      void reply.status(error.statusCode ?? 500).send(error);
    },
  });

/** Set on the raw answer, so that it is sent by whoever writes that directly too. */
const forbidSniffing = (answer: { setHeader(name: string, value: string): unknown }): void =>
  void answer.setHeader('x-content-type-options', 'nosniff');

/** Bodies are not parsed here: calls read theirs after authentication (`readBody`), files in their handlers. Errors of the framework become refusals. */
export function parsers(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', (_request, reply, done) => {
    forbidSniffing(reply.raw);
    done();
  });
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
    return refuse(services, reply, { error: known, lang: langOf(request) });
  });
}

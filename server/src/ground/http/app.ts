import { fastify, type FastifyInstance } from 'fastify';

/** The HTTP server as the house knows it. */
export type App = FastifyInstance;

/** A server without routes. Addresses that a proxy tells are believed only of these proxies. */
export const createApp = (trustedProxies: string[]): App =>
  fastify({
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    routerOptions: { maxParamLength: 4000 },
  });

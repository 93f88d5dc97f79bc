/** The import laws of ARCHITECTURE.md, read by `npm run check`; the order of the rooms stands in rooms.mjs. */
import { rooms } from './rooms.mjs';

const test = '\\.test\\.tsx?$';

/** A room may import only rooms that stand before it: one law a room, since a law cannot compare. */
const lookLeft = (order) =>
  order.slice(0, -1).map((room, at) => ({
    name: `look-left-${room}`,
    comment: `${room} comes before these rooms: tell them with say (server) or offer an action (web)`,
    from: { path: `^(server|web)/src/rooms/${room}/` },
    to: { path: `^$1/src/rooms/(${order.slice(at + 1).join('|')})/` },
  }));

const house = [
  {
    name: 'contract-alone',
    comment: 'contract imports nothing of ours',
    from: { path: '^contract/' },
    to: { path: '^(server|web|bench|e2e|scripts)/' },
  },
  {
    name: 'contract-zod-only',
    comment: 'contract depends on zod only',
    from: { path: '^contract/', pathNot: test },
    to: { pathNot: ['^(contract|server|web|bench|e2e|scripts)/', '(^|/)zod(/|$)'] },
  },
  { name: 'two-sides', comment: 'server and web meet only in contract', from: { path: '^server/' }, to: { path: '^web/' } },
  { name: 'two-sides-back', comment: 'server and web meet only in contract', from: { path: '^web/' }, to: { path: '^server/' } },
  {
    name: 'ground-below',
    comment: 'ground knows neither rooms nor app',
    from: { path: '^(server|web)/src/ground/' },
    to: { path: '^$1/src/(rooms|app)/' },
  },
  {
    name: 'rooms-below-app',
    comment: 'rooms know nothing of app',
    from: { path: '^(server|web)/src/rooms/' },
    to: { path: '^$1/src/(app|main)' },
  },
  {
    name: 'private-queries',
    comment: 'queries are private to their room',
    from: { path: '^server/src/rooms/([^/]+)/' },
    to: { path: '^server/src/rooms/.*queries\\.ts$', pathNot: '^server/src/rooms/$1/' },
  },
  {
    name: 'private-queries-elsewhere',
    comment: 'queries are private to their room',
    from: { path: '^server/src/', pathNot: '^server/src/rooms/' },
    to: { path: '^server/src/rooms/.*queries\\.ts$' },
  },
  {
    name: 'sql-in-queries',
    comment: 'only queries and ground/db know SQL',
    from: { path: '^server/src/', pathNot: ['^server/src/ground/db/', '^server/src/.*queries\\.ts$', test] },
    to: { path: ['(^|/)(kysely|pg)(/|$)', '^(node:)?sqlite$'] },
  },
  {
    name: 'http-in-ground',
    comment: 'only ground/http knows the HTTP framework',
    from: { path: '^server/', pathNot: '^server/src/ground/http/' },
    to: { path: '(^|/)(fastify|@fastify/[^/]+)(/|$)' },
  },
  {
    name: 'no-tests-in-code',
    comment: 'code never imports tests',
    from: { path: '^(contract|server|web)/src/', pathNot: test },
    to: { path: ['^server/test/', test] },
  },
  {
    name: 'no-whole-toolkit',
    comment: 'the toolkit asked for when it is needed comes as a whole: import parts of it in a file that is asked for',
    from: { path: '^web/src' },
    to: { path: '/antd/', dynamic: true },
  },
  { name: 'no-circles', comment: 'no circles, types included', from: {}, to: { circular: true } },
  {
    name: 'no-barrels',
    comment: 'no barrel files: import from the file itself',
    from: {},
    to: { path: '^(contract|server|web)/.*/index\\.[cm]?[jt]sx?$', pathNot: 'node_modules' },
  },
  {
    name: 'resolvable',
    comment: 'an import must lead somewhere',
    from: {},
    to: { couldNotResolve: true, pathNot: '^(virtual:|vite/client)' },
  },
];

/** The laws for an order of rooms. */
export const lawsFor = (order) => [...house, ...lookLeft(order)].map((law) => ({ ...law, severity: 'error' }));

export const options = {
  // TypeScript 7 has no compiler API; swc reads the sources, types included.
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '(^|/)(dist|data)/' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'default', 'types'],
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
  },
};

export default { forbidden: lawsFor(rooms), options };

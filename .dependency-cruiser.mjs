/** The import rules of ARCHITECTURE.md, read by `npm run check`; the tiers of the modules stand in modules.mjs. */
import { tiers as allTiers } from './modules.mjs';

const test = '\\.test\\.tsx?$';
const own = '^(contract|server|web|packages|bench|e2e|scripts|demo)/';

/** A module imports only modules of lower tiers: one rule a module, since a rule cannot compare. */
const lowerTiers = (tiers) =>
  tiers
    .flatMap((tier, at) =>
      tier.map((module) => {
        const closed = tiers
          .slice(at)
          .flat()
          .filter((other) => other !== module);
        return {
          name: `lower-tiers-${module}`,
          comment: `${module} may not import a module of its own or a higher tier: emit an event, or declare an extension point that app fills`,
          from: { path: `^(server|web)/src/modules/${module}/`, pathNot: test },
          to: { path: `^$1/src/modules/(${closed.join('|')})/` },
        };
      }),
    )
    .filter(({ to }) => !to.path.includes('()'));

const rules = [
  {
    name: 'contract-alone',
    comment: 'contract imports nothing of ours',
    from: { path: '^contract/' },
    to: { path: own, pathNot: '^contract/' },
  },
  {
    name: 'contract-zod-only',
    comment: 'contract depends on zod only',
    from: { path: '^contract/', pathNot: test },
    to: { pathNot: [own, '(^|/)zod(/|$)'] },
  },
  {
    name: 'formats-alone',
    comment: 'readers of formats import nothing of ours',
    from: { path: '^packages/' },
    to: { path: own, pathNot: '^packages/' },
  },
  { name: 'two-sides', comment: 'server and web meet only in contract', from: { path: '^server/' }, to: { path: '^web/' } },
  { name: 'two-sides-back', comment: 'server and web meet only in contract', from: { path: '^web/' }, to: { path: '^server/' } },
  {
    name: 'platform-below',
    comment: 'platform knows neither modules nor app, nor the steps of this schema',
    from: { path: '^(server|web)/src/platform/', pathNot: test },
    to: { path: '^$1/(src/(modules|app)|migrations)/' },
  },
  {
    name: 'modules-below-app',
    comment: 'modules know nothing of app',
    from: { path: '^(server|web)/src/modules/', pathNot: test },
    to: { path: '^$1/src/(app|main)' },
  },
  {
    name: 'module-face',
    comment: 'other modules import only files that lie directly in the folder of a module',
    from: { path: '^(server|web)/src/modules/([^/]+)/', pathNot: test },
    to: { path: '^$1/src/modules/[^/]+/.+/', pathNot: '^$1/src/modules/$2/' },
  },
  {
    name: 'module-face-elsewhere',
    comment: 'only files that lie directly in the folder of a module are imported from outside',
    from: { path: '^(server|web|bench|demo|e2e|scripts)/', pathNot: ['^(server|web)/src/modules/', '^(server|web)/test/', test] },
    to: { path: '^(server|web)/src/modules/[^/]+/.+/' },
  },
  {
    name: 'sql-in-queries',
    comment: 'only queries and platform/db know SQL',
    from: { path: '^server/src/', pathNot: ['^server/src/platform/db/', '^server/src/.*queries\\.ts$', test] },
    to: { path: ['(^|/)(kysely|pg)(/|$)', '^(node:)?sqlite$'] },
  },
  {
    name: 'http-in-platform',
    comment: 'only platform/http knows the HTTP framework',
    from: { path: '^server/', pathNot: '^server/src/platform/http/' },
    to: { path: '(^|/)(fastify|@fastify/[^/]+)(/|$)' },
  },
  {
    name: 'no-tests-in-code',
    comment: 'code never imports tests',
    from: { path: '^(contract|server|web|packages)/.*src/', pathNot: test },
    to: { path: ['^(server|web)/test/', test] },
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
    to: { path: '^(contract|server|web|packages)/.*/index\\.[cm]?[jt]sx?$', pathNot: 'node_modules' },
  },
  {
    name: 'resolvable',
    comment: 'an import must lead somewhere',
    from: {},
    to: { couldNotResolve: true, pathNot: '^(virtual:|vite/client)' },
  },
];

/** The rules for an order of tiers. */
export const rulesFor = (tiers) => [...rules, ...lowerTiers(tiers)].map((rule) => ({ ...rule, severity: 'error' }));

export const options = {
  // TypeScript 7 has no compiler API; swc reads the sources, types included.
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '(^|/)(dist|data)/' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'production', 'default', 'types'],
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
  },
};

export default { forbidden: rulesFor(allTiers), options };

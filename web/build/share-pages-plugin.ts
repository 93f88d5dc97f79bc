import type { Plugin, Rolldown } from 'vite';
import { isSharePage } from '../../contract/src/sharing/share-pages.ts';

const visitors = '/src/share.tsx';
const staff = '/src/main.tsx';
/** What only visitors come to. */
const own = /\/src\/(share\.tsx|app\/share\/|modules\/sharing\/visitor(\/|-routes|-paths))/;

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/** The modules that are reached from one: at once, or in the end. */
function reached(graph: Graph, from: string, whole: boolean): Set<string> {
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    const info = graph.getModuleInfo(id);
    for (const next of info?.importedIds ?? []) add(next);
    if (whole) for (const next of info?.dynamicallyImportedIds ?? []) add(next);
  };
  add(from);
  return found;
}

/** What stands before a document: the door and the list. */
const before = [
  visitors,
  ...['device-redirect-page', 'open-link-page', 'shared-items-page'].map((name) => `/src/modules/sharing/visitor/${name}.tsx`),
];
/** The first page of whoever signs in. */
const door = [staff, '/src/modules/identity/sign-in/sign-in-page.tsx'];
const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '');
const known = new Map<string, Set<string>>();

function reachedFrom(graph: Graph, paths: readonly string[], whole = false): Set<string> {
  const key = `${whole} ${paths.join(' ')}`;
  const found = known.get(key) ?? new Set(paths.flatMap((path) => [...reached(graph, root + path, whole)]));
  known.set(key, found);
  return found;
}

/**
 * What the pages of visitors begin with lies in chunks of its own, which those of people who sign in begin with too: otherwise it would
 * lie among theirs, and a visitor would load, and run, what is not meant for them. The same for what both come to later.
 */
export const shareGroups = [
  {
    name: (id: string, graph: Graph) => (!own.test(id) && reachedFrom(graph, before).has(id) ? 'ground' : null),
    debugName: 'ground',
    priority: 8.8,
    includeDependenciesRecursively: false,
  },
  {
    name: (id: string, graph: Graph) =>
      !id.endsWith(staff) && reachedFrom(graph, [visitors], true).has(id) && reachedFrom(graph, door).has(id) ? 'ways' : null,
    debugName: 'ways',
    priority: 8.6,
    includeDependenciesRecursively: false,
  },
  // Windows of documents stand in a theme; without this it would lie in the chunk of the shell.
  { name: 'kit', test: /app\/theme\/theme-provider\.tsx|platform\/ui\/(?!data-table\/)/, priority: 7.5 },
];

/** Gives the visitors' page at their addresses in development, and sees to it that the built one loads nothing of the staff's first chunk. */
export function sharePages(): Plugin {
  return {
    name: 'dossier-share-pages',
    configureServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://page');
        if (isSharePage(pathname, searchParams)) request.url = '/share.html';
        next();
      });
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
        const wrong = holding(loaded(chunks, [visitors], true), (id) => id.endsWith(staff));
        if (wrong !== undefined) throw new Error(`Visitors of links would load ${wrong}, which is for people who sign in`);
        const heavy = holding(loaded(chunks, before, false), (id) => id.includes('/node_modules/antd/'));
        if (heavy !== undefined) throw new Error(`Visitors of links would load ${heavy} before they see a document: it holds Ant Design`);
      },
    },
  };
}

/** The chunks that these modules load: at once, or in the end. */
function loaded(chunks: readonly Rolldown.OutputChunk[], paths: readonly string[], whole: boolean): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || found.has(chunk)) return;
    found.add(chunk);
    for (const next of [...chunk.imports, ...(whole ? chunk.dynamicImports : [])]) add(chunks.find((one) => one.fileName === next));
  };
  for (const path of paths) add(chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(path))));
  return [...found];
}

const holding = (chunks: readonly Rolldown.OutputChunk[], isIt: (id: string) => boolean): string | undefined =>
  chunks.find((chunk) => chunk.moduleIds.some(isIt))?.fileName;

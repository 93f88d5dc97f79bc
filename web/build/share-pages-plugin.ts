import type { Plugin, Rolldown } from 'vite';
import { isSharePage } from '../../contract/src/sharing/share-pages.ts';

const visitors = '/src/share.tsx';
const staff = '/src/main.tsx';
/** Modules that only visitors load. */
const own = /\/src\/(share\.tsx|app\/share\/|modules\/sharing\/(visitor(\/|-routes|-paths)|proven-visitor))/;

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/** The modules that are reachable from one: by static imports, or by all. */
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

/** The pages before a document: sign-in to the link, and the list. */
const accessPages = [
  visitors,
  ...['device-redirect-page', 'open-link-page', 'shared-items-page'].map((name) => `/src/modules/sharing/visitor/${name}.tsx`),
];
/** The first page before signing in. */
const signInPage = [staff, '/src/modules/identity/sign-in/sign-in-page.tsx'];
/** The first page after signing in. */
const firstStaffPages = ['/src/app/theme/theme-provider.tsx', '/src/app/shell/shell.tsx', '/src/modules/documents/list/area-page.tsx'];
const kitParts = /app\/theme\/theme-provider\.tsx|platform\/ui\/(?!data-table\/)/;
const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '');
const known = new Map<string, Set<string>>();

function reachedFrom(graph: Graph, paths: readonly string[], whole = false): Set<string> {
  const key = `${whole} ${paths.join(' ')}`;
  const found = known.get(key) ?? new Set(paths.flatMap((path) => [...reached(graph, root + path, whole)]));
  known.set(key, found);
  return found;
}

/**
 * The first chunks of visitors are separate from those of staff, who share them: otherwise a bundler would put them among those of staff, and a
 * visitor would load and run code of staff pages. The same holds for shared later chunks.
 */
export const shareGroups = [
  {
    name: (id: string, graph: Graph) => (!own.test(id) && reachedFrom(graph, accessPages).has(id) ? 'ground' : null),
    debugName: 'ground',
    priority: 8.8,
    includeDependenciesRecursively: false,
  },
  {
    name: (id: string, graph: Graph) =>
      !id.endsWith(staff) && reachedFrom(graph, [visitors], true).has(id) && reachedFrom(graph, signInPage).has(id) ? 'ways' : null,
    debugName: 'ways',
    priority: 8.6,
    includeDependenciesRecursively: false,
  },
  // Viewer windows use the theme; without this it would be in the chunk of the shell. Parts of the kit that the first page does not draw stay out.
  {
    name: (id: string, graph: Graph) => (kitParts.test(id) && reachedFrom(graph, firstStaffPages).has(id) ? 'kit' : null),
    debugName: 'kit',
    priority: 7.5,
  },
];

/** Serves the visitors' page at their paths in development, and checks that the built one loads nothing of the staff's first chunk. */
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
        const heavy = holding(loaded(chunks, accessPages, false), (id) => id.includes('/node_modules/antd/'));
        if (heavy !== undefined) throw new Error(`Visitors of links would load ${heavy} before they see a document: it holds Ant Design`);
      },
    },
  };
}

/** The chunks that these modules load: by static imports, or by all. */
function loaded(chunks: readonly Rolldown.OutputChunk[], paths: readonly string[], whole: boolean): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || found.has(chunk)) return;
    found.add(chunk);
    for (const next of [...chunk.imports, ...(whole ? chunk.dynamicImports : [])]) add(chunks.find((other) => other.fileName === next));
  };
  for (const path of paths) add(chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(path))));
  return [...found];
}

const holding = (chunks: readonly Rolldown.OutputChunk[], isIt: (id: string) => boolean): string | undefined =>
  chunks.find((chunk) => chunk.moduleIds.some(isIt))?.fileName;

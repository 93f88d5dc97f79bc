import type { Plugin } from 'vite';

/** What editors are made of: no page that does not edit loads any of it, neither of staff nor of visitors of links. */
const editorModules =
  /\/node_modules\/(yjs|y-protocols|y-codemirror\.next|@docx-editor\.dev|@univerjs)\/|\/modules\/editing\/(drawing|files|pdf|rooms|slides|text|word|workbook)\//;
/** Parts of editors that viewers of the same documents are made of too, with those viewers: source code, and drawings. */
const sharedModules = [
  { modules: /\/node_modules\/(@codemirror|@lezer)\//, viewers: /\/modules\/preview\// },
  { modules: /\/node_modules\/@excalidraw\//, viewers: /\/modules\/preview\/excalidraw\// },
];

/** The pages of editors and their parts, which lie in folders of their own; and the libraries' own lazy parts. What visitors meet before one of them loads none. */
const editorRoots = /\/modules\/editing\/[\w-]+\/[\w.-]+$|\/node_modules\//;

/** The parts of a chunk that say what is loaded with it. */
export interface LoadedChunk {
  fileName: string;
  isEntry: boolean;
  isDynamicEntry: boolean;
  facadeModuleId: string | null;
  /** The chunks that are loaded with it. */
  imports: string[];
  moduleIds: string[];
}

/** What is loaded with a chunk, itself included. */
function loadedWith(root: LoadedChunk, byName: ReadonlyMap<string, LoadedChunk>): Set<LoadedChunk> {
  const found = new Set([root]);
  for (const chunk of found)
    for (const name of chunk.imports) {
      const next = byName.get(name);
      if (next !== undefined) found.add(next);
    }
  return found;
}

/** The pages and other entries that load modules of an editor without being one, each with such a module. */
export function editorsLoadedElsewhere(chunks: readonly LoadedChunk[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  return chunks.flatMap((root) => {
    const facade = (root.facadeModuleId ?? root.fileName).replaceAll('\\', '/');
    if ((!root.isEntry && !root.isDynamicEntry) || editorRoots.test(facade)) return [];
    const loaded = [...loadedWith(root, byName)].flatMap((chunk) => chunk.moduleIds.map((id) => id.replaceAll('\\', '/')));
    const wrong = loaded.find(
      (id) => editorModules.test(id) || sharedModules.some(({ modules, viewers }) => modules.test(id) && !viewers.test(facade)),
    );
    return wrong === undefined ? [] : [`${facade.replace(/^.*\/web\//, '')} loads ${wrong.replace(/^.*\/node_modules\//, '')}`];
  });
}

/** Fails a build in which pages that do not edit would load an editor. */
export function editorChunks(): Plugin {
  return {
    name: 'dossier-editor-chunks',
    apply: 'build',
    generateBundle(_, bundle) {
      const wrong = editorsLoadedElsewhere(Object.values(bundle).filter((one) => one.type === 'chunk'));
      if (wrong.length > 0) this.error(`Editors are chunks of their own, but:\n${wrong.join('\n')}`);
    },
  };
}

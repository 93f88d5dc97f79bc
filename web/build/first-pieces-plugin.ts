import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';

/** The modules around the first page of a signed-in person; their chunks would otherwise be known only to the first script. */
const frame = ['app/shell/shell.tsx', 'app/dressed.tsx'];
/** A page's own pieces; of others the styles would be fetched for nothing, which browsers complain of. */
interface Place {
  at: RegExp;
  paths: string[];
  /** What is also started at once, as that takes its time; `pdf-worker.ts` takes it up. */
  worker?: string;
}

const places: Place[] = [
  { at: /^\/(knowledge|doc-my|system|recycle|favorite)\//, paths: ['rooms/library/area-page.tsx'] },
  {
    at: /^\/(pdfViewer\/|docpreview\/#pdf)/,
    paths: ['rooms/preview/viewer-page.tsx', 'rooms/pdf/pdf-window.tsx'],
    worker: 'pdf.worker',
  },
  { at: /^\/(docpreview|previewOnline|cadViewer|musicViewer|videoPlayer)\//, paths: ['rooms/preview/viewer-page.tsx'] },
];
const langs = ['cn', 'en', 'es', 'ja'];

/**
 * Writes a small script that lets the browser fetch and compile a signed-in person's first pieces beside the first script
 * instead of after it. It is a file, since the policy of the page forbids scripts inside it; who is not signed in loads none of them.
 */
export function firstPieces(): Plugin {
  return {
    name: 'dossier-first-pieces',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return;
        const parts = Object.values(bundle);
        const source = script(String(page.source), {
          chunks: parts.filter((part) => part.type === 'chunk'),
          assets: parts.filter((part) => part.type === 'asset').map(({ fileName }) => fileName),
        });
        const fileName = `assets/first-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
        this.emitFile({ type: 'asset', fileName, source });
        page.source = String(page.source).replace('<script', `<script async src="/${fileName}"></script>\n    <script`);
      },
    },
  };
}

interface Parts {
  chunks: Rolldown.OutputChunk[];
  assets: string[];
}

function script(page: string, { chunks, assets }: Parts): string {
  const chunkOf = (path: string): Rolldown.OutputChunk => {
    const found = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(`/src/${path}`)));
    if (found === undefined) throw new Error(`no chunk holds ${path}`);
    return found;
  };
  const gather = (paths: string[], known: readonly string[] = []): string[] => {
    const found = new Set<string>();
    const add = (chunk: Rolldown.OutputChunk | undefined): void => {
      if (chunk === undefined || found.has(chunk.fileName)) return;
      found.add(chunk.fileName);
      for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
      for (const name of chunk.imports) add(chunks.find((one) => one.fileName === name));
    };
    for (const path of paths) add(chunkOf(path));
    return [...found].filter((file) => !page.includes(file) && !known.includes(file));
  };
  const first = gather(frame);
  const more = places.map(({ at, paths, worker }) => ({
    at,
    pieces: gather(paths, first),
    worker: worker && assets.find((name) => name.includes(worker)),
  }));
  const parser = chunks.find((chunk) => chunk.moduleIds.some((id) => id.includes('/node_modules/zod/')));
  if (parser !== undefined && [page, ...first, ...more.flatMap(({ pieces }) => pieces)].some((text) => text.includes(parser.fileName)))
    throw new Error('The first pages would load zod: let them read addresses by ground/page-query.ts, and no shapes of the contract');
  const words = Object.fromEntries(langs.map((lang) => [lang, gather([`ground/words/${lang}.ts`, `app/locale/${lang}.ts`], first)]));
  return `(() => {
  if (!localStorage.getItem('dossier-token')) return;
  const words = ${JSON.stringify(words)};
  const places = [${more.map(({ at, pieces, worker }) => `[${at}, ${JSON.stringify(pieces)}, ${JSON.stringify(worker)}]`).join(', ')}];
  const [, more = [], worker] = places.find(([at]) => at.test(location.pathname + '/' + location.hash)) ?? [];
  if (worker) globalThis.startedWorker = new Worker('/' + worker, { type: 'module' });
  for (const path of [...${JSON.stringify(first)}, ...more, ...(words[localStorage.getItem('dossier-lang')] ?? [])]) {
    const link = document.createElement('link');
    const isStyle = path.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = '/' + path;
    document.head.append(link);
  }
})();
`;
}

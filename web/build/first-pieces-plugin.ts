import type { Plugin, Rolldown } from 'vite';
import { languages } from '../../contract/src/core/languages.ts';
import { firstScript } from './first-script.ts';

/** The modules of the shell around a signed-in user's first page; otherwise only the first script would know their chunks. */
const frame = ['app/shell/shell.tsx', 'app/app-providers.tsx'];
/** The chunks of a page; preloading styles of other pages makes browsers warn. */
interface Place {
  at: RegExp;
  paths: string[];
  /** The chunks that draw it. Where a placeholder image is shown first, it goes before these, which would take the processor from it. */
  drawnBy?: string[];
  /** The worker that is started with them, as starting takes time; `pdf-library.ts` takes it over. */
  worker?: string;
  /** Whether its data are requested at once by the id in its address; `call.ts` takes the answer over. */
  view?: true;
  /** Whether it first appears without the shell. */
  undressed?: true;
}

/** Viewer windows that first appear without the shell, by rendition: those of `themeless` in `preview/viewer/windows.ts`. */
const firstWindows = {
  drawing: 'modules/preview/drawings/drawing-window.tsx',
  image: 'modules/preview/images/image-window.tsx',
  pages: 'modules/preview/pages/pages-window.tsx',
  pdf: 'modules/preview/pdf/pdf-window.tsx',
  sheet: 'modules/preview/workbooks/workbook-window.tsx',
};

const places: Place[] = [
  { at: /^\/(knowledge|doc-my|system|recycle|favorite)\//, paths: ['modules/documents/list/area-page.tsx'] },
  {
    at: /^\/(pdfViewer\/|docpreview\/#pdf)/,
    paths: ['modules/preview/viewer-page.tsx', firstWindows.pdf],
    drawnBy: ['modules/preview/pdf/pdf-session.ts'],
    worker: 'pdf.worker',
    view: true,
    undressed: true,
  },
  { at: /^\/docpreview\//, paths: ['modules/preview/viewer-page.tsx'], view: true, undressed: true },
  { at: /^\/previewOnline\//, paths: ['modules/preview/viewer-page.tsx', firstWindows.sheet], view: true, undressed: true },
  { at: /^\/cadViewer\//, paths: ['modules/preview/viewer-page.tsx', firstWindows.drawing], view: true, undressed: true },
  { at: /^\/(musicViewer|videoPlayer)\//, paths: ['modules/preview/viewer-page.tsx'], view: true },
];
const langs = Object.keys(languages);

/**
 * Generates a small script that lets the browser fetch and compile a signed-in user's first chunks beside the first script instead of after it, and
 * makes the first calls meanwhile. It is inlined, as fetching it would take time: the server's policy permits it by its hash. Without a session it
 * loads none of them.
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
        page.source = String(page.source).replace('<script', () => `<script>${source}</script>\n    <script`);
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
    const found = chunks.find((chunk) => chunk.moduleIds.some((id) => id === `\0${path}` || id.endsWith(`/${path}`)));
    if (found === undefined) throw new Error(`no chunk holds ${path}`);
    return found;
  };
  const gather = (paths: string[], known: readonly string[] = []): string[] => {
    const found = new Set<string>();
    const add = (chunk: Rolldown.OutputChunk | undefined): void => {
      if (chunk === undefined || found.has(chunk.fileName)) return;
      found.add(chunk.fileName);
      for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
      for (const name of chunk.imports) add(chunks.find((other) => other.fileName === name));
    };
    for (const path of paths) add(chunkOf(path));
    return [...found].filter((file) => !page.includes(file) && !known.includes(file));
  };
  const first = gather(frame);
  const more = places.map(({ at, paths, drawnBy = [], worker, view = false, undressed = false }) => {
    const pieces = undressed ? gather(paths) : [...first, ...gather(paths, first)];
    return { at, view, pieces, drawnBy: gather(drawnBy, pieces), worker: worker && assets.find((name) => name.includes(worker)) };
  });
  const windows = Object.fromEntries(Object.entries(firstWindows).map(([shownAs, path]) => [shownAs, gather([path])]));
  const parser = chunks.find((chunk) => chunk.moduleIds.some((id) => id.includes('/node_modules/zod/')));
  if (
    parser !== undefined &&
    [page, ...first, ...Object.values(windows).flat(), ...more.flatMap(({ pieces, drawnBy }) => [...pieces, ...drawnBy])].some((text) =>
      text.includes(parser.fileName),
    )
  )
    throw new Error('The first pages would load zod: let them read addresses by platform/page-query.ts, and no shapes of the contract');
  const words = Object.fromEntries(
    langs.map((lang) => [lang, gather([`virtual:texts/staff/${lang}`, `locales/${lang}/toolkit.ts`], first)]),
  );
  return firstScript({ first, places: more, windows, words });
}

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, relative, sep } from 'node:path';
import { isSharePage } from '@dossier/contract/sharing/share-pages';
import type { FastifyInstance } from 'fastify';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.bcmap': 'application/octet-stream',
  '.pfb': 'application/octet-stream',
  '.ttf': 'font/ttf',
};

/** Files whose names stay while another build changes them: the service worker, which browsers keep for a day if they may, and the reader that it keeps. */
const keepsName = (path = ''): boolean => /^service-worker\.js(\.(br|gz))?$/.test(path) || path.startsWith('offline/');

/** The inline script that the build put into the page. */
const ownScript = /<script>([^]*?)<\/script>/;

/** Who else a page deals with: origins that it may frame and post forms to, and hosts whose pages may frame it. */
interface Framing {
  framed?: readonly string[];
  framedBy?: readonly string[];
}

/** What a page may load: only our own scripts and the inline one, by its hash; images and media also from blobs made in the page. */
const policyOf = (page: string, { framed = [], framedBy = [] }: Framing): string => {
  const [, script] = ownScript.exec(page) ?? [];
  const others = framed.map((origin) => ` ${origin}`).join('');
  const ancestors = framedBy.length === 0 ? "'none'" : framedBy.join(' ');
  const hash = script === undefined ? '' : ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  return [
    `script-src 'self' 'wasm-unsafe-eval'${hash}`,
    ...policy,
    `frame-ancestors ${ancestors}`,
    `frame-src 'self'${others}`,
    `form-action 'self'${others}`,
  ].join('; ');
};

const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
];

/** Reads a page from disk; while a build has removed it, returns the last copy. */
function keptPages(): (path: string) => Promise<Buffer> {
  const pages = new Map<string, Buffer>();
  return async (path) => {
    try {
      const page = await readFile(path);
      pages.set(path, page);
      return page;
    } catch (error) {
      const before = pages.get(path);
      if (before === undefined) throw error;
      return before;
    }
  };
}

/** Answers who else the page at a path deals with. */
type FramingOf = (path: string) => Promise<Framing>;

/** Serves the built client from `dist`, compressed copies first; every unknown GET that accepts HTML gets the page. */
export function serveClient(app: FastifyInstance, dist: string, framingOf: FramingOf = async () => ({})): void {
  const files = new Map<string, Promise<Buffer>>();
  const loadPage = keptPages();
  for (const page of ['index.html', 'share.html']) void loadPage(join(dist, page)).catch(() => undefined);
  const load = (path: string): Promise<Buffer> => {
    // these change with every build under a running server; the files that the page names carry a hash and never do
    if (extname(path.replace(/\.(br|gz)$/, '')) === '.html' || keepsName(relative(dist, path))) return loadPage(path);
    let found = files.get(path);
    if (found === undefined) {
      found = readFile(path);
      found.catch(() => files.delete(path));
      files.set(path, found);
    }
    return found;
  };
  app.setNotFoundHandler(async (request, reply) => {
    const path = decodePath(request.url);
    const accepted = request.headers.accept ?? '*/*';
    // the start page is for every client, a deep path only for browsers: a wrong call must not look answered
    const wantsPage = request.method === 'GET' && (accepted.includes('text/html') || (path === '' && accepted.includes('*/*')));
    const file = path === undefined ? undefined : join(dist, path);
    const inside = file?.startsWith(dist + sep) === true && extname(file) !== '' && existsSync(file);
    if ((request.method !== 'GET' && request.method !== 'HEAD') || (!inside && !wantsPage)) {
      return reply.status(404).send({ code: 404, message: 'Not found', data: {} });
    }
    const isShare = !inside && isSharePage(`/${path ?? ''}`, queryOf(request.url));
    const target = inside && file !== undefined ? file : join(dist, isShare ? 'share.html' : 'index.html');
    const encoding = ['br', 'gzip'].find((word) => (request.headers['accept-encoding'] ?? '').includes(word));
    const packed = encoding === undefined ? undefined : `${target}.${encoding === 'br' ? 'br' : 'gz'}`;
    const usePacked = packed !== undefined && existsSync(packed);
    const isPage = extname(target) === '.html';
    reply
      .header('content-type', types[extname(target)] ?? 'application/octet-stream')
      .header('vary', 'accept-encoding')
      .header('x-content-type-options', 'nosniff')
      .header(
        'cache-control',
        isPage || keepsName(path)
          ? 'no-cache'
          : path?.startsWith('assets/') === true
            ? 'public, max-age=31536000, immutable'
            : 'public, max-age=3600',
      );
    if (usePacked) reply.header('content-encoding', encoding);
    if (isPage) {
      const framing = await framingOf(`/${path ?? ''}`);
      // the older header knows no list of hosts
      if ((framing.framedBy ?? []).length === 0) reply.header('x-frame-options', 'DENY');
      reply
        .header('content-security-policy', policyOf((await load(target)).toString('utf8'), framing))
        .header('referrer-policy', isShare ? 'no-referrer' : 'same-origin')
        .header('cross-origin-opener-policy', 'same-origin')
        .header('permissions-policy', 'camera=(), microphone=(), geolocation=()');
    }
    // share links must not be indexed, and no shared cache may store them
    if (isShare) reply.header('x-robots-tag', 'noindex, nofollow, noarchive').header('cache-control', 'no-store');
    return reply.send(await load(usePacked && packed !== undefined ? packed : target));
  });
}

const queryOf = (url: string): URLSearchParams => new URLSearchParams(url.split('?')[1] ?? '');

function decodePath(url: string): string | undefined {
  try {
    const path = normalize(decodeURIComponent(url.split('?')[0] ?? '')).replace(/^[/\\]+/, '');
    return path.includes('\0') || path.startsWith('..') ? undefined : path;
  } catch {
    return undefined;
  }
}

import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type Plugin, build } from 'vite';

const source = fileURLToPath(new URL('../src/service-worker/service-worker.ts', import.meta.url));

/**
 * Builds the service worker: one script without imports, at the root of the site, which its scope follows from. It carries a name of this build, so
 * that browsers see a change with each build.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'dossier-service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const names = Object.keys(bundle).toSorted().join(' ');
        const name = createHash('sha256').update(names).digest('hex').slice(0, 16);
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: await bundled(name) });
      },
    },
  };
}

async function bundled(name: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    define: { buildName: JSON.stringify(name) },
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: { entry: source, formats: ['iife'], name: 'worker', fileName: 'worker' },
    },
  });
  const outputs = Array.isArray(made) ? made : [made];
  const chunks = outputs.flatMap((one) => ('output' in one ? one.output : [])).filter((part) => part.type === 'chunk');
  const [chunk] = chunks;
  if (chunk === undefined || chunks.length > 1) throw new Error('The service worker is not one script');
  return chunk.code;
}

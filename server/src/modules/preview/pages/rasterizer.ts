import { fileURLToPath } from 'node:url';
import type { Mark } from '@dossier/contract/preview/watermarks';
import type { Services } from '../../../platform/context.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import type { RenderResult, Rendition } from '../renderer.ts';
import { renderableFolders } from '../rendition-cache.ts';

/** A page takes some hundred milliseconds; beyond the limit it is broken or hostile. */
const timeoutMs = 60_000;
const maxOutput = 32 << 20;

/** The sandboxed rasterisers of pages and images, which end soon after the last job. */
const rasterizerOf = sandboxPool((services) => {
  const marks = fileURLToPath(new URL('../watermarks/mark-drawing', import.meta.url));
  const readable = [...renderableFolders(services), marks];
  const tasks = fileURLToPath(new URL('./raster/tasks.ts', import.meta.url));
  return { readable, tasks, addons: true, size: 3, jobsPerProcess: 200, idleMs: 60_000, heapMb: 768 };
});

/** A rasteriser task on a file. */
export interface RasterTask {
  task: 'page' | 'words' | 'facts' | 'outline' | 'picture' | 'pictureFacts' | 'mark';
  path: string;
  ext: string;
  urgent: boolean;
  terms?: Record<string, unknown>;
}

/** Runs a task in a sandboxed process. */
export async function rasterize(services: Services, { task, path, ext, urgent, terms }: RasterTask): Promise<RenderResult> {
  const answer = await rasterizerOf(services).run(
    task,
    { path, ext, name: '', size: 0 },
    { timeoutMs, maxOutput, urgent, ...(terms && { terms }) },
  );
  if (!answer.ok) return answer;
  if (answer.cut === true) return { ok: false, reason: 'too-large' };
  return { ok: true, content: answer.bytes ?? Buffer.from(answer.text) };
}

/** The last watermarked images: browsers request an image several times, and users page back. */
const recentImages = new LimitedMap<Buffer>(24);

/** A page image with a watermark for one user and minute; never stored on disk. Undefined where it could not be drawn. */
export async function markImage(services: Services, { path, changed }: Rendition & { ok: true }, mark: Mark): Promise<Buffer | undefined> {
  const key = `${path} ${changed} ${JSON.stringify(mark)}`;
  const known = recentImages.get(key);
  if (known !== undefined) return known;
  const drawn = await rasterize(services, { task: 'mark', path, ext: 'jpg', urgent: true, terms: { mark } });
  if (!drawn.ok || !Buffer.isBuffer(drawn.content)) return undefined;
  recentImages.set(key, drawn.content);
  return drawn.content;
}

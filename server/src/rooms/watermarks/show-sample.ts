import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codes } from '@dossier/contract/codes';
import type { ParsedOf } from '@dossier/contract/route';
import type { watermarks } from '@dossier/contract/watermarks';
import { housePool } from '../../ground/confined/house-pool.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { factsOf, markOf } from './mark-for.ts';
import { sampleWords } from './sample/words.ts';

const fonts = join(dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json')), '400Regular');
const font = { path: join(fonts, 'NotoSansSC_400Regular.ttf'), ext: 'ttf', name: '', size: 0 };
const bounds = { timeoutMs: 20_000, maxOutput: 1 << 20, urgent: true };

/** Who draws the page: in a process of its own, as drawing takes the time of everybody else. */
const painterOf = housePool(() => {
  const tasks = fileURLToPath(new URL('./sample/tasks.ts', import.meta.url));
  return { readable: [fonts], tasks, addons: true, heapMb: 256, idleMs: 60_000 };
});

/** A page with a mark as it would be drawn for the caller now. */
export async function showSample(ctx: Ctx, { design, landscape }: ParsedOf<typeof watermarks.sample>): Promise<{ picture: string }> {
  const words = sampleWords[ctx.user.lang];
  const mark = await markOf(design, { ...(await factsOf(ctx, design)), document: `${words.title}.docx`, version: '3' });
  const drawn = await painterOf(ctx.house).run('sample', font, { ...bounds, terms: { mark, words, landscape } });
  if (!drawn.ok || drawn.bytes === undefined) throw new Refusal(codes.conversionFailed);
  return { picture: `data:image/webp;base64,${drawn.bytes.toString('base64')}` };
}

import { createRequire } from 'node:module';
import { textOf } from '../../../platform/text/texts.ts';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { previewByToken } from '@dossier/contract/preview/preview-token';
import type { Mark, watermarks } from '@dossier/contract/preview/watermarks';
import type { Context, PublicContext } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import { openPreviewTicket, requireContentUse } from '../../documents/file-tickets.ts';
import { fillDesign, watermarkFacts, watermarkFor } from './resolve-watermark.ts';

type Target = ParsedOf<typeof watermarks.ofDocument>;

const markOn = async (ctx: Context, input: Target): Promise<Mark | undefined> =>
  watermarkFor({ ctx, authorised: await requireContentUse(ctx, 'view', input) }, 'view');

const linesOf = (mark: Mark | undefined): string => mark?.lines.join('\n') ?? '';

/** The watermark of a document for the caller. */
export async function showMark(ctx: Context, input: Target): Promise<OutputOf<typeof watermarks.ofDocument>> {
  const mark = await markOn(ctx, input);
  return { text: linesOf(mark), ...(mark && { mark }) };
}

/** Like `showMark`, in the format of clients that draw a text overlay. */
export async function showFirstMark(ctx: Context, input: Target): Promise<OutputOf<typeof watermarks.first>> {
  const mark = await markOn(ctx, input);
  const { colour: color = '', size: fontSize = 0, opacity: alpha = 0, angle = 0 } = mark ?? {};
  return { show: mark !== undefined, text: linesOf(mark), color, fontSize, alpha, angle };
}

/** Like `showMark`, complete. */
export async function showSecondMark(ctx: Context, input: Target): Promise<OutputOf<typeof watermarks.second>> {
  const mark = await markOn(ctx, input);
  return { show: mark !== undefined, ...mark };
}

/** The watermark of a preview token, for viewers that draw it as an overlay. */
export async function showMarkByToken(
  { services, address }: PublicContext,
  input: ParsedOf<typeof previewByToken.mark>,
): Promise<OutputOf<typeof previewByToken.mark>> {
  const { ctx, authorised, use } = await openPreviewTicket(services, input.look, address);
  const mark = await watermarkFor({ ctx, authorised }, use === 'print' ? 'print' : 'view');
  return mark === undefined ? {} : { mark };
}

const fonts = join(dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json')), '400Regular');
const font = { path: join(fonts, 'NotoSansSC_400Regular.ttf'), ext: 'ttf', name: '', size: 0 };
const bounds = { timeoutMs: 20_000, maxOutput: 1 << 20, urgent: true };

/** The renderer of sample pages: in a process of its own, since drawing would block other requests. */
const painterOf = sandboxPool(() => {
  const tasks = fileURLToPath(new URL('./sample/tasks.ts', import.meta.url));
  return { readable: [fonts, fileURLToPath(new URL('./mark-drawing', import.meta.url))], tasks, addons: true, heapMb: 256, idleMs: 60_000 };
});

/** A sample page with the caller's watermark. */
export async function showSample(ctx: Context, { design, landscape }: ParsedOf<typeof watermarks.sample>): Promise<{ picture: string }> {
  const t = textOf(ctx.user.lang, 'preview.watermarks');
  const [title, text] = [t('sampleTitle'), t('sampleText')];
  const words = { title, text, space: text.includes(' ') ? ' ' : '' };
  const mark = await fillDesign(design, { ...(await watermarkFacts(ctx, design)), document: `${title}.docx`, version: '3' });
  const drawn = await painterOf(ctx.services).run('sample', font, { ...bounds, terms: { mark, words, landscape } });
  if (!drawn.ok || drawn.bytes === undefined) throw new Refusal(codes.conversionFailed);
  return { picture: `data:image/webp;base64,${drawn.bytes.toString('base64')}` };
}

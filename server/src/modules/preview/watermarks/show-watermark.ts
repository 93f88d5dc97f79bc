import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import type { previewByToken } from '@dossier/contract/preview/preview-token';
import type { Mark, watermarks } from '@dossier/contract/preview/watermarks';
import type { Context, PublicContext } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import { openPreviewTicket, requireContentUse } from '../../documents/file-tickets.ts';
import { fillDesign, watermarkFacts, watermarkFor } from './resolve-watermark.ts';

type Target = ParsedOf<typeof watermarks.ofDocument>;

const markOn = async (ctx: Context, input: Target): Promise<Mark | undefined> =>
  watermarkFor({ ctx, held: await requireContentUse(ctx, 'view', input) }, 'view');

const textOf = (mark: Mark | undefined): string => mark?.lines.join('\n') ?? '';

/** The mark that a document is shown with to the caller. */
export async function showMark(ctx: Context, input: Target): Promise<OutputOf<typeof watermarks.ofDocument>> {
  const mark = await markOn(ctx, input);
  return { text: textOf(mark), ...(mark && { mark }) };
}

/** The same in its outlines, for clients that draw a text over what they show. */
export async function showFirstMark(ctx: Context, input: Target): Promise<OutputOf<typeof watermarks.first>> {
  const mark = await markOn(ctx, input);
  const { colour: color = '', size: fontSize = 0, opacity: alpha = 0, angle = 0 } = mark ?? {};
  return { show: mark !== undefined, text: textOf(mark), color, fontSize, alpha, angle };
}

/** The same whole. */
export async function showSecondMark(ctx: Context, input: Target): Promise<OutputOf<typeof watermarks.second>> {
  const mark = await markOn(ctx, input);
  return { show: mark !== undefined, ...mark };
}

/** The mark of a look, for viewers that lay it over what they show. */
export async function showMarkByToken(
  { services, address }: PublicContext,
  input: ParsedOf<typeof previewByToken.mark>,
): Promise<OutputOf<typeof previewByToken.mark>> {
  const { ctx, held, use } = await openPreviewTicket(services, input.look, address);
  const mark = await watermarkFor({ ctx, held }, use === 'print' ? 'print' : 'view');
  return mark === undefined ? {} : { mark };
}

/** What stands on the page on which a watermark is tried. */
const sampleWords: Record<Lang, { title: string; text: string; space: string }> = {
  cn: {
    title: '采购合同',
    text: '甲乙双方经友好协商，就设备采购事宜达成如下协议，并共同遵守。乙方应按照本合同约定的规格、数量和期限交付设备，并提供安装、调试及培训服务。甲方应在验收合格后三十日内付清货款。未经对方书面同意，任何一方不得将本合同的内容透露给第三方。',
    space: '',
  },
  en: {
    title: 'Supply agreement',
    text: 'The parties agree on the delivery of the equipment described below. The supplier delivers it in the agreed quantity and quality by the date named in the annex, installs it and instructs the staff of the customer. The customer pays within thirty days of acceptance. Neither party tells others what this agreement says unless the other has consented in writing.',
    space: ' ',
  },
  es: {
    title: 'Contrato de suministro',
    text: 'Las partes acuerdan el suministro de los equipos que se describen a continuación. El proveedor los entrega en la cantidad y calidad convenidas, los instala y forma al personal del cliente. El cliente paga en los treinta días siguientes a la aceptación. Ninguna de las partes revela a terceros el contenido de este contrato sin el consentimiento escrito de la otra.',
    space: ' ',
  },
  ja: {
    title: '売買契約書',
    text: '甲と乙は、以下に定める機器の売買について合意し、本契約を締結する。乙は、別紙に定める数量、品質および期日に従って機器を納入し、設置および操作の説明を行う。甲は、検収後三十日以内に代金を支払う。いずれの当事者も、相手方の書面による同意なく、本契約の内容を第三者に開示してはならない。',
    space: '',
  },
};

const fonts = join(dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json')), '400Regular');
const font = { path: join(fonts, 'NotoSansSC_400Regular.ttf'), ext: 'ttf', name: '', size: 0 };
const bounds = { timeoutMs: 20_000, maxOutput: 1 << 20, urgent: true };

/** Who draws the page: in a process of its own, as drawing takes the time of everybody else. */
const painterOf = sandboxPool(() => {
  const tasks = fileURLToPath(new URL('./sample/tasks.ts', import.meta.url));
  return { readable: [fonts, fileURLToPath(new URL('./mark-drawing', import.meta.url))], tasks, addons: true, heapMb: 256, idleMs: 60_000 };
});

/** A page with a mark as it would be drawn for the caller now. */
export async function showSample(ctx: Context, { design, landscape }: ParsedOf<typeof watermarks.sample>): Promise<{ picture: string }> {
  const words = sampleWords[ctx.user.lang];
  const mark = await fillDesign(design, { ...(await watermarkFacts(ctx, design)), document: `${words.title}.docx`, version: '3' });
  const drawn = await painterOf(ctx.services).run('sample', font, { ...bounds, terms: { mark, words, landscape } });
  if (!drawn.ok || drawn.bytes === undefined) throw new Refusal(codes.conversionFailed);
  return { picture: `data:image/webp;base64,${drawn.bytes.toString('base64')}` };
}

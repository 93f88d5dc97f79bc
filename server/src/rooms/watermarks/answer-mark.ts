import type { looks } from '@dossier/contract/looks';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Mark, watermarks } from '@dossier/contract/watermarks';
import type { Ctx, PublicCtx } from '../../ground/ctx.ts';
import { needUse, openLook } from '../content/file-ticket.ts';
import { markFor } from './mark-for.ts';

type Target = ParsedOf<typeof watermarks.ofDocument>;

const markOn = async (ctx: Ctx, input: Target): Promise<Mark | undefined> =>
  markFor({ ctx, held: await needUse(ctx, 'view', input) }, 'view');

const textOf = (mark: Mark | undefined): string => mark?.lines.join('\n') ?? '';

/** The mark that a document is shown with to the caller. */
export async function showMark(ctx: Ctx, input: Target): Promise<OutputOf<typeof watermarks.ofDocument>> {
  const mark = await markOn(ctx, input);
  return { text: textOf(mark), ...(mark && { mark }) };
}

/** The same in its outlines, for clients that draw a text over what they show. */
export async function showFirstMark(ctx: Ctx, input: Target): Promise<OutputOf<typeof watermarks.first>> {
  const mark = await markOn(ctx, input);
  const { colour: color = '', size: fontSize = 0, opacity: alpha = 0, angle = 0 } = mark ?? {};
  return { show: mark !== undefined, text: textOf(mark), color, fontSize, alpha, angle };
}

/** The same whole. */
export async function showSecondMark(ctx: Ctx, input: Target): Promise<OutputOf<typeof watermarks.second>> {
  const mark = await markOn(ctx, input);
  return { show: mark !== undefined, ...mark };
}

/** The mark of a look, for viewers that lay it over what they show. */
export async function lookMark({ house, address }: PublicCtx, input: ParsedOf<typeof looks.mark>): Promise<OutputOf<typeof looks.mark>> {
  const { ctx, held, use } = await openLook(house, input.look, address);
  const mark = await markFor({ ctx, held }, use === 'print' ? 'print' : 'view');
  return mark === undefined ? {} : { mark };
}

import type { preview } from '@dossier/contract/preview';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx, House } from '../../ground/ctx.ts';
import { fileUrl, type HeldRevision, lookTicket, needUse, shownName } from '../content/file-ticket.ts';
import { seenBy } from '../films/film-way.ts';
import type { Maker, Source } from '../renditions/maker.ts';
import { frontOf, makeFront } from '../pages/front.ts';
import { render, stateOf } from '../renditions/render.ts';
import { noteView, sayViewed } from './note-view.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { type Way, wayOf } from './way.ts';

type View = OutputOf<typeof preview.view>;
type Target = ParsedOf<typeof preview.view>;

const windows: Partial<Record<View['rendition'], string>> = {
  pdf: '/pdfViewer',
  video: '/videoPlayer',
  audio: '/musicViewer',
  sheet: '/previewOnline',
  drawing: '/cadViewer',
};

/** What these windows show is always made, or made where it has to be. */
const hasOwnWindow: ReadonlySet<View['rendition']> = new Set(['sheet', 'drawing', 'video', 'audio']);

/** The client's own page for a document. */
function detailUrl(held: HeldRevision, { shown, maker }: Way): string {
  const { item, revision } = held;
  const older = revision.id === item.revision_id ? '' : `&currentRev=${revision.id}`;
  const window = maker === undefined || hasOwnWindow.has(shown) ? windows[shown] : undefined;
  // the client starts at once what reads PDF
  const ahead = window === undefined && shown === 'pdf' ? '#pdf' : '';
  return `${window ?? '/docpreview'}?id=${item.id}${older}${ahead}`;
}

/** Of what these viewers show, the bytes themselves are given besides. */
const isGivenAsItIs: ReadonlySet<View['rendition']> = new Set(['sheet', 'mail', 'archive']);

/** Where the bytes are that are shown: the document's own, or what is made of them. */
export function shownAt(
  ctx: Ctx,
  held: HeldRevision,
  ...[{ shown, maker }, { look, use }]: [Way, { look: string; use: 'view' | 'print' }]
): string {
  const name = encodeURIComponent(shownName(held).name);
  if (maker === undefined || isGivenAsItIs.has(shown)) return held.entry ? `/look/entry/${look}/${name}` : fileUrl(ctx, held, use);
  if (shown === 'pages') return `/look/page/${look}/1`;
  if (shown === 'video' || shown === 'audio') return `/look/film/${look}/${name}`;
  if (shown === 'drawing') return `/look/drawing/${look}`;
  return shown === 'image' ? `/look/picture/${look}/${name}.jpg` : `/look/pdf/${look}/${name}.pdf`;
}

/** Whether that which a revision is shown by was made before, and for whoever looks: then nobody need wait for it. */
async function stands(house: House, held: HeldRevision, wanted: { maker: Maker; param: string }): Promise<boolean> {
  const state = seenBy(held, await stateOf(house, sourceOf(held), wanted));
  return state !== undefined && 'ok' in state && state.ok;
}

/** Makes what a document is shown by, and then what lets it be seen sooner the next time. */
async function begin(house: House, source: Source, { shown, maker, param = '' }: Way): Promise<void> {
  if (maker === undefined) return;
  const made = await render(house, source, { maker, param, urgent: true });
  if (made.ok && shown === 'pdf') await makeFront(house, source);
}

/** How a revision is shown and where its bytes are; what has to be made for it is begun. */
export async function viewOf(ctx: Ctx, held: HeldRevision): Promise<View> {
  const { name, ext } = shownName(held);
  const way = await wayOf(ctx, held);
  const { shown: rendition, maker, param = '' } = way;
  const look = lookTicket(ctx, held, 'view');
  const lacks = maker !== undefined && !(await stands(ctx.house, held, { maker, param }));
  const source = sourceOf(held);
  if (lacks) void begin(ctx.house, source, way);
  const front = rendition === 'pdf' && !lacks ? await frontOf(ctx.house, source, look) : undefined;
  return {
    id: String(held.item.id),
    name,
    ext,
    size: held.entry?.size ?? held.revision.size,
    version: held.revision.number,
    rendition,
    detailUrl: detailUrl(held, way),
    streamUrl: shownAt(ctx, held, way, { look, use: 'view' }),
    ...(lacks && { made: true }),
    ...(front && { front }),
    ...(held.lent === true && { lent: true }),
    look,
    rights: held.bits,
  };
}

/** Shows a document; the log notes it. */
export async function viewDocument(ctx: Ctx, input: Target): Promise<View> {
  const held = await needUse(ctx, 'view', input);
  await sayViewed(ctx, held);
  return viewOf(ctx, held);
}

/** Where the bytes are, for players that know what they want. */
export async function fileInfo(ctx: Ctx, input: Target) {
  const held = await needUse(ctx, 'view', input);
  await noteView(ctx, held);
  const { ext, streamUrl, detailUrl: flexUrl } = await viewOf(ctx, held);
  return { ext, flexUrl, streamUrl };
}

/** Notes a print and says where to get what is printed: what may be seen of it, with the mark of prints. */
export async function printDocument(ctx: Ctx, input: Target) {
  const held = await needUse(ctx, 'print', input);
  await ctx.say('document.printed', { objId: held.item.id, objName: held.item.name, revisionId: held.revision.id });
  return printOf(ctx, held);
}

/** Where to get what is printed of a revision. */
export async function printOf(ctx: Ctx, held: HeldRevision): Promise<{ look: string; streamUrl: string }> {
  const look = lookTicket(ctx, held, 'print');
  return { streamUrl: shownAt(ctx, held, await wayOf(ctx, held), { look, use: 'print' }), look };
}

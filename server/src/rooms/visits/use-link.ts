import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { links } from '@dossier/contract/shares';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { VisitCtx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { fileUrl, needUse, shownName } from '../content/file-ticket.ts';
import { offerZip } from '../archives/download-zip.ts';
import { findVisible, needItem, needItems } from '../library/need-items.ts';
import { printOf, viewOf } from '../preview/view-document.ts';
import { needDownloadAddress } from '../guard/address-guard.ts';
import { takeUse } from '../shares/share-door.ts';
import { needLink } from './link-items.ts';
import { setLooked } from './queries.ts';
import { noteEvent, noteMany } from './visit-events.ts';

type Fetched = OutputOf<typeof links.download>;

/** The same visit as it may look at documents: without what the link keeps for downloads. */
const looking = ({ house, db, visit, address, origin }: VisitCtx): Promise<VisitCtx> =>
  house.visits.open(house, db, { visitId: visit.id, address, origin, looking: true });

/** Shows a shared document, as it is today: older revisions are not given. */
export async function viewLink(ctx: VisitCtx, { token, id }: ParsedOf<typeof links.view>): Promise<OutputOf<typeof links.view>> {
  await needLink(ctx, token);
  const seeing = await looking(ctx);
  const held = await needUse(seeing, 'view', { id });
  await noteEvent(ctx, 'viewed', held.item);
  await setLooked(ctx.db, ctx.visit.id, ctx.now);
  return { ...(await viewOf(seeing, held)), detailUrl: `/curlPreview?id=${held.item.id}` };
}

interface Named {
  id: number;
  name: string;
}

/** Counts a download once, whatever is in it, in the transaction in which it is noted; 5004 where none is left. */
async function countDownload(ctx: VisitCtx, { whole, items }: { whole?: string; items: readonly Named[] }): Promise<number> {
  const left = await takeUse(ctx.db, ctx.visit.shareId, 'downloads');
  if (left === undefined) throw new Refusal(codes.shareDownloadsUsed);
  const [first] = items;
  if (whole === undefined && first !== undefined && items.length === 1) await noteEvent(ctx, 'downloaded', first);
  else await noteMany(ctx, { name: whole ?? '', items });
  return left;
}

function needDownloads({ visit }: VisitCtx): void {
  if ((visit.bits & right.download) === 0) throw new Refusal(codes.shareNoDownload);
}

/** Where to fetch a document, or a folder as a zip. */
export async function fetchLink(ctx: VisitCtx, { token, id }: ParsedOf<typeof links.download>): Promise<Fetched> {
  await needLink(ctx, token);
  needDownloads(ctx);
  const { item } = await needItem(ctx, right.visible | right.read, id);
  if (item.kind !== objType.document) return zip(ctx, [id]);
  await needDownloadAddress(ctx);
  return inTransaction(ctx, async (writing) => {
    const held = await needUse(writing, 'download', { id });
    const downloadsLeft = await countDownload(writing, { items: [held.item] });
    const { name, ext } = shownName(held);
    return { downloadUrl: fileUrl(writing, held, 'download'), fileName: name, ext, downloadsLeft };
  });
}

/** Where to fetch several items, or all that is shared, as one zip. */
export async function fetchAll(ctx: VisitCtx, { token, objIds }: ParsedOf<typeof links.downloadAll>): Promise<Fetched> {
  const share = await needLink(ctx, token);
  needDownloads(ctx);
  if (objIds !== undefined) return zip(ctx, objIds);
  const held = await findVisible(ctx, [...ctx.visit.items]);
  return zip(
    ctx,
    held.map(({ item }) => String(item.id)),
    share.name,
  );
}

/** What the zip will hold is looked at before it is counted: one that cannot be made uses up nothing. */
async function zip(ctx: VisitCtx, ids: string[], whole?: string): Promise<Fetched> {
  const offered = await offerZip(ctx, ids);
  const items = (await needItems(ctx, right.visible, ids)).map(({ item }) => item);
  const downloadsLeft = await inTransaction(ctx, (writing) => countDownload(writing, { ...(whole !== undefined && { whole }), items }));
  return { ...offered, downloadsLeft };
}

/** Counts a print and hands out what is printed; 5008 where none is allowed, 5005 where none is left. */
export async function printLink(ctx: VisitCtx, { token, id }: ParsedOf<typeof links.print>): Promise<OutputOf<typeof links.print>> {
  await needLink(ctx, token);
  if ((ctx.visit.bits & right.print) === 0) throw new Refusal(codes.shareNoPrint);
  const seeing = await looking(ctx);
  const held = await needUse(seeing, 'print', { id });
  const left = await takeUse(ctx.db, ctx.visit.shareId, 'prints');
  if (left === undefined) throw new Refusal(codes.sharePrintsUsed);
  await noteEvent(ctx, 'printed', held.item);
  return { ...(await printOf(seeing, held)), printsLeft: left };
}

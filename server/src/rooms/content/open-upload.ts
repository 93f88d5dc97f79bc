import { codes } from '@dossier/contract/codes';
import type { content } from '@dossier/contract/content';
import { objType, right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { addressBlock } from '../../ground/http/address-block.ts';
import { Refusal } from '../../ground/refusal.ts';
import { deepest } from '../library/create-folder.ts';
import { needOpenPlace } from '../library/move-items.ts';
import { nameColumns, needWelcomeName } from '../library/name-rules.ts';
import { type Held, needItem, needPlace } from '../library/need-items.ts';
import { type ByteHolder, needSpace } from '../limits/need-space.ts';
import { needFreeName } from '../library/place-document.ts';
import { needUnlocked } from '../library/update-item.ts';
import { type Counter, countOpened, mostOpenOfVisitors, ofPerson } from './opened-uploads.ts';
import { uploadUrl, validSeconds } from './upload-ticket.ts';

/** What stays free on the disk whatever is uploaded: the database must go on. */
const reserve = 64 << 20;

/** The names of the folders on the way, each one that may be given. */
export function pathOf(folderPath: string | undefined): string[] {
  const names = (folderPath ?? '').split('/').filter((name) => name !== '');
  // no place lies so deep, and looking at thousands of names takes its time
  if (names.length > deepest) throw new Refusal(codes.folderTooDeep);
  return names.map((name) => nameColumns(name).name);
}

async function needRoom(ctx: Ctx, place: ByteHolder, coming: { name: string; size: number }): Promise<void> {
  await needSpace(ctx, place, coming);
  if (coming.size > (await ctx.house.blobs.free()) - reserve) throw new Refusal(codes.uploadTooLarge);
}

type Wanted = ParsedOf<typeof content.preUpload>;

/** Refuses an upload into a place that the caller may upload to, as far as that is known before its bytes come; answers its names. */
export async function needWelcome(
  ctx: Ctx,
  place: Held['item'],
  wanted: Pick<Wanted, 'name' | 'size' | 'folderPath'> & { same: Wanted['onSameName'] | 'any' },
): Promise<{ name: string; path: string[] }> {
  const path = pathOf(wanted.folderPath);
  const { name } = nameColumns(wanted.name);
  for (const given of [...path, name]) await needWelcomeName(ctx, given);
  // below folders that may not be there yet the name is looked at when they are
  if (path.length === 0 && wanted.same !== 'any') await needFreeName(ctx, place, { name, onSameName: wanted.same });
  await needRoom(ctx, place, { name, size: wanted.size });
  return { name, path };
}

const visitOf = ({ visit }: Ctx): { visit?: number } => (visit === undefined ? {} : { visit: visit.id });
/** Whose open uploads it counts to: a visitor of a link must use up neither those of its giver nor those of other visitors. */
function whose({ user, visit, address }: Ctx): Counter[] {
  if (visit === undefined) return ofPerson(user.id);
  const { one, address: from, all } = mostOpenOfVisitors;
  return [
    { key: `${visit.shareId} ${visit.key}`, most: one },
    { key: `${visit.shareId} from ${addressBlock(address)}`, most: from },
    { key: `${visit.shareId}`, most: all },
  ];
}

/** Opens an upload into a place: all that can be refused now is. Nothing is written before the bytes are in. */
export async function openUpload(ctx: Ctx, input: Wanted) {
  const { item: place } = await needPlace(ctx, right.visible | right.upload, input.parentId);
  const { name, path } = await needWelcome(ctx, place, { ...input, same: input.extract ? 'rename' : input.onSameName });
  if (input.extract && !/\.zip$/i.test(name)) throw new Refusal(codes.onlyZipExtraction);
  const id = newId();
  const { size, sha256, extract, onSameName: same } = input;
  const { id: person, sessionId: session, organisationId: space } = ctx.user;
  const facts = { id, revision: newId(), person, session, space, ...visitOf(ctx), place: place.id, name, size, sha256, same };
  await countOpened(ctx.house, whose(ctx), { ...facts, until: ctx.now + validSeconds * 1000 });
  const url = uploadUrl(ctx.house, { ...facts, ...(path.length > 0 && { path }), ...(extract && { extract }) });
  return { id: String(id), uploadUrl: url };
}

/** Opens an upload of a new revision. */
export async function openCheckIn(ctx: Ctx, input: ParsedOf<typeof content.preCheckIn>) {
  const { item } = await needItem(ctx, right.visible | right.modify, input.id, objType.document);
  needUnlocked(ctx, item);
  await needOpenPlace(ctx, item);
  const name = input.name === undefined ? item.name : nameColumns(input.name).name;
  await needRoom(ctx, item, { name: item.name, size: input.size });
  const revision = newId();
  const { size, sha256, major, note } = input;
  const { id: person, sessionId: session, organisationId: space } = ctx.user;
  const facts = { id: newId(), revision, person, session, space, ...visitOf(ctx), document: item.id, name, size, sha256, major, note };
  await countOpened(ctx.house, whose(ctx), { ...facts, until: ctx.now + validSeconds * 1000 });
  return { revisionId: String(revision), uploadUrl: uploadUrl(ctx.house, facts) };
}

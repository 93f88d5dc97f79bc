import type { Mark, MarkDesign, MarkField, MarkUse } from '@dossier/contract/watermarks';
import type { Lang } from '@dossier/contract/shapes';
import type { Ctx } from '../../ground/ctx.ts';
import { belongings } from '../circles/belongings.ts';
import { type HeldRevision, shownName } from '../content/file-ticket.ts';
import { organisationNames } from '../organisations/organisation-rows.ts';
import { builtInDesign } from './built-in.ts';
import { dayAndMinute, fieldsIn, filled, filledLines, firstFitting } from './rules.ts';
import { text as cn, type Texts } from './text/cn.ts';
import { text as en } from './text/en.ts';
import { text as es } from './text/es.ts';
import { text as ja } from './text/ja.ts';
import { watermarksOf } from './watermarks-of.ts';

const texts: Record<Lang, Texts> = { cn, en, es, ja };

type Facts = Partial<Record<MarkField, string>>;

/** The mark for one person, one revision and one use at this moment; none where no watermark fits. */
export async function markFor({ ctx, held }: { ctx: Ctx; held: HeldRevision }, use: MarkUse): Promise<Mark | undefined> {
  const { item, bits } = held;
  const all = await watermarksOf(ctx.db, item.organisation_id);
  const found = firstFitting(all, { area: item.area, cabinetId: item.cabinet_id, use: ctx.visit === undefined ? use : 'share', bits });
  // whoever gives a link or lends a document may want a mark where no rule does
  const isWanted = ctx.visit?.marked === true || held.marked === true;
  const of = { document: shownName(held).name, version: String(held.revision.number) };
  const drawn = async (design: MarkDesign): Promise<Mark | undefined> => markOf(design, { ...(await factsOf(ctx, design)), ...of });
  const fitting = found === undefined ? undefined : await drawn(found.design);
  // nor is a design enough that says nothing of this person
  const mark = fitting ?? (isWanted ? await drawn(builtInDesign) : undefined);
  return mark && { ...mark, lines: [...mark.lines, ...giverLine(ctx)] };
}

/** While nobody has shown who looks by a link, the mark names who gave it: else the giver could look without a name by a link of their own. */
function giverLine({ user, visit }: Ctx): string[] {
  if (visit === undefined || visit.name !== '') return [];
  return filledLines([texts[user.lang].sharedBy.replace('{giver}', () => user.fullName)], {});
}

/** A design filled in with facts; nothing where it says nothing then. */
export async function markOf(design: MarkDesign, facts: Facts): Promise<Mark | undefined> {
  const { place, density, angle, size, colour, opacity } = design;
  const lines = filledLines(design.lines, facts);
  const code = filled(design.qr, facts).trim();
  if (lines.length === 0 && code === '') return undefined;
  const qr = code === '' ? {} : { qr: await codeOf(code) };
  return { lines, place, density, angle, size, colour, opacity: opacity / 100, ...qr };
}

/** Who somebody is, where they are and when, as far as a design asks for it. */
export async function factsOf(ctx: Ctx, design: MarkDesign): Promise<Facts> {
  const { user, db, visit, address } = ctx;
  const asked = fieldsIn(design);
  const facts: Facts = { ...dayAndMinute(ctx.now), address };
  if (asked.has('organisation')) facts.organisation = (await organisationNames(db, [user.organisationId])).get(user.organisationId) ?? '';
  // a visitor acts with the rights of the giver, but it is the visitor who looks
  if (visit !== undefined) return { ...facts, name: visit.name || address, loginName: '', department: '' };
  if (asked.has('department')) {
    const { departments } = await belongings(db, [user.id], user.organisationId);
    facts.department = departments[0]?.name ?? '';
  }
  // what an administrator looks at as somebody else is seen by the administrator
  const { name, loginName } =
    user.viewer === undefined ? { name: user.fullName, loginName: user.loginName } : { name: user.viewer.name, loginName: '' };
  return { ...facts, name, loginName };
}

async function codeOf(text: string): Promise<NonNullable<Mark['qr']>> {
  const { default: qr } = await import('qrcode');
  const { size, data } = qr.create(text, { errorCorrectionLevel: 'M' }).modules;
  const rows = Array.from({ length: size }, (_, row) =>
    Array.from(data.subarray(row * size, (row + 1) * size), (dark) => (dark ? '1' : '0')).join(''),
  );
  return { text, rows };
}

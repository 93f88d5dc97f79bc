import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { previewByToken } from '@dossier/contract/preview/preview-token';
import type { Mark, MarkDesign, MarkField, MarkUse, watermarks } from '@dossier/contract/preview/watermarks';
import type { Context, PublicContext } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import { textOf } from '../../../platform/text/texts.ts';
import type { AuthorisedItem } from '../../access/require-items.ts';
import { type AuthorisedRevision, openPreviewTicket, requireContentUse, shownName } from '../../documents/file-tickets.ts';
import { labelOf } from '../../documents/version-labels.ts';
import { membershipsOf } from '../../identity/memberships.queries.ts';
import { organisationNames } from '../../identity/organisations.queries.ts';
import { builtInDesign, type Watermark, watermarksOf } from './watermarks.ts';

/** Conditions that watermark rules are matched against. */
interface WatermarkOccasion {
  area: number;
  cabinetId: number;
  use: MarkUse;
  bits: number;
}

/** The first enabled watermark that matches; undefined where none does. */
const firstMatching = (all: readonly Watermark[], occasion: WatermarkOccasion): Watermark | undefined =>
  all.find(({ enabled, rule }) => {
    const { areas, cabinetIds, uses, holders } = rule;
    return (
      enabled &&
      uses.includes(occasion.use) &&
      (areas.length === 0 || areas.includes(occasion.area)) &&
      (cabinetIds.length === 0 || cabinetIds.includes(String(occasion.cabinetId))) &&
      (holders === 'all' || (occasion.bits & right.download) === 0)
    );
  });

const field = /\{([a-zA-Z]+)\}/g;
const mostOfLine = 200;

/** The fields that a design uses. */
const fieldsIn = ({ lines, qr }: MarkDesign): Set<string> =>
  new Set([...lines, qr].flatMap((text) => Array.from(text.matchAll(field), ([, name]) => name ?? '')));

/** A text with its fields filled in; unknown placeholders stay. */
const fillFields = (text: string, facts: Partial<Record<MarkField, string>>): string =>
  text.replace(field, (whole, name: string) => (Object.hasOwn(facts, name) ? (facts[name as MarkField] ?? '') : whole));

/** The lines of a watermark: without empty brackets and lines, truncated where they are too long. */
const fillLines = (lines: readonly string[], facts: Partial<Record<MarkField, string>>): string[] =>
  lines.flatMap((line) => {
    const text = fillFields(line, facts)
      .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
      .replace(/\s*(?:\(\s*\)|（\s*）)/g, '')
      .trim();
    return text === '' ? [] : [Array.from(text).slice(0, mostOfLine).join('')];
  });

const two = (value: number): string => String(value).padStart(2, '0');

/** The date and the minute in the server's time zone, with the UTC offset. */
export function dayAndMinute(at: number): { date: string; time: string } {
  const then = new Date(at);
  const ahead = -then.getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  const zone = ahead === 0 ? 'UTC' : `${ahead < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
  return {
    date: `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`,
    time: `${two(then.getHours())}:${two(then.getMinutes())} ${zone}`,
  };
}

type Facts = Partial<Record<MarkField, string>>;

/** The watermark for one user, one revision and one use now; undefined where none applies. */
export async function watermarkFor(
  { ctx, authorised }: { ctx: Context; authorised: AuthorisedRevision },
  use: MarkUse,
): Promise<Mark | undefined> {
  const { item, bits } = authorised;
  const all = await watermarksOf(ctx.db, item.organisation_id);
  const found = firstMatching(all, {
    area: item.area,
    cabinetId: item.cabinet_id,
    use: ctx.shareSession === undefined ? use : 'share',
    bits,
  });
  // a share link or a temporary access may require a watermark where no rule does
  const isWanted = ctx.shareSession?.marked === true || authorised.marked === true;
  const of = { document: shownName(authorised).name, version: labelOf(authorised.revision) };
  const drawn = async (design: MarkDesign): Promise<Mark | undefined> =>
    fillDesign(design, { ...(await watermarkFacts(ctx, design)), ...of });
  const fitting = found === undefined ? undefined : await drawn(found.design);
  // neither is a design without content for this user sufficient
  const mark = fitting ?? (isWanted ? await drawn(builtInDesign) : undefined);
  return mark && { ...mark, lines: [...mark.lines, ...sharerLine(ctx)] };
}

/** For an anonymous visitor the watermark names the sharer; otherwise sharers could view anonymously through links of their own. */
function sharerLine({ user, shareSession: session }: Context): string[] {
  if (session === undefined || session.name !== '') return [];
  return fillLines([textOf(user.lang, 'preview.watermarks')('sharedBy', { giver: user.fullName })], {});
}

/** A design filled in with facts; undefined where nothing remains. */
async function fillDesign(design: MarkDesign, facts: Facts): Promise<Mark | undefined> {
  const { place, density, angle, size, colour, opacity } = design;
  const lines = fillLines(design.lines, facts);
  const code = fillFields(design.qr, facts).trim();
  if (lines.length === 0 && code === '') return undefined;
  const qr = code === '' ? {} : { qr: await qrCode(code) };
  return { lines, place, density, angle, size, colour, opacity: opacity / 100, ...qr };
}

/** Facts about the viewer, place and time, as far as a design uses them. */
async function watermarkFacts(ctx: Context, design: MarkDesign): Promise<Facts> {
  const { user, db, shareSession: session, address } = ctx;
  const asked = fieldsIn(design);
  const facts: Facts = { ...dayAndMinute(ctx.now), address };
  if (asked.has('organisation')) facts.organisation = (await organisationNames(db, [user.organisationId])).get(user.organisationId) ?? '';
  // a visitor acts with the sharer's rights, but the visitor is the viewer
  if (session !== undefined) return { ...facts, name: session.name || address, loginName: '', department: '' };
  if (asked.has('department')) {
    const { departments } = await membershipsOf(db, [user.id], user.organisationId);
    facts.department = departments[0]?.name ?? '';
  }
  // in a view-as session the administrator is the viewer
  const { name, loginName } =
    user.viewer === undefined ? { name: user.fullName, loginName: user.loginName } : { name: user.viewer.name, loginName: '' };
  return { ...facts, name, loginName };
}

async function qrCode(text: string): Promise<NonNullable<Mark['qr']>> {
  const { default: qr } = await import('qrcode');
  const { size, data } = qr.create(text, { errorCorrectionLevel: 'M' }).modules;
  const rows = Array.from({ length: size }, (_, row) =>
    Array.from(data.subarray(row * size, (row + 1) * size), (dark) => (dark ? '1' : '0')).join(''),
  );
  return { text, rows };
}

/** Whether the caller gets the original: with the right to download, and where no watermark applies. */
export async function isShownUnmarked(ctx: Context, authorised: AuthorisedRevision): Promise<boolean> {
  if ((authorised.bits & right.download) === 0) return false;
  for (const use of ['view', 'print'] as const) if ((await watermarkFor({ ctx, authorised }, use)) !== undefined) return false;
  return true;
}

/**
 * Answers for many documents, by their newest revisions, what `isShownUnmarked` answers for one: the watermarks are read once, and each design is
 * filled in once. Not for visitors of share links.
 */
export function unmarkedDocumentTest(ctx: Context): (document: AuthorisedItem) => Promise<boolean> {
  const isUnmarked = unmarkedTest(ctx, ['view', 'print']);
  return async (document) => (document.bits & right.download) !== 0 && isUnmarked(document);
}

/** The same about copies that are kept on devices, in which no watermark could be drawn for its reader: whether none applies to any use. */
export const keepableDocumentTest = (ctx: Context): ((document: AuthorisedItem) => Promise<boolean>) =>
  unmarkedTest(ctx, ['view', 'print', 'pdf']);

function unmarkedTest(ctx: Context, uses: readonly MarkUse[]): (document: AuthorisedItem) => Promise<boolean> {
  const byOrganisation = new Map<number, Watermark[]>();
  const drawn = new Map<Watermark, boolean>();
  const isDrawn = async (mark: Watermark): Promise<boolean> => {
    const known = drawn.get(mark);
    if (known !== undefined) return known;
    const facts = { ...(await watermarkFacts(ctx, mark.design)), document: '-', version: '-' };
    const isFilled = fillLines(mark.design.lines, facts).length > 0 || fillFields(mark.design.qr, facts).trim() !== '';
    drawn.set(mark, isFilled);
    return isFilled;
  };
  return async ({ item, bits }) => {
    const all = byOrganisation.get(item.organisation_id) ?? (await watermarksOf(ctx.db, item.organisation_id));
    byOrganisation.set(item.organisation_id, all);
    for (const use of uses) {
      const mark = firstMatching(all, { area: item.area, cabinetId: item.cabinet_id, use, bits });
      if (mark !== undefined && (await isDrawn(mark))) return false;
    }
    return true;
  };
}

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
  const mark = await fillDesign(design, { ...(await watermarkFacts(ctx, design)), document: `${title}.docx`, version: '2.1' });
  const drawn = await painterOf(ctx.services).run('sample', font, { ...bounds, terms: { mark, words, landscape } });
  if (!drawn.ok || drawn.bytes === undefined) throw new Refusal(codes.conversionFailed);
  return { picture: `data:image/webp;base64,${drawn.bytes.toString('base64')}` };
}

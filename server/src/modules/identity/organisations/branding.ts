import { createHash } from 'node:crypto';
import { logos } from '@dossier/contract/identity/organisations';
import type { Services, User } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { bumpVersion } from '../../../platform/db/versions.ts';
import { dropLogo, findLogo, putLogo, updateOrganisationRow } from '../organisations.queries.ts';

const purpose = 'people.logo';
const day = 86_400;

interface LogoTicket {
  organisation: number;
  /** The space of the session. */
  space: number;
  session: number;
  hash: string;
}

interface BrandRow {
  id: number;
  title: string;
  accent: string;
  logo_hash: string;
}

/** The URL of an organisation's logo for this session; constant for a day, so that browsers can cache it. */
function logoUrl(services: Services, { sessionId, organisationId, viewer }: User, { id, logo_hash: hash }: BrandRow): string | undefined {
  if (hash === '' || viewer !== undefined) return undefined;
  const seconds = Math.floor(services.now() / 1000);
  const facts: LogoTicket = { organisation: id, space: organisationId, session: sessionId, hash };
  return `${logos.see}?ticket=${services.tickets.sign(purpose, { ...facts }, (Math.floor(seconds / day) + 2) * day - seconds)}`;
}

/** An organisation's own title, logo and colour, as far as set. */
export const brandingOf = (services: Services, user: User, row: BrandRow) => ({
  title: row.title || undefined,
  accent: row.accent || undefined,
  logoUrl: logoUrl(services, user, row),
});

/** The content of a logo ticket, unless it is forged or expired. */
export const openLogoTicket = (services: Services, ticket: string): LogoTicket | undefined =>
  services.tickets.open<LogoTicket>(purpose, ticket);

/** Stores or removes a logo; the hash is part of its URL, so that a new logo has a new URL. */
export async function keepLogo(db: Db, organisationId: number, logo: { kind: 'png' | 'svg'; bytes: Buffer } | undefined): Promise<void> {
  if (logo === undefined) await dropLogo(db, organisationId);
  else await putLogo(db, organisationId, { kind: logo.kind, bytes: logo.bytes.toString('base64') });
  const hash = logo === undefined ? '' : createHash('sha256').update(logo.bytes).digest('hex').slice(0, 16);
  await updateOrganisationRow(db, organisationId, { logo_hash: hash });
  await bumpVersion(db, 'people');
}

/** An organisation's logo with its media type. */
export async function readLogo(db: Db, organisationId: number) {
  const found = await findLogo(db, organisationId);
  return (
    found && {
      type: found.kind === 'svg' ? 'image/svg+xml' : 'image/png',
      bytes: Buffer.from(found.bytes, 'base64'),
      hash: found.logo_hash,
    }
  );
}

/** Whether bytes are an SVG that a browser draws as an image: text with its root element, and no declarations before it. */
export function isSvg(bytes: Buffer): boolean {
  const text = bytes.toString('utf8');
  return !text.includes('\uFFFD') && /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<svg[\s>]/.test(text);
}

import { createHash } from 'node:crypto';
import { logos } from '@dossier/contract/identity/organisations';
import type { Services } from '../../../platform/context.ts';
import type { User } from '../../../platform/context/user.ts';
import type { Db } from '../../../platform/db/database.ts';
import { bumpVersion } from '../../../platform/db/versions.ts';
import { dropLogo, findLogo, putLogo, updateOrganisationRow } from '../organisations.queries.ts';

const purpose = 'people.logo';
const day = 86_400;

interface LogoTicket {
  organisation: number;
  /** Where the session works. */
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

/** The address of an organisation's logo for the session that asks; the same for a day, so that browsers keep what is behind it. */
function logoUrl(services: Services, { sessionId, organisationId, viewer }: User, { id, logo_hash: hash }: BrandRow): string | undefined {
  if (hash === '' || viewer !== undefined) return undefined;
  const seconds = Math.floor(services.now() / 1000);
  const facts: LogoTicket = { organisation: id, space: organisationId, session: sessionId, hash };
  return `${logos.see}?ticket=${services.tickets.sign(purpose, { ...facts }, (Math.floor(seconds / day) + 2) * day - seconds)}`;
}

/** What an organisation shows in the place of the product's name, mark and colour, as far as it has its own. */
export const brandingOf = (services: Services, user: User, row: BrandRow) => ({
  title: row.title || undefined,
  accent: row.accent || undefined,
  logoUrl: logoUrl(services, user, row),
});

/** What a ticket to a logo says, unless it is forged or old. */
export const openLogoTicket = (services: Services, ticket: string): LogoTicket | undefined =>
  services.tickets.open<LogoTicket>(purpose, ticket);

/** Keeps a logo, or takes it away; the hash is a part of its address, so that a new one has a new one. */
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

/** Whether bytes are an SVG that a browser draws as a picture: text with its root, and nothing declared before it. */
export function isSvg(bytes: Buffer): boolean {
  const text = bytes.toString('utf8');
  return !text.includes('\uFFFD') && /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<svg[\s>]/.test(text);
}

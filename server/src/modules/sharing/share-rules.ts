import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { sharePaths } from '@dossier/contract/sharing/share-pages';
import type { shares } from '@dossier/contract/sharing/shares';
import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { mailIsOn } from '../../platform/mail/outgoing-mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { principalNames } from '../identity/principals.ts';
import { shareRulesChanged } from './events.ts';
import { putRule, ruleOf } from './links/shares.queries.ts';

type ShareRules = OutputOf<typeof shares.rules>;
type OrganisationRules = ParsedOf<typeof shares.saveRules>;

const day = 86_400_000;

async function ownRules(db: Db, organisationId: number): Promise<OrganisationRules> {
  const row = await ruleOf(db, organisationId);
  return {
    external: row?.external !== 0,
    forcePassword: row?.force_password === 1,
    longestDays: row?.longest_days ?? 0,
    groupIds: JSON.parse(row?.group_ids ?? '[]') as string[],
  };
}

/** Whether an organisation allows share links for users without an account. */
export async function allowsExternalShares(db: Db, organisationId: number): Promise<boolean> {
  return (await settingsOf(db, 'share')).external && (await ownRules(db, organisationId)).external;
}

/** The hosts whose pages may frame a page of the client: those that the site allows, for the pages made for frames. */
export async function framingHosts(services: Services, path: string): Promise<readonly string[]> {
  if (!Object.values<string>(sharePaths.framed).includes(path)) return [];
  return (await settingsOf(services.database.read, 'share')).frameHosts;
}

/** The caller's sharing rules: the stricter of those of the site and of the organisation. */
export async function showShareRules({ db, user }: Context): Promise<ShareRules> {
  const site = await settingsOf(db, 'share');
  const own = await ownRules(db, user.organisationId);
  const longest = [site.longestDays, own.longestDays].filter((days) => days > 0);
  return {
    may: own.groupIds.length === 0 || own.groupIds.some((id) => user.principals.groups.includes(Number(id))),
    external: site.external && own.external,
    forcePassword: site.forcePassword || own.forcePassword,
    longestDays: longest.length === 0 ? 0 : Math.min(...longest),
    mail: await mailIsOn(db),
  };
}

/** Refuses with 5012 a caller who may not share. */
export async function requireMayShare(ctx: Context): Promise<void> {
  if (!(await showShareRules(ctx)).may) throw new Refusal(codes.shareNotAllowed);
}

/** A planned share, as the rules need it. */
interface PlannedShare {
  deadline: number | null;
  hasPassword: boolean;
  /** The recipients; an empty list admits everybody with the link. */
  recipients: readonly { kind: string }[];
}

/** Refuses shares outside the rules: 5012, 5013 for too late a deadline, 5014 without a password. */
export async function requireWithinRules(ctx: Context, { deadline, hasPassword, recipients }: PlannedShare): Promise<void> {
  const rules = await showShareRules(ctx);
  if (!rules.may) throw new Refusal(codes.shareNotAllowed);
  const isOutside = recipients.length === 0 || recipients.some(({ kind }) => kind === 'mail' || kind === 'domain');
  if (isOutside && !rules.external) throw new Refusal(codes.shareNotAllowed);
  if (isOutside && rules.forcePassword && !hasPassword) throw new Refusal(codes.shareNeedsPassword);
  // a day of grace: the last allowed day is included as a whole
  const tooLong = deadline === null || deadline > ctx.now + (rules.longestDays + 1) * day;
  if (rules.longestDays > 0 && tooLong) throw new Refusal(codes.shareTooLong, { days: rules.longestDays });
}

/** The rules of the organisation, with the names of its groups. */
export async function showOrganisationRules(ctx: Context): Promise<OutputOf<typeof shares.organisationRules>> {
  const own = await ownRules(ctx.db, ctx.user.organisationId);
  const nameOf = await principalNames(
    ctx,
    own.groupIds.map((id) => ({ type: 'group' as const, id: Number(id) })),
  );
  return { ...own, groups: own.groupIds.map((id) => ({ id, name: nameOf('group', Number(id)) })) };
}

export async function saveOrganisationRules(ctx: Context, input: OrganisationRules) {
  const nameOf = await principalNames(
    ctx,
    input.groupIds.map((id) => ({ type: 'group' as const, id: Number(id) })),
  );
  if (input.groupIds.some((id) => nameOf('group', Number(id)) === '')) throw new Refusal(codes.groupMissing);
  await putRule(ctx.db, {
    organisation_id: ctx.user.organisationId,
    external: input.external ? 1 : 0,
    force_password: input.forcePassword ? 1 : 0,
    longest_days: input.longestDays,
    group_ids: JSON.stringify(input.groupIds),
  });
  await ctx.emit(shareRulesChanged, { objName: 'share' });
  return {};
}

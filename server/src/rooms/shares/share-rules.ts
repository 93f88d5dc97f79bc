import { codes } from '@dossier/contract/codes';
import type { shares } from '@dossier/contract/shares';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { Refusal } from '../../ground/refusal.ts';
import { granteeNames } from '../grantees/grantees.ts';
import { mailIsOn } from '../site/mail.ts';
import { settingsOf } from '../site/settings.ts';
import { putRule, ruleOf } from './queries.ts';

type Rules = OutputOf<typeof shares.rules>;
type OwnRules = ParsedOf<typeof shares.saveRules>;

const day = 86_400_000;

async function ownRules(db: Db, organisationId: number): Promise<OwnRules> {
  const row = await ruleOf(db, organisationId);
  return {
    external: row?.external !== 0,
    forcePassword: row?.force_password === 1,
    longestDays: row?.longest_days ?? 0,
    groupIds: JSON.parse(row?.group_ids ?? '[]') as string[],
  };
}

/** Whether links of an organisation open for people without an account. */
export async function opensOutside(db: Db, organisationId: number): Promise<boolean> {
  return (await settingsOf(db, 'share')).external && (await ownRules(db, organisationId)).external;
}

/** What the caller may share, and how: the stricter of what the site and the organisation say. */
export async function showRules({ db, user }: Ctx): Promise<Rules> {
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

/** What a share will be, as far as rules look at it. */
interface Planned {
  deadline: number | null;
  hasPassword: boolean;
  /** For whom it is; nobody named: for everybody who has the link. */
  recipients: readonly { kind: string }[];
}

/** Refuses what the rules do not let be shared: 5012, 5013 for too long, 5014 without a password. */
export async function needWithinRules(ctx: Ctx, { deadline, hasPassword, recipients }: Planned): Promise<void> {
  const rules = await showRules(ctx);
  if (!rules.may) throw new Refusal(codes.shareNotAllowed);
  const isOutside = recipients.length === 0 || recipients.some(({ kind }) => kind === 'mail' || kind === 'domain');
  if (isOutside && !rules.external) throw new Refusal(codes.shareNotAllowed);
  if (isOutside && rules.forcePassword && !hasPassword) throw new Refusal(codes.shareNeedsPassword);
  // a day of grace: whoever picks the last allowed day means all of it
  const tooLong = deadline === null || deadline > ctx.now + (rules.longestDays + 1) * day;
  if (rules.longestDays > 0 && tooLong) throw new Refusal(codes.shareTooLong, { days: rules.longestDays });
}

/** What the organisation sets, with the names of its groups. */
export async function showOrganisationRules(ctx: Ctx): Promise<OutputOf<typeof shares.organisationRules>> {
  const own = await ownRules(ctx.db, ctx.user.organisationId);
  const nameOf = await granteeNames(
    ctx,
    own.groupIds.map((id) => ({ type: 'group' as const, id: Number(id) })),
  );
  return { ...own, groups: own.groupIds.map((id) => ({ id, name: nameOf('group', Number(id)) })) };
}

/** Sets them. */
export async function saveOrganisationRules(ctx: Ctx, input: OwnRules) {
  const nameOf = await granteeNames(
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
  await ctx.say('share.rulesChanged', { objName: 'share' });
  return {};
}

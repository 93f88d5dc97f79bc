import { codes } from '@dossier/contract/codes';
import type { Lang } from '@dossier/contract/shapes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { updatePerson } from '../people/people.ts';
import { standingOf } from '../circles/principals.ts';

type Numbered = 'search_type' | 'double_click' | 'view_type' | 'window_type';
const highest: Record<Numbered, number> = { search_type: 2, double_click: 3, view_type: 2, window_type: 2 };

/** A deed that keeps one numbered setting of the signed-in person. */
export const setNumber = (column: Numbered) => async (ctx: Ctx, input: { value: number }) => {
  if (input.value < 1 || input.value > highest[column]) throw new Refusal(codes.settingUnknown);
  await updatePerson(ctx.db, ctx.user.id, { [column]: input.value });
  return {};
};

export async function setLang(ctx: Ctx, input: { value: Lang }) {
  await updatePerson(ctx.db, ctx.user.id, { lang: input.value, lang_chosen: 1 });
  return {};
}

/** Keeps the client's own JSON; refused when it is none. */
export async function setListLayout(ctx: Ctx, input: { value: string }) {
  try {
    JSON.parse(input.value);
  } catch {
    throw new Refusal(codes.invalidParams);
  }
  await updatePerson(ctx.db, ctx.user.id, { list_layout: input.value });
  return {};
}

/** Notes the area that the person works in: one that their roles open. */
export async function changeModule(ctx: Ctx, input: { moduleType: number }) {
  const { moduleTypes } = await standingOf(ctx.house, {
    personId: ctx.user.id,
    spaceId: ctx.user.organisationId,
    roleId: ctx.user.roleId,
    versions: ctx.user.versions,
  });
  if (!moduleTypes.includes(input.moduleType)) throw new Refusal(codes.moduleNotAllowed);
  await updatePerson(ctx.db, ctx.user.id, { last_module: input.moduleType });
  return {};
}

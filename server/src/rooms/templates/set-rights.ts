import { codes } from '@dossier/contract/codes';
import { reaches } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import { mostOfTemplates, type templates } from '@dossier/contract/templates';
import { changedFields } from '../../ground/changed-fields.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { granteeNames } from '../grantees/grantees.ts';
import { ceilingOf } from '../permissions/hand.ts';
import { wholeLevel } from '../permissions/rules.ts';
import { deleteRightsOn, insertRights, type RightRow, rightsOf, updateFolder } from './folder-queries.ts';
import { needFolder, noteChange } from './need-template.ts';

type Input = ParsedOf<typeof templates.setRights>;
type NewRight = Omit<RightRow, 'id' | 'template_id' | 'folder_id'>;

const keyOf = (row: Pick<RightRow, 'grantee_type' | 'grantee_id' | 'reach'>): string =>
  `${row.grantee_type} ${row.grantee_id} ${row.reach}`;

/** Says what rights a folder of a template will have, in place of what was said before. */
export async function setRights(ctx: Ctx, input: Input) {
  const { folder, template, tree } = await needFolder(ctx, input.id);
  const live = new Set(tree.all.map((row) => row.id));
  const all = (await rightsOf(ctx.db, template.id)).filter((row) => live.has(row.folder_id));
  const were = all.filter((row) => row.folder_id === folder.id);
  const are = await rowsOf(ctx, input.grants, were);
  if (all.length - were.length + are.length > mostOfTemplates.allRights) throw new Refusal(codes.templateTooBig);
  await deleteRightsOn(ctx.db, [folder.id]);
  await insertRights(
    ctx.db,
    are.map((row) => ({ ...row, id: newId(), template_id: template.id, folder_id: folder.id })),
  );
  await updateFolder(ctx.db, [folder.id], { inherits: input.inherit ? 1 : 0 });
  const where = tree.path(folder.id);
  if ((folder.inherits === 1) !== input.inherit) {
    const { before, after } = changedFields({ inherit: folder.inherits === 1 }, { inherit: input.inherit });
    await noteChange(ctx, template, { before, after: { folder: where, ...after } });
  }
  for (const change of changesOf(were, are)) await noteChange(ctx, template, { ...change, after: { folder: where, ...change.after } });
  return {};
}

/** The rights as they are kept; the same grantee and reach stands once. Whoever is gone may stay where they were named before, and nowhere else. */
async function rowsOf(ctx: Ctx, grants: Input['grants'], were: readonly RightRow[]): Promise<NewRight[]> {
  const nameOf = await granteeNames(
    ctx,
    grants.map((one) => ({ type: one.granteeType, id: Number(one.granteeId) })),
  );
  const known = new Map(were.map((row) => [`${row.grantee_type} ${row.grantee_id}`, row.grantee_name]));
  const rows = grants.map((one) => {
    const id = Number(one.granteeId);
    const name = nameOf(one.granteeType, id) || known.get(`${one.granteeType} ${id}`);
    if (name === undefined) throw new Refusal(codes.granteeMissing);
    const level = wholeLevel(one.level);
    return {
      grantee_type: one.granteeType,
      grantee_id: id,
      grantee_name: name,
      level,
      hand_on: ceilingOf(level, one.handOn),
      reach: reaches.indexOf(one.reach),
      days: one.days ?? null,
    };
  });
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

const termsOf = (row: NewRight): Record<string, unknown> => ({
  level: row.level,
  ...(row.hand_on !== null && { handOn: row.hand_on }),
  ...(row.days !== null && { days: row.days }),
});

/** Each right that came, went or is another than before, as the log tells it. */
function changesOf(were: readonly RightRow[], are: readonly NewRight[]) {
  const [old, now] = [new Map(were.map((row) => [keyOf(row), row])), new Map(are.map((row) => [keyOf(row), row]))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), now.get(key)];
    const row = is ?? was;
    if (row === undefined) return [];
    const { before, after } = changedFields(was === undefined ? {} : termsOf(was), is === undefined ? {} : termsOf(is));
    if (Object.keys(after).length === 0) return [];
    const facts = { to: row.grantee_name, reach: reaches[row.reach], ...after };
    return [was === undefined ? { after: facts } : { before, after: facts }];
  });
}

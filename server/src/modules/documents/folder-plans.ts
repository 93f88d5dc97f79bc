import { codes } from '@dossier/contract/core/codes';
import { type GranteeType, reaches, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { templates } from '@dossier/contract/documents/folder-templates';
import type { library } from '@dossier/contract/documents/library';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { maxNameBytes } from '../../platform/text/names.ts';
import { requireContainer } from '../access/require-items.ts';
import { isPlainGuest } from '../identity/effective-membership.ts';
import { type FolderPlan, type JudgedRight, planForContainer, previewPlan } from './folder-templates/planned-rights.ts';
import { enabledTemplates, foldersOf, rightsOf } from './folder-templates/templates.queries.ts';
import { folderTreeOf, requireTemplate } from './folder-templates/templates.ts';
import { addFolder, buildFolders, defaultSortNumber, maximumDepth, requireManagedInPublishing, requireTemplateRate } from './folders.ts';

/** The folders that a template plans; a disabled template is refused. */
export async function folderPlanOf(ctx: Context, templateId: number): Promise<FolderPlan> {
  const template = await requireTemplate(ctx, templateId);
  if (template.enabled !== 1) throw new Refusal(codes.templateMissing);
  const { all } = folderTreeOf(await foldersOf(ctx.db, template.id));
  const rights = Map.groupBy(await rightsOf(ctx.db, template.id), (row) => row.folder_id);
  const folders = all.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    inherits: row.inherits === 1,
    rights: (rights.get(row.id) ?? []).map((one) => ({
      granteeType: one.principal_type as GranteeType,
      granteeId: one.principal_id,
      granteeName: one.principal_name,
      level: one.level,
      handOn: one.grantable_permissions,
      reach: one.inheritance_scope,
      days: one.days,
    })),
  }));
  return { name: template.name, folders };
}

/** The templates that the caller can create a folder from. */
export async function listChoices(ctx: Context): Promise<OutputOf<typeof templates.choices>> {
  const rows = await enabledTemplates(ctx.db, ctx.user.organisationId);
  // descriptions are internal to the organisation: guests get none
  const forGuest = isPlainGuest(ctx.user);
  return rows.map((row) => ({ ...row, id: String(row.id), description: forGuest ? '' : row.description }));
}

/** The settings of the organisation for new folders. */
export async function showDefinition(ctx: Context): Promise<OutputOf<typeof templates.definition>> {
  const choices = await enabledTemplates(ctx.db, ctx.user.organisationId);
  return { nameBytes: maxNameBytes, levels: maximumDepth - 1, sortNumber: defaultSortNumber, templates: choices.length };
}

/** How many principals of each type get a right, without naming them. */
function countKinds(rights: readonly JudgedRight[]): { granteeType: GranteeType; number: number }[] {
  const getting = rights.flatMap(({ planned, grant }) => (grant === undefined || grant.level === 0 ? [] : [planned]));
  return [...Map.groupBy(getting, (one) => one.granteeType)].map(([granteeType, some]) => ({
    granteeType,
    number: new Set(some.map((one) => one.granteeId)).size,
  }));
}

/** The rights that a template would give in a container. */
export async function forecastTemplate(
  ctx: Context,
  { id, parentId }: ParsedOf<typeof templates.forecast>,
): Promise<OutputOf<typeof templates.forecast>> {
  const { seen, folders } = await previewPlan(ctx, parentId, () => folderPlanOf(ctx, Number(id)));
  const list = folders.map(({ folder, path, rights, unnamed }) => ({
    path,
    inherit: folder.inherits,
    ...(unnamed.length > 0 && { others: countKinds(unnamed) }),
    rights: rights.map(({ planned, name, state, grant }) => {
      const handOn = grant === undefined ? planned.handOn : grant.handOn;
      return {
        granteeType: planned.granteeType,
        granteeId: String(planned.granteeId),
        granteeName: name,
        level: grant?.level ?? planned.level,
        ...(handOn !== null && { handOn }),
        reach: reaches[planned.reach] ?? ('all' as const),
        state,
        ...(grant?.deadline != null && { deadline: isoTime(grant.deadline) }),
      };
    }),
  }));
  return { seen, list };
}

/** Creates a folder: empty, or from a template. */
export async function createFolder(
  ctx: Context,
  { parentId, templateId, ...wanted }: ParsedOf<typeof library.createFolder>,
): Promise<OutputOf<typeof library.createFolder>> {
  const authorised = await requireContainer(ctx, right.visible | right.upload, parentId);
  await requireManagedInPublishing(ctx, authorised);
  const { item: place } = authorised;
  if (templateId === undefined) return { id: String(await addFolder(ctx, place, wanted)) };
  const plan = await folderPlanOf(ctx, Number(templateId));
  await requireTemplateRate(ctx, plan.folders.length);
  return buildFolders(ctx, place, { wanted, plan: planForContainer(place, plan) });
}

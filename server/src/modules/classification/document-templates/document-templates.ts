import { type documentTemplates, mostDocumentTemplates } from '@dossier/contract/classification/document-templates';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import { changedFields } from '../../../platform/events/event.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { extOf } from '../../../platform/text/names.ts';
import { requireContainer, requireItem } from '../../access/require-items.ts';
import { releaseBlobs } from '../../documents/blob-cleanup.ts';
import { placeStoredContent, storedContentOf } from '../../documents/revisions.ts';
import { requireDepartment } from '../../identity/departments.ts';
import { isPlainGuest } from '../../identity/effective-membership.ts';
import { personNames } from '../../identity/users.ts';
import { cardNameColumns, refuseTakenName } from '../cards/card-definitions.ts';
import { documentTemplateCreated, documentTemplateDeleted, documentTemplateUpdated } from '../events.ts';
import {
  type DocumentTemplateRow,
  countDocumentTemplates,
  countUse,
  deleteDocumentTemplateRow,
  documentTemplateById,
  insertDocumentTemplate,
  offeredTemplates,
  pageOfDocumentTemplates,
  updateDocumentTemplateRow,
} from './document-templates.queries.ts';

/** The file of a document that the caller may download: users of the template get its bytes. */
async function fileOf(ctx: Context, id: string) {
  const { item } = await requireItem(ctx, right.visible | right.read | right.download, id, objType.document);
  const stored = await storedContentOf(ctx, item);
  if (stored === undefined) throw new Refusal(codes.bytesMissing);
  return { ...stored, ext: item.ext };
}

/** A document template of the caller's organisation, or 2501. */
async function requireTemplate(ctx: Context, id: string): Promise<DocumentTemplateRow> {
  const row = await documentTemplateById(ctx.db, Number(id), ctx.user.organisationId);
  if (row === undefined) throw new Refusal(codes.documentTemplateMissing);
  return row;
}

export async function createDocumentTemplate(ctx: Context, input: ParsedOf<typeof documentTemplates.create>) {
  const { organisationId } = ctx.user;
  const file = await fileOf(ctx, input.objId);
  const department = input.departmentId === undefined ? undefined : await requireDepartment(ctx, input.departmentId);
  if ((await countDocumentTemplates(ctx.db, organisationId)) >= mostDocumentTemplates) throw new Refusal(codes.tooManyItems);
  const [names, id] = [cardNameColumns(input.name), newId()];
  const what = { description: input.description, department_id: department?.id ?? 0, enabled: input.enabled ? 1 : 0, uses: 0 };
  const row = { id, organisation_id: organisationId, ...names, ...what, ...file, updater_id: ctx.user.id, updated_at: ctx.now };
  await refuseTakenName(codes.templateNameExists, insertDocumentTemplate(ctx.db, row));
  await ctx.emit(documentTemplateCreated, { objId: id, objName: names.name });
  return { id: String(id) };
}

export async function updateDocumentTemplate(ctx: Context, input: ParsedOf<typeof documentTemplates.update>) {
  const row = await requireTemplate(ctx, input.id);
  const file = input.objId === undefined ? undefined : await fileOf(ctx, input.objId);
  if (file !== undefined && file.ext !== row.ext) throw new Refusal(codes.invalidParams, { field: 'objId' });
  const department =
    input.departmentId === undefined || input.departmentId === '' ? undefined : await requireDepartment(ctx, input.departmentId);
  const names = cardNameColumns(input.name ?? row.name);
  const was = { name: row.name, description: row.description, enabled: row.enabled === 1 };
  const is = { name: names.name, description: input.description ?? was.description, enabled: input.enabled ?? was.enabled };
  const columns = {
    ...names,
    ...file,
    description: is.description,
    enabled: is.enabled ? 1 : 0,
    department_id: input.departmentId === undefined ? row.department_id : (department?.id ?? 0),
    updater_id: ctx.user.id,
    updated_at: ctx.now,
  };
  await refuseTakenName(codes.templateNameExists, updateDocumentTemplateRow(ctx.db, row.id, columns));
  if (file !== undefined && file.sha256 !== row.sha256) await releaseBlobs(ctx.db, { shas: [row.sha256], at: ctx.now });
  await ctx.emit(documentTemplateUpdated, { objId: row.id, objName: names.name, ...changedFields(was, is) });
  return {};
}

export async function deleteDocumentTemplate(ctx: Context, { id }: ParsedOf<typeof documentTemplates.delete>) {
  const row = await requireTemplate(ctx, id);
  await deleteDocumentTemplateRow(ctx.db, row.id);
  await releaseBlobs(ctx.db, { shas: [row.sha256], at: ctx.now });
  await ctx.emit(documentTemplateDeleted, { objId: row.id, objName: row.name });
  return {};
}

export async function listDocumentTemplates(
  ctx: Context,
  { pageNo, pageSize, keyword = '' }: ParsedOf<typeof documentTemplates.list>,
): Promise<OutputOf<typeof documentTemplates.list>> {
  const asked = { organisation: ctx.user.organisationId, keyword: keyword.trim(), limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfDocumentTemplates(ctx.db, asked);
  const nameOf = await personNames(
    ctx,
    rows.map((row) => row.updater_id),
  );
  const list = rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    description: row.description,
    ext: row.ext,
    size: row.size,
    enabled: row.enabled === 1,
    ...(row.department_id !== 0 && { departmentId: String(row.department_id), departmentName: row.department_name ?? '' }),
    uses: row.uses,
    updateTime: isoTime(row.updated_at),
    updaterName: nameOf(row.updater_id),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** The templates that the caller may create a document from. Templates are internal to the organisation: guests get none. */
async function offeredTo({ db, user }: Context): Promise<DocumentTemplateRow[]> {
  if (isPlainGuest(user)) return [];
  return offeredTemplates(db, user.organisationId, JSON.stringify(user.principals.departments));
}

export async function listTemplateChoices(ctx: Context): Promise<OutputOf<typeof documentTemplates.choices>> {
  return (await offeredTo(ctx)).map(({ id, name, description, ext, size }) => ({ id: String(id), name, description, ext, size }));
}

/** The given name, with the extension of the template's file appended where it differs: viewers choose the renderer by it. */
const withExtension = (given: string, ext: string): string => (ext === '' || extOf(given) === ext ? given : `${given.trim()}.${ext}`);

/** Makes a document from a template. */
export async function createFromTemplate(
  ctx: Context,
  { id, parentId, name, onSameName }: ParsedOf<typeof documentTemplates.use>,
): Promise<OutputOf<typeof documentTemplates.use>> {
  const { item: place } = await requireContainer(ctx, right.visible | right.upload, parentId);
  const template = (await offeredTo(ctx)).find((row) => row.id === Number(id));
  if (template === undefined) throw new Refusal(codes.documentTemplateMissing);
  const { sha256, size, ext } = template;
  const placed = await placeStoredContent(ctx, place, { sha256, size, name: withExtension(name, ext), onSameName });
  if (placed === undefined) throw new Refusal(codes.documentTemplateMissing);
  await countUse(ctx.db, template.id);
  return { id: String(placed.documentId), name: placed.name };
}

import { codes } from '@dossier/contract/codes';
import { type documentTemplates, mostDocumentTemplates } from '@dossier/contract/document-templates';
import { objType, right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import { changedFields } from '../../ground/changed-fields.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { needDepartment } from '../circles/departments.ts';
import { releaseBytes } from '../content/free-bytes.ts';
import { storedOf } from '../content/place-bytes.ts';
import { needItem } from '../library/need-items.ts';
import { personNames } from '../people/person-names.ts';
import {
  countDocumentTemplates,
  deleteDocumentTemplateRow,
  documentTemplateById,
  type DocumentTemplateRow,
  insertDocumentTemplate,
  pageOfDocumentTemplates,
  updateDocumentTemplateRow,
} from './document-template-queries.ts';
import { nameColumns, refusingTaken } from './need-cards.ts';

/** The file of a document that the caller may have as it is: whoever uses the template will. */
async function fileOf(ctx: Ctx, id: string) {
  const { item } = await needItem(ctx, right.visible | right.read | right.download, id, objType.document);
  const stored = await storedOf(ctx, item);
  if (stored === undefined) throw new Refusal(codes.bytesMissing);
  return { ...stored, ext: item.ext };
}

/** A document template of the caller's organisation, or 2501. */
async function needTemplate(ctx: Ctx, id: string): Promise<DocumentTemplateRow> {
  const row = await documentTemplateById(ctx.db, Number(id), ctx.user.organisationId);
  if (row === undefined) throw new Refusal(codes.documentTemplateMissing);
  return row;
}

export async function createDocumentTemplate(ctx: Ctx, input: ParsedOf<typeof documentTemplates.create>) {
  const { organisationId } = ctx.user;
  const file = await fileOf(ctx, input.objId);
  const department = input.departmentId === undefined ? undefined : await needDepartment(ctx, input.departmentId);
  if ((await countDocumentTemplates(ctx.db, organisationId)) >= mostDocumentTemplates) throw new Refusal(codes.tooManyItems);
  const [names, id] = [nameColumns(input.name), newId()];
  const what = { description: input.description, department_id: department?.id ?? 0, enabled: input.enabled ? 1 : 0, uses: 0 };
  const row = { id, organisation_id: organisationId, ...names, ...what, ...file, updater_id: ctx.user.id, updated_at: ctx.now };
  await refusingTaken(codes.templateNameExists, insertDocumentTemplate(ctx.db, row));
  await ctx.say('documentTemplate.created', { objId: id, objName: names.name });
  return { id: String(id) };
}

export async function updateDocumentTemplate(ctx: Ctx, input: ParsedOf<typeof documentTemplates.update>) {
  const row = await needTemplate(ctx, input.id);
  const file = input.objId === undefined ? undefined : await fileOf(ctx, input.objId);
  if (file !== undefined && file.ext !== row.ext) throw new Refusal(codes.invalidParams, { field: 'objId' });
  const department =
    input.departmentId === undefined || input.departmentId === '' ? undefined : await needDepartment(ctx, input.departmentId);
  const names = nameColumns(input.name ?? row.name);
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
  await refusingTaken(codes.templateNameExists, updateDocumentTemplateRow(ctx.db, row.id, columns));
  if (file !== undefined && file.sha256 !== row.sha256) await releaseBytes(ctx.db, { shas: [row.sha256], at: ctx.now });
  await ctx.say('documentTemplate.updated', { objId: row.id, objName: names.name, ...changedFields(was, is) });
  return {};
}

export async function deleteDocumentTemplate(ctx: Ctx, { id }: ParsedOf<typeof documentTemplates.delete>) {
  const row = await needTemplate(ctx, id);
  await deleteDocumentTemplateRow(ctx.db, row.id);
  await releaseBytes(ctx.db, { shas: [row.sha256], at: ctx.now });
  await ctx.say('documentTemplate.deleted', { objId: row.id, objName: row.name });
  return {};
}

export async function listDocumentTemplates(
  ctx: Ctx,
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

import { permissions } from '@dossier/contract/access/permissions';
import { level, moduleType } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import type { Caller } from './caller.ts';
import { type Company, granteeOf, need } from './company.ts';
import { makeFile } from './files/make-file.ts';

const author = 'dingning';
const manager = 'yuanbo';
const day = 24 * 3600 * 1000;

const templates = [
  ['publish', '受控文件发布'],
  ['revise', '受控文件修订'],
  ['abolish', '受控文件废止'],
] as const;
type Kind = (typeof templates)[number][0];

const [inForce, purchasing, inspection] = ['文件控制程序', '采购控制程序', '进货检验规程（旧）'];

/**
 * A publishing cabinet with what flows did to it: a document in effect whose next version comes in two weeks, one with a superseded version, and an
 * abolished one. `admin` is signed in now.
 */
export async function publishRules(company: Company, admin: Caller): Promise<void> {
  const { id: cabinet } = await admin.call(library.createCabinet, {
    name: '受控文件',
    moduleType: moduleType.enterprise,
    description: '经审批发布的体系文件，以此处的有效版本为准',
    publishing: true,
  });
  const { id: folder } = await admin.call(library.createFolder, { parentId: cabinet, name: '程序文件' });
  for (const [who, given] of [
    ['organisation', level.view],
    [`user:${manager}`, level.full],
  ] as const)
    await admin.call(permissions.grant, { objId: cabinet, ...granteeOf(company, who), level: given });
  const steps = [{ name: '管理者代表审批', approvers: [{ kind: 'person' as const, id: need(company.users, manager) }] }];
  const templateIds = new Map<Kind, string>();
  for (const [flowKind, name] of templates)
    templateIds.set(flowKind, (await admin.call(flowTemplates.create, { flowKind, name, cabinetId: cabinet, steps, enabled: true })).id);

  const writer = await company.as(author);
  const { id: drafts } = await writer.call(library.createCabinet, { name: '体系文件草稿', moduleType: moduleType.my });
  const draft = async (title: string, seed: number): Promise<string> => {
    const { name, bytes } = await makeFile('docx', { title, lang: 'cn', seed });
    const { id, uploadUrl } = await writer.call(content.preUpload, { parentId: drafts, name, size: bytes.length });
    await writer.send(uploadUrl, bytes);
    return id;
  };
  const pass = async (kind: Kind, title: string, { ids, ...terms }: { ids: string[]; targetId?: string; effectiveTime?: string }) => {
    const documents = ids.map((id) => ({ id }));
    const form = { templateId: need(templateIds, kind), title, reason: title, documents, submit: true, ...terms };
    const { id } = await writer.call(flows.save, form);
    await (await company.as(manager)).call(flows.decide, { id, decision: 'ratify', opinion: '同意' });
    return (await writer.call(flows.show, { id })).documents.map(({ resultId = '' }) => resultId);
  };
  const ids = [await draft(inForce, 5901), await draft(purchasing, 5902), await draft(inspection, 5903)];
  const [first = '', second = '', third = ''] = await pass('publish', '发布体系文件', { ids, targetId: folder });
  await pass('revise', `修订${purchasing}`, { ids: [await draft(`${purchasing}（修订稿）`, 5904)], targetId: second });
  await pass('revise', `修订${inForce}，两周后生效`, {
    ids: [await draft(`${inForce}（修订稿）`, 5905)],
    targetId: first,
    effectiveTime: new Date(Date.now() + 14 * day).toISOString(),
  });
  await pass('abolish', '进货检验改由供应商管理平台记录', { ids: [third] });
}

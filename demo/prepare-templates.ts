import { documentTemplates } from '@dossier/contract/classification/document-templates';
import { level, moduleType } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { templates } from '@dossier/contract/documents/folder-templates';
import { library } from '@dossier/contract/documents/library';
import { sensitiveWords, wordPlace } from '@dossier/contract/governance/sensitive-words';
import type { Caller } from './caller.ts';
import { type Company, granteeOf } from './company.ts';
import type { Who } from './company/cabinets.ts';
import type { DemoLanguage } from './company/demo-language.ts';
import { makeFile } from './files/make-file.ts';
import { folderAt } from './folder-at.ts';

interface PlannedFolder {
  name: string;
  below?: PlannedFolder[];
  /** The grants of this folder, which then inherits none; without grants of its own it inherits those of its parent folder. */
  only?: [who: Who, level: number][];
}

const folderTemplates: { name: string; description: string; folders: PlannedFolder[] }[] = [
  {
    name: '工程项目',
    description: '市政与水工项目的标准目录，立项后由项目经理建立',
    folders: [
      {
        name: '01 合同与商务',
        only: [
          ['department:商务合约部', level.full],
          ['department:财务部', level.view],
        ],
      },
      { name: '02 设计图纸', below: [{ name: '建筑' }, { name: '结构' }, { name: '机电' }] },
      { name: '03 施工记录', below: [{ name: '施工日志' }, { name: '现场照片' }] },
      { name: '04 质量与安全', below: [{ name: '检验批' }, { name: '隐患整改' }] },
      { name: '05 竣工验收' },
    ],
  },
  {
    name: 'Product release',
    description: 'One folder for each release, from the first specification to its announcement',
    folders: [
      { name: 'Specifications' },
      { name: 'Test reports', below: [{ name: 'Automated' }, { name: 'Field tests' }] },
      { name: 'Release notes' },
      { name: 'Announcement' },
    ],
  },
];

interface PlannedDocument {
  name: string;
  description: string;
  kind: 'docx' | 'xlsx' | 'pptx';
  lang: DemoLanguage;
  department?: string;
  /** Who has made a document from it, and in which folder. */
  used?: { by: string; path: string; name: string };
}

const plannedDocuments: PlannedDocument[] = [
  { name: '会议纪要', description: '公司会议纪要的统一格式，会后两个工作日内发出', kind: 'docx', lang: 'cn' },
  {
    name: '施工日志',
    description: '每日由施工员填写：天气、人员、机械、进度与问题',
    kind: 'docx',
    lang: 'cn',
    department: '工程中心',
    used: { by: 'wanglei', path: '项目资料/滨江泵站改造/施工记录', name: '施工日志 2026-05-11' },
  },
  { name: '工程款支付台账', description: '合同、已付与待付金额，每月末更新', kind: 'xlsx', lang: 'cn', department: '商务合约部' },
  { name: 'Decision paper', description: 'One page: the question, the options, what we propose and why', kind: 'docx', lang: 'en' },
];

const wordGroups = [
  {
    name: '商务秘密',
    level: 3,
    action: 'warn' as const,
    places: wordPlace.name + wordPlace.note + wordPlace.content,
    words: ['标底', '投标底价', '成本底价', '评标委员会名单', '未公开报价'],
    exceptions: ['标底板'],
  },
  {
    name: '个人信息',
    level: 2,
    action: 'log' as const,
    places: wordPlace.name + wordPlace.content,
    words: ['身份证号', '银行卡号', '家庭住址', '体检报告', '工资明细'],
  },
  {
    name: 'Confidential papers',
    level: 2,
    action: 'log' as const,
    places: wordPlace.name + wordPlace.note,
    words: ['internal only', 'do not distribute', 'salary review'],
  },
];

/** Folder templates, document templates and sensitive words. `admin` is signed in now. */
export async function prepareTemplates(company: Company, admin: Caller): Promise<void> {
  for (const { name, description, folders } of folderTemplates) {
    const { id } = await admin.call(templates.create, { name, description, enabled: true });
    await addFolders(company, admin, { parentId: id, folders });
  }
  const { id: drafts } = await admin.call(library.createCabinet, { name: '模板底稿', moduleType: moduleType.my });
  for (const [at, planned] of plannedDocuments.entries()) await addDocument(company, admin, { ...planned, drafts, seed: 6100 + at });
  for (const group of wordGroups) await admin.call(sensitiveWords.createGroup, group);
}

async function addFolders(
  company: Company,
  admin: Caller,
  { parentId, folders }: { parentId: string; folders: readonly PlannedFolder[] },
): Promise<void> {
  for (const { name, below = [], only } of folders) {
    const { id } = await admin.call(templates.createFolder, { parentId, name });
    const grants = (only ?? []).map(([who, given]) => ({ ...granteeOf(company, who), level: given }));
    if (only !== undefined) await admin.call(templates.setRights, { id, inherit: false, grants });
    await addFolders(company, admin, { parentId: id, folders: below });
  }
}

/** A template of a file that is made for it, and a document that somebody has made from it. */
async function addDocument(
  company: Company,
  admin: Caller,
  { name, description, kind, lang, department, used, drafts, seed }: PlannedDocument & { drafts: string; seed: number },
): Promise<void> {
  const file = await makeFile(kind, { title: name, lang, seed });
  const { id: objId, uploadUrl } = await admin.call(content.preUpload, { parentId: drafts, name: file.name, size: file.bytes.length });
  await admin.send(uploadUrl, file.bytes);
  const departmentId = department === undefined ? {} : { departmentId: granteeOf(company, `department:${department}`).granteeId };
  const { id } = await admin.call(documentTemplates.create, { objId, name, description, ...departmentId });
  if (used === undefined) return;
  const user = await company.as(used.by);
  await user.call(documentTemplates.use, { id, parentId: await folderAt(user, used.path), name: used.name });
}

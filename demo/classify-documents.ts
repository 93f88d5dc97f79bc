import { cards } from '@dossier/contract/classification/cards';
import { categories } from '@dossier/contract/classification/categories';
import { customFolders } from '@dossier/contract/classification/custom-folders';
import { tags } from '@dossier/contract/classification/tags';
import type { TagColour } from '@dossier/contract/core/tag-mark';
import { validity } from '@dossier/contract/documents/validity';
import type { Caller } from './caller.ts';
import { type Company, need } from './company.ts';
import type { Filed } from './fill-documents.ts';
import { folderAt } from './folder-at.ts';

const pump = '项目资料/滨江泵站改造';
const contracts = '合同管理/施工合同/2026';
const signedContract = `${contracts}/滨江泵站改造工程施工合同（签署版）.pdf`;
const draftContract = `${contracts}/滨江泵站改造工程施工合同.docx`;
const calculation = `${pump}/设计图纸/结构/基坑支护计算书.pdf`;
const floorPlan = `${pump}/设计图纸/建筑/泵房平面图 A-101.svg`;
const travelRules = '人事行政/制度/差旅费报销规定.docx';
const day = 24 * 3600 * 1000;

/** Tags of everybody, with the documents that bear them and who put them there. */
const sharedTags: { name: string; colour: TagColour; on: { by: string; paths: string[] }[] }[] = [
  { name: '待归档', colour: 'orange', on: [{ by: 'xieting', paths: [signedContract, draftContract] }] },
  { name: '重点项目', colour: 'red', on: [{ by: 'wanglei', paths: [calculation, floorPlan] }] },
  { name: 'For customers', colour: 'blue', on: [{ by: 'emily.carter', paths: ['Product/Roadmap 2026.pptx'] }] },
];

/** Categories, with their parents, and what is in them. */
const sorting: { name: string; below?: string; put?: { by: string; paths: string[] } }[] = [
  { name: '工程类别' },
  { name: '泵站', below: '工程类别', put: { by: 'wanglei', paths: [calculation, floorPlan] } },
  { name: '桥梁', below: '工程类别' },
  { name: '管理制度', put: { by: 'zhouying', paths: [travelRules] } },
  { name: 'Product papers', put: { by: 'emily.carter', paths: ['Product/Roadmap 2026.pptx', 'Product/Decision log.md'] } },
];

/** The folders that users keep at hand, by their paths from the cabinet down. */
const atHand: Record<string, string[]> = {
  wanglei: [pump, `${pump}/施工记录`],
  'emily.carter': ['Product', 'Product/Monitoring platform'],
};

/** Tags, categories, an index card, folders at hand and dates of documents. `admin` is signed in now. */
export async function classifyDocuments(company: Company, { ids }: Filed, admin: Caller): Promise<void> {
  const { as } = company;
  const idsOf = (paths: string[]): string[] => paths.map((path) => need(ids, path));
  for (const { name, colour, on } of sharedTags) {
    const { id } = await admin.call(tags.createShared, { name, colour });
    for (const { by, paths } of on) await (await as(by)).call(tags.mark, { objIds: idsOf(paths), add: [id] });
  }
  const made = new Map<string, string>();
  for (const [at, { name, below, put }] of sorting.entries()) {
    const parent = below === undefined ? {} : { parentId: need(made, below) };
    const { id } = await admin.call(categories.create, { name, sortNumber: at + 1, ...parent });
    made.set(name, id);
    if (put !== undefined) await (await as(put.by)).call(categories.put, { objIds: idsOf(put.paths), add: [id] });
  }
  await fillCard(company, need(ids, signedContract), admin);
  for (const [login, paths] of Object.entries(atHand)) {
    const caller = await as(login);
    for (const path of paths) await caller.call(customFolders.create, { folderId: await folderAt(caller, path) });
  }
  const soon = (days: number): string => new Date(Date.now() + days * day).toISOString();
  await (await as('xieting')).call(validity.set, { objIds: idsOf([signedContract]), validUntil: soon(20), reviewTime: soon(10) });
  await (await as('zhouying')).call(validity.set, { objIds: idsOf([travelRules]), reviewTime: soon(5) });
}

/** A card for contracts, filled in for one. */
async function fillCard({ as }: Company, objId: string, admin: Caller): Promise<void> {
  const attribute = async (at: number, terms: { name: string; kind: 'text' | 'number' | 'date' | 'choice'; choices?: string[] }) => {
    const { name, kind, choices } = terms;
    const limits = choices === undefined ? {} : { choices };
    return (await admin.call(cards.createAttribute, { name, kind, sortNumber: at, limits })).id;
  };
  const [number, party, amount, signedOn, state] = [
    await attribute(1, { name: '合同编号', kind: 'text' }),
    await attribute(2, { name: '相对方', kind: 'text' }),
    await attribute(3, { name: '合同金额（万元）', kind: 'number' }),
    await attribute(4, { name: '签订日期', kind: 'date' }),
    await attribute(5, { name: '履行状态', kind: 'choice', choices: ['履行中', '已完成', '已终止'] }),
  ];
  const fields = [number, party, amount, signedOn, state].map((attributeId, at) => ({ attributeId, required: at < 2 }));
  const { id: cardId } = await admin.call(cards.create, { name: '合同卡片', description: '每份合同的要点', fields });
  const { id: typeId } = await admin.call(cards.createType, { name: '合同', description: '施工、采购与分包合同', cardId });
  const values = [
    { attributeId: number, value: 'HT-2026-018' },
    { attributeId: party, value: '滨江新区水务局' },
    { attributeId: amount, value: '2860' },
    { attributeId: signedOn, value: '2026-03-12' },
    { attributeId: state, value: '履行中' },
  ];
  await (await as('xieting')).call(cards.fill, { id: objId, typeId, values });
}

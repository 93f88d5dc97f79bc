import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { notes } from '@dossier/contract/classification/notes';
import { comments } from '@dossier/contract/comments/comments';
import type { CommentPlace } from '@dossier/contract/comments/places';
import { attachments } from '@dossier/contract/documents/attachments';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import type { Caller } from './caller.ts';
import { type Company, granteeOf, need } from './company.ts';
import type { Who } from './company/cabinets.ts';
import { makeFile } from './files/make-file.ts';
import type { Filed } from './fill-documents.ts';

const pump = '项目资料/滨江泵站改造';
const contract = '合同管理/施工合同/2026/滨江泵站改造工程施工合同（签署版）.pdf';
const day = 24 * 3600 * 1000;

/** A comment of a thread, with the login names of the users that it mentions. */
interface Line {
  by: string;
  words: string;
  mentions?: string[];
}

/** What is discussed: the place and the lines of each thread, and whether it is settled. */
const threads: { path: string; place?: CommentPlace; lines: Line[]; settledBy?: string }[] = [
  {
    path: `${pump}/设计图纸/建筑/泵房平面图 A-101.svg`,
    place: { kind: 'point', page: 1, x: 0.34, y: 0.42 },
    lines: [
      { by: 'xiaoyu', words: '此处检修通道净宽只有 900，@王磊 请核对机组布置图。', mentions: ['wanglei'] },
      { by: 'wanglei', words: '已核对，机组向北移 200 即可，@孙洁 请更新图纸。', mentions: ['sunjie'] },
    ],
  },
  {
    path: `${pump}/设计图纸/结构/基坑支护计算书.pdf`,
    place: { kind: 'area', page: 1, x: 0.12, y: 0.3, width: 0.5, height: 0.08 },
    lines: [
      { by: 'yuanbo', words: '安全系数请注明所依据的规范条文。' },
      { by: 'wanglei', words: '已在新版第 1 页补充。' },
    ],
    settledBy: 'wanglei',
  },
  {
    path: 'Product/Roadmap 2026.pptx',
    lines: [
      { by: 'james.obrien', words: 'Should the gateway come before the new alarm rules? @Emily Carter', mentions: ['emily.carter'] },
      { by: 'emily.carter', words: 'Yes. I moved it to the second quarter.' },
    ],
  },
];

const notesOf: { by: string; path: string; content: string }[] = [
  { by: 'xieting', path: contract, content: '原件存放于商务合约部 3 号柜' },
  { by: 'emily.carter', path: 'Brand/Brand guidelines.pdf', content: 'The new logo is valid from January' },
];

/** Documents that users are asked to read and understand, and who has done so. */
const toRead: { by: string; path: string; principals: Who[]; note: string; done: string[] }[] = [
  {
    by: 'zhouying',
    path: '人事行政/制度/差旅费报销规定.docx',
    principals: ['department:工程中心', 'department:财务部', 'department:Product'],
    note: '自下月起执行，请阅读',
    done: ['zhangmin', 'jiangli', 'james.obrien'],
  },
];

/** Talk about documents: comments on their places, notes, an attachment, a document to be read, and a contract that waits for signatures. `admin` is signed in now. */
export async function leaveConversations(company: Company, { ids }: Filed, admin: Caller): Promise<void> {
  const { as, users } = company;
  for (const { path, place, lines, settledBy } of threads) {
    const objId = need(ids, path);
    let threadId: string | undefined;
    for (const { by, words, mentions = [] } of lines) {
      const terms = { objId, content: words, mentions: mentions.map((login) => need(users, login)) };
      const start = { ...terms, ...(place !== undefined && { place }) };
      const { id } = await (await as(by)).call(comments.create, threadId === undefined ? start : { ...terms, threadId });
      threadId ??= id;
    }
    if (settledBy !== undefined && threadId !== undefined)
      await (await as(settledBy)).call(comments.resolve, { id: threadId, resolved: true });
  }
  for (const { by, path, content } of notesOf) await (await as(by)).call(notes.create, { objId: need(ids, path), content, shared: true });
  for (const { by, path, principals, note, done } of toRead) {
    const terms = {
      objId: need(ids, path),
      principals: principals.map((who) => granteeOf(company, who)),
      note,
      dueTime: new Date(Date.now() + 14 * day).toISOString(),
    };
    const { id } = await (await as(by)).call(acknowledgements.create, terms);
    for (const login of done) await (await as(login)).call(acknowledgements.acknowledge, { id });
  }
  await handInContract(company, need(ids, contract), admin);
}

/** A flow of two steps, the second by signature: the contract waits in it, with an attachment. */
async function handInContract({ as, users }: Company, objId: string, admin: Caller): Promise<void> {
  const step = (name: string, login: string) => ({ name, approvers: [{ kind: 'person' as const, id: need(users, login) }] });
  const { id: templateId } = await admin.call(flowTemplates.create, {
    flowKind: 'normal',
    name: '合同会签',
    description: '商务审核后由总经理签署',
    steps: [step('商务审核', 'panyue'), { ...step('总经理签署', 'chenwei'), signs: true }],
    enabled: true,
  });
  const applicant = await as('xieting');
  const form = { templateId, title: '滨江泵站改造工程施工合同签署', reason: '合同条款已与业主确认', documents: [{ id: objId }] };
  const { id: flowId } = await applicant.call(flows.save, form);
  const { name, bytes } = await makeFile('pdf', { title: '业主确认函', lang: 'cn', seed: 4711 });
  const { uploadUrl } = await applicant.call(attachments.preUpload, { flowId, name, size: bytes.length });
  await applicant.send(uploadUrl, bytes);
  await applicant.call(flows.save, { ...form, id: flowId, submit: true });
  await (await as('panyue')).call(flows.decide, { id: flowId, decision: 'ratify', opinion: '条款无误' });
}

import { agendaDocuments, meetings } from '@dossier/contract/meetings/meetings';
import { votes } from '@dossier/contract/meetings/votes';
import { shares } from '@dossier/contract/sharing/shares';
import type { Caller } from './caller.ts';
import { type Company, granteeOf, need } from './company.ts';
import type { Filed } from './fill-documents.ts';

const pump = '项目资料/滨江泵站改造';
const calculation = `${pump}/设计图纸/结构/基坑支护计算书.pdf`;
const floorPlan = `${pump}/设计图纸/建筑/泵房平面图 A-101.svg`;
const hour = 3600 * 1000;
const day = 24 * hour;
const soon = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

/** Meetings to come, with agenda, documents, answers and votes, and links to documents. */
export async function holdMeetings(company: Company, { ids }: Filed): Promise<void> {
  const { as } = company;
  const invited = (...logins: string[]) => logins.map((login) => granteeOf(company, `user:${login}`));
  const leader = await as('wanglei');
  const { id } = await leader.call(meetings.create, {
    title: '泵站改造周例会',
    startTime: soon(2 * hour),
    endTime: soon(3 * hour),
    place: '二楼会议室',
    description: '进度、图纸问题与下周安排',
    invited: invited('sunjie', 'zhaoqiang', 'xiaoyu', 'yuanbo', 'emily.carter'),
  });
  const { version } = await leader.call(meetings.show, { id });
  await leader.call(meetings.saveAgenda, {
    id,
    version,
    agenda: [
      { title: '本周进度', presenter: '孙洁', minutes: 15 },
      { title: '图纸问题', presenter: '肖雨', minutes: 20 },
      { title: '下周安排', presenter: '王磊', minutes: 10 },
    ],
  });
  for (const path of [calculation, floorPlan]) await leader.call(agendaDocuments.add, { id, objId: need(ids, path) });
  await (await as('sunjie')).call(meetings.answer, { id, answer: 'yes' });
  await (await as('xiaoyu')).call(meetings.answer, { id, answer: 'perhaps' });

  const product = await as('emily.carter');
  await product.call(meetings.create, {
    title: 'Roadmap review',
    startTime: soon(2 * day),
    endTime: soon(2 * day + hour),
    link: 'https://meet.example.org/roadmap',
    invited: invited('james.obrien', 'priya.nair', 'tom.becker', 'sato.yuki', 'wanglei'),
  });

  const { id: voteId } = await product.call(votes.create, {
    question: 'Which alarm channel comes first?',
    kind: 'options',
    options: ['Email', 'SMS', 'App'],
    live: true,
    closeTime: soon(5 * day),
    voters: invited('james.obrien', 'priya.nair', 'tom.becker', 'wanglei', 'sato.yuki'),
  });
  for (const [login, at] of [
    ['james.obrien', 0],
    ['priya.nair', 2],
    ['tom.becker', 2],
  ] as const) {
    const voter = await as(login);
    const { options } = await voter.call(votes.show, { id: voteId });
    await voter.call(votes.cast, { id: voteId, optionIds: [options[at]?.id ?? ''] });
  }

  await shareDrawings(company, leader, ids);
}

/** A link for the supervisor of the works, and one for colleagues. */
async function shareDrawings(company: Company, leader: Caller, ids: Filed['ids']): Promise<void> {
  await leader.call(shares.create, {
    name: '泵站施工图纸（供监理）',
    objIds: [need(ids, floorPlan)],
    password: 'river-2026',
    deadline: soon(14 * day),
    allowDownload: true,
  });
  await leader.call(shares.create, {
    objIds: [need(ids, calculation)],
    colleagues: ['emily.carter', 'sunjie'].map((login) => ({ granteeType: 'user' as const, granteeId: need(company.users, login) })),
    allowDownload: true,
  });
}

import { favourites } from '@dossier/contract/classification/favourites';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { preview } from '@dossier/contract/preview/preview';
import type { Caller } from './caller.ts';
import { type Company, need } from './company.ts';
import type { Filed } from './fill-documents.ts';

const pump = '项目资料/滨江泵站改造';

const favouriteNames: Record<string, string[]> = {
  wanglei: [
    `${pump}/设计图纸/结构/基坑支护计算书.pdf`,
    `${pump}/验收/竣工资料移交清单.xlsx`,
    '合同管理/施工合同/2026/滨江泵站改造工程施工合同（签署版）.pdf',
  ],
  zhouying: ['人事行政/员工手册 2026.pdf', '人事行政/制度/差旅费报销规定.docx'],
  'emily.carter': ['Product/Roadmap 2026.pptx', 'Brand/Brand guidelines.pdf', 'Brand/Film and sound/River film.webm'],
  'lucia.fernandez': ['项目资料/国际项目/Monterrey water plant/Plan de gestión de calidad.pdf'],
  'sato.yuki': ['项目资料/跨江大桥健康监测/数据/level export.csv', 'Product/Monitoring platform/Specifications/アラーム通知の仕様.docx'],
};

const locked: Record<string, string[]> = {
  xieting: ['合同管理/施工合同/2026/滨江泵站改造工程施工合同.docx'],
  lina: ['项目资料/跨江大桥健康监测/报告/年度评估汇报.pptx'],
  'priya.nair': ['Product/Monitoring platform/Specifications/Alarm rules.docx'],
};

const thrownAway: Record<string, string[]> = {
  wanglei: [`${pump}/施工记录/现场照片 17.jpg`, `${pump}/施工记录/现场照片 18.jpg`],
  xieting: ['合同管理/分包合同/劳务分包合同 08.docx'],
  'emily.carter': ['Product/Research/Interview notes 5.txt'],
  zhouying: ['人事行政/招聘/岗位说明书/岗位说明书 10.docx'],
};

const opened: Record<string, string[]> = {
  wanglei: [
    `${pump}/施工记录/现场照片 01.jpg`,
    `${pump}/设计图纸/建筑/泵房平面图 A-101.svg`,
    `${pump}/验收/竣工影像.webm`,
    '质量体系/质量手册.pdf',
  ],
  zhouying: ['人事行政/组织架构图.svg', '公司制度/公司章程.pdf'],
  'emily.carter': ['Product/Decision log.md', 'Brand/Pictures/Bridge at dusk 1.jpg', 'Brand/Film and sound/Signature melody.wav'],
  'lucia.fernandez': ['项目资料/国际项目/Monterrey water plant/Inception report.pdf', 'Brand/Brand guidelines.pdf'],
  'sato.yuki': ['Product/Monitoring platform/Source samples/StationMonitor.java', '项目资料/跨江大桥健康监测/数据/索力数据 1 月.csv'],
};

const downloaded: Record<string, string[]> = {
  wanglei: [`${pump}/设计图纸/结构/基坑支护计算书.pdf`, 'Brand/Presentations/公司介绍.pptx'],
  sunjie: [`${pump}/设计图纸/结构/基坑支护计算书.pdf`, `${pump}/施工记录/工程周报 2026 第24周.docx`],
  'emily.carter': ['Product/Roadmap 2026.pptx', 'Brand/Brand guidelines.pdf'],
  'sofia.morales': ['项目资料/国际项目/Monterrey water plant/Monthly report 2026-06.pdf', 'Brand/Brand guidelines.pdf'],
  zhuyun: [`${pump}/设计图纸/结构/基坑支护计算书.pdf`],
};

const minute = 60 * 1000;

/** Traces of the last working day: favourites, locks, views, downloads, and a few deleted items. */
export async function leaveTraces({ as, clock }: Company, { ids }: Filed): Promise<void> {
  const act = async (byUser: Record<string, string[]>, work: (caller: Caller, ids: string[]) => Promise<unknown>): Promise<void> => {
    for (const [login, paths] of Object.entries(byUser)) {
      clock.to(clock.now() + 20 * minute);
      await work(
        await as(login),
        paths.map((path) => need(ids, path)),
      );
    }
  };
  const each = (work: (caller: Caller, id: string) => Promise<unknown>) => async (caller: Caller, all: string[]) => {
    for (const id of all) await work(caller, id);
  };
  clock.to(Date.now() - 10 * 60 * minute);
  await act(favouriteNames, (caller, objIds) => caller.call(favourites.addFavorite, { objIds }));
  await act(
    opened,
    each((caller, id) => caller.call(preview.view, { id })),
  );
  await act(
    downloaded,
    each(async (caller, id) => caller.fetch((await caller.call(content.download, { id })).downloadUrl)),
  );
  await act(
    locked,
    each((caller, id) => caller.call(content.lock, { id })),
  );
  await act(thrownAway, (caller, objIds) => caller.call(library.delete, { objIds }));
}

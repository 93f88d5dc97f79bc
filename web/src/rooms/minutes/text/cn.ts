export const text = {
  archive: '归档',
  archiveText: '会议将永久关闭：未结束的表决和评分随之结束，材料不再对受邀人员开放。纪要、议程、出席情况和结果保存为一个 Markdown 文档。',
  archiveTitle: '归档“{{name}}”',
  area_meetings: '会议',
  area_scores: '评分',
  area_votes: '表决',
  areas: '会议、表决与评分',
  asPage: '页面',
  asText: '编辑',
  decision: '决议',
  decisionsAndTasks: '决议与任务',
  due: '截止日期',
  dueOn: '截止 {{day}}',
  editTask: '修改“{{name}}”',
  folder: '文件夹',
  folderNeeded: '请选择文件夹',
  isDone: '已完成：{{name}}',
  metOther: '{{name}} 同时写了纪要：两份内容已合并',
  minutes: '会议纪要',
  minutesHint: '在这里记录，支持 Markdown，自动保存',
  newDecision: '记录决议',
  newTask: '分配任务',
  noMinutes: '还没有纪要。',
  noTasks: '还没有决议或任务。',
  openArchived: '打开纪要文档',
  pageTitle: '会议与表决',
  removeTask: '删除“{{name}}”',
  save: '保存',
  saving_failed: '未保存，正在重试',
  saving_saved: '已保存',
  saving_waiting: '编辑中…',
  shownAs: '显示方式',
  wasArchived: '已归档：{{name}}',
  wasDue: '已逾期（{{day}}）',
  what: '内容',
  whatNeeded: '请输入内容',
  who: '负责人',
};
export type Keys = keyof typeof text;

declare module '../../../platform/i18n.ts' {
  interface Texts {
    minutes: Keys;
  }
}

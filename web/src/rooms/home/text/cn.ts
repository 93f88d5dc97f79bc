export const text = {
  home: '首页',
  goodMorning: '早上好，{{name}}',
  goodDay: '下午好，{{name}}',
  goodEvening: '晚上好，{{name}}',
  recent: '最近打开',
  recentEmpty: '您打开过的文档会出现在这里。',
  favorites: '收藏',
  favoritesEmpty: '给常用的文档和文件夹加上星标，就能在这里找到它们。',
  newest: '最新文档',
  newestEmpty: '您能看到的新文档会出现在这里。',
  popular: '热门下载',
  popularEmpty: '最近 30 天内下载最多的文档会出现在这里。',
  downloads: '{{n}} 次',
  all: '全部',
  allOf: '全部：{{name}}',
  startTitle: '从一个文件柜开始',
  startText: '文件柜里放文件夹，文件夹里放文档。新建一个文件柜，再把文件拖进去。',
  toEnterprise: '打开企业文档',
  toMine: '打开我的文档',
  sharedTitle: '与您共享的内容',
  sharedText: '这些文件柜和文件夹已对您开放。',
  nothingSharedTitle: '还没有与您共享的内容',
  nothingSharedText: '别人与您共享的内容会出现在这里。您自己的文件可以放在“我的文档”。',
};
export type Keys = keyof typeof text;

declare module '../../../ground/text.ts' {
  interface Texts {
    home: Keys;
  }
}

export const text = {
  quickLookOf: '快速查看：{{name}}',
  previous: '上一个',
  next: '下一个',
  open: '打开',
  close: '关闭',
  loading: '正在加载',
  noPicture: '这里无法显示此文档，请打开查看。',
  noRight: '您无权查看此文档',
};
export type Keys = keyof typeof text;

declare module '../../../platform/i18n.ts' {
  interface Texts {
    thumbnails: Keys;
  }
}

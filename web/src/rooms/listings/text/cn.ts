export const text = {
  name: '名称',
  size: '大小',
  changed: '修改时间',
  nFiles: '{{n}} 个文件',
  unpacked: '解压后',
  cut: '内容过多，仅列出前 {{n}} 项。',
  damaged: '压缩包已损坏，后面的内容无法读取。',
  emptyArchive: '压缩包中没有文件',
  nothingFound: '没有匹配的名称',
  search: '按名称查找',
  takeOne: '下载“{{name}}”',
  openOne: '打开“{{name}}”',
  locked: '有密码保护，无法打开',
  link: '链接，无法打开',
  opening: '正在解压…',
  toArchive: '返回压缩包',
  toMail: '返回邮件',
  from: '发件人',
  to: '收件人',
  cc: '抄送',
  sent: '时间',
  noSubject: '（无主题）',
  nMore: '另外 {{n}} 人',
  attachments: '附件',
  body: '邮件正文',
  noBody: '这封邮件没有正文',
  picturesLeftOut: '为保护隐私，未加载来自外部的图片。',
  asSent: '原样',
  asText: '纯文本',
  asPage: '阅读',
  asSource: '源文件',
  showAs: '显示方式',
  outline: '目录',
  markdownPictures: '部分图片不在此文件旁边或您无权查看，仅显示其名称。',
  markdownCut: '内容过长，其余部分请在源文件中查看。',
};
export type Keys = keyof typeof text;

declare module '../../../platform/i18n.ts' {
  interface Texts {
    listings: Keys;
  }
}

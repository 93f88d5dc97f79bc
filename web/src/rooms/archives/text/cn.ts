export const text = {
  download: '下载',
  hint: '提示',
  compressQuestion: '文件夹下文档数量过多，是否转为后台压缩下载，压缩完成后会以系统消息通知',
  compressYes: '后台压缩',
  compressStarted: '文件已在后台进行压缩，请关注系统消息通知。',
  extractHere: '解压到此处',
  extracting: '正在后台解压“{{name}}”，完成后会有系统消息通知。',
};

export type Keys = keyof typeof text;

declare module '../../../platform/i18n.ts' {
  interface Texts {
    archives: Keys;
  }
}

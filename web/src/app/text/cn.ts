export const text = {
  notFoundTitle: '找不到这个页面',
  notFoundHint: '地址可能写错了，或者页面已经移走。',
  toStart: '回到起始页',
  deniedTitle: '您没有权限访问此页面',
  deniedHint: '如需使用，请联系管理员。',
  toHome: '返回首页',
};
export type Keys = keyof typeof text;

declare module '../../ground/text.ts' {
  interface Texts {
    app: Keys;
  }
}

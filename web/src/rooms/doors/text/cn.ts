export const text = {
  signingIn: '正在登录',
  arriving: '正在登录…',
  signInFailed: '登录未成功，请重试。',
  serviceRefused: '登录服务没有允许此次登录，请重试或使用其他方式。',
  signedIn: '登录成功',
  bindTitle: '绑定账号',
  binding: '正在绑定账号…',
  bindDone: '绑定成功',
  bindFailed: '绑定失败，请重试',
  toDocuments: '返回文档',
  linkedAccounts: '绑定的账号',
  linkedHint: '绑定后，可以用这些账号登录。',
  noApps: '管理员尚未启用任何聊天应用',
  boundAs: '已绑定 {{name}}',
  notBound: '未绑定',
  bind: '绑定',
  unbind: '解除绑定',
};
export type Keys = keyof typeof text;

declare module '../../../ground/text.ts' {
  interface Texts {
    doors: Keys;
  }
}

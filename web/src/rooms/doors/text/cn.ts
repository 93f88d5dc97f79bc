export const text = {
  signingIn: '正在登录',
  arriving: '正在登录…',
  signInFailed: '登录未成功，请重试。',
  serviceRefused: '登录服务没有允许此次登录，请重试或使用其他方式。',
  signedIn: '登录成功',
  replaceBy: '改用 {{name}} 登录？',
  replaceUnnamed: '改用其他账号登录？',
  replaceText: '您已以 {{name}} 登录。如果不是您自己打开的链接，请取消：否则您之后放入的文件会进入别人的账号。',
  replace: '改用',
  bindTitle: '绑定账号',
  bindAt: '绑定 {{name}}',
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
  scanTitle: '确认登录',
  scanAsk: '要让此设备以 {{name}} 的身份登录吗？',
  scanWarning: '只有在二维码就显示在您面前的屏幕上时才确认。别人发给您的二维码会让对方进入您的账号。',
  scanDevice: '设备',
  scanUnknown: '未知设备',
  scanAddress: '地址',
  scanSince: '时间',
  scanConfirm: '确认登录',
  scanRefuse: '拒绝',
  scanConfirmed: '已确认，该设备即将登录。',
  scanRefused: '已拒绝，该设备不会登录。',
  scanGone: '此二维码已过期、已使用或无效。请在电脑上显示新的二维码。',
  scanLoading: '正在查询…',
};
export type Keys = keyof typeof text;

declare module '../../../platform/i18n.ts' {
  interface Texts {
    doors: Keys;
  }
}

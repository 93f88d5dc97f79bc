export const text = {
  signIn: '登录',
  signInHint: '登录后使用文档',
  signingIn: '正在登录…',
  loginName: '登录名',
  password: '密码',
  captcha: '验证码',
  captchaRenew: '换一张图片',
  loginNameNeeded: '请输入登录名',
  passwordNeeded: '请输入密码',
  captchaNeeded: '请输入图片中的验证码',
  language: '语言',
  langSwitched: '语言切换成功',
  changePassword: '修改密码',
  changePasswordHint: '修改后，其他设备上的登录会失效。',
  oldPassword: '当前密码',
  newPassword: '新密码',
  confirmPassword: '再次输入新密码',
  confirmNeeded: '请再次输入密码',
  passwordShort: '密码至少 6 个字符',
  passwordsDiffer: '两次输入的密码不一致，请重新输入',
  passwordChanged: '密码已修改',
  personalSettings: '个人设置',
  doubleClick: '双击文档',
  doubleClickDownload: '下载',
  doubleClickView: '查看',
  doubleClickEdit: '编辑（不能编辑时查看）',
  window: '打开文档',
  windowNew: '在新的浏览器标签页',
  windowSame: '在当前标签页',
  searchType: '搜索结果',
  searchTable: '表格',
  searchSnapshot: '摘要',
  viewType: '查看方式',
  viewPages: '页面查看器',
  viewOffice: 'Office 服务器（未配置时使用页面查看器）',
  settingsSaved: '设置会立即保存到您的账号。',
  otherWays: '其他登录方式',
  signInWith: '使用 {{name}} 登录',
  doorOff: '该登录方式未启用，请使用其他方式登录。',
  doorAway: '登录服务暂时无法访问，请稍后重试或使用其他方式登录。',
};
export type Keys = keyof typeof text;

declare module '../../../ground/text.ts' {
  interface Texts {
    session: Keys;
  }
}

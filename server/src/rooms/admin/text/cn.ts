export const text = {
  loginName: '登录名',
  fullName: '姓名',
  departments: '部门',
  roles: '角色',
  groups: '用户组',
  mail: '邮箱',
  enabled: '启用',
  lang: '语言',
  yes: '是',
  no: '否',
  administrators: '管理员',
  site: '站点管理员',
  system: '系统管理员',
  security: '安全管理员',
  audit: '审计管理员',
  heads: '部门负责人',
  staff: '员工',
  peopleFile: '用户',
  templateFile: '用户导入模板',
  handedOver: '（已移交）',
  inviteSubject: 'Dossier：您的账号已开通',
  inviteText:
    '{name}，您好：\n\n您的 Dossier 账号已开通，登录名为 {login}。\n请打开 {address} ，点击“忘记密码？”，通过发送到此邮箱的验证码设置您的密码。',
};

export type Texts = Record<keyof typeof text, string>;

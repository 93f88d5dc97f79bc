export const text = {
  hello: '{name}，您好：',
  signInSubject: 'Dossier 登录验证码：{code}',
  signInText: '您的登录验证码是 {code}，10 分钟内有效。如果不是您在登录，说明有人知道您的密码，请尽快修改。',
  mailSubject: 'Dossier 邮箱验证码：{code}',
  mailText: '请输入验证码 {code} 以使用此邮箱，10 分钟内有效。如果不是您操作的，请忽略本邮件。',
  resetSubject: 'Dossier 重设密码验证码：{code}',
  resetText: '您的重设密码验证码是 {code}，10 分钟内有效。如果不是您申请的，请忽略本邮件，您的密码不会改变。',
  newDeviceSubject: 'Dossier：新设备登录',
  newDeviceText: '您的账号在新设备上登录：{browser}（{system}），地址 {address}，时间 {time}（UTC）。如果不是您本人，请立即修改密码。',
  mailChangedSubject: 'Dossier：邮箱已更改',
  mailChangedText: '您账号的邮箱已改为 {mail}。如果不是您操作的，请联系管理员。',
  passkeyAddedSubject: 'Dossier：已添加通行密钥',
  passkeyAddedText: '通行密钥“{passkey}”已添加到您的账号。如果不是您操作的，请移除它并修改密码。',
  passkeyRemovedSubject: 'Dossier：已移除通行密钥',
  passkeyRemovedText: '通行密钥“{passkey}”已从您的账号移除。如果不是您操作的，请修改密码。',
};
export type Texts = Record<keyof typeof text, string>;

export const text = {
  linkSubject: '{giver}向您分享了“{share}”',
  linkText: '{giver}向您分享了“{share}”，请打开下面的链接查看。',
  linkUntil: '链接有效期至 {day}（UTC）。',
  linkPassword: '打开时需要密码，请向分享人索取。',
  codeSubject: '打开分享的验证码',
  codeText: '验证码：{code}\n\n十分钟内有效，请手动输入到分享页面。如果不是您本人操作，请忽略这封邮件，不要把验证码告诉任何人。',
};

export type Texts = Record<keyof typeof text, string>;

export const text = {
  mailNoHost: '请填写邮件服务器地址。',
  mailNoFrom: '请填写发件人邮箱地址。',
  mailNoOwn: '邮件服务器有应答，也接受了登录。但您的账号没有邮箱地址，所以没有发出测试邮件。请在“账号信息”添加邮箱后再试。',
  mailNoServer: '无法连接到 {host}:{port}。请检查地址、端口和防火墙。（{answer}）',
  mailInsecure: '无法与邮件服务器建立安全连接。请检查加密方式、端口和证书。（{answer}）',
  mailLogin: '邮件服务器不接受该用户名或密码。（{answer}）',
  mailRefused: '邮件服务器拒绝了请求。（{answer}）',
  trySubject: 'Dossier 测试邮件',
  tryText: '这是一封测试邮件。您收到它，说明邮件设置可以使用。',
};
export type Texts = Record<keyof typeof text, string>;

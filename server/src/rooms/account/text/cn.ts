export const text = {
  noAddress: '无法识别本站地址，请填写。',
  numbers: '通行密钥不能用于 {address}：地址必须是域名，不能是 IP。',
  notSafe: '通行密钥需要以 https:// 开头的地址，{address} 不是。',
  notSafeHere:
    '本站收到的地址是 {address}，而通行密钥需要 https://。请填写站点地址；如果由代理处理 TLS，也可以设置 DOSSIER_TRUSTED_PROXIES。',
  elsewhere: '通行密钥只能在 {address} 使用，而当前页面是从 {here} 打开的。',
};
export type Texts = Record<keyof typeof text, string>;

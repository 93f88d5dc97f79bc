export const text = {
  systemError: '系统错误，请稍后重试',
  noConnection: '连接不到服务器。请检查网络后重试。',
  timedOut: '服务器没有及时响应。请稍后重试。',
  signedOut: '登录已超时，请重新登录',
  retry: '重试',
  cancel: '取消',
  justNow: '刚刚',
  minutesAgo: '{{n}} 分钟前',
  hoursAgo: '{{n}} 小时前',
  oneDayAgo: '1 天前',
};
export type Keys = keyof typeof text;

export const text = {
  syncDisk: '同步盘',
  find: '按人员或设备名称查找',
  state: '状态',
  allStates: '全部状态',
  activated: '已启用',
  closed: '已关闭',
  setPeople: '设置人员…',
  noneFound: '没有找到设备',
  none: '还没有设备',
  noneHint: '在站点配置中开启同步盘后，人员可在“登录与安全”中添加设备。',
  actionsOf: '对{{person}}的设备“{{name}}”的操作',
  personRefused: '该人员不可使用',
  unused: '尚未使用',
  person: '人员',
  device: '设备',
  address: '地址',
  since: '添加时间',
  lastUse: '最近使用',
  close: '关闭设备',
  open: '重新启用',
  closeAsk: '关闭设备“{{name}}”？',
  closeText: '它的下一次请求将被拒绝，之后可以重新启用。',
  wasClosed: '已关闭“{{name}}”',
  wasOpened: '已启用“{{name}}”',
  refusePerson: '禁止此人使用',
  allowPerson: '允许此人使用',
  refuseAsk: '禁止{{name}}使用同步盘？',
  refuseText: '此人的所有设备都将被拒绝，直到重新允许。',
  wasRefused: '已禁止{{name}}使用同步盘',
  wasAllowed: '已允许{{name}}使用同步盘',
  people: '人员',
  peopleNeeded: '请选择人员',
  mayUse: '可以使用',
  mayNotUse: '不可使用',
  peopleSet: '已保存',
  save: '保存',
};

export type Keys = keyof typeof text;

declare module '../../../platform/i18n.ts' {
  interface Texts {
    disk: Keys;
  }
}

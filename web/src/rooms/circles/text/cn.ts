export const text = {
  deedAssign: '授予和收回',
  deedCabinets: '在共享区域新建',
  deedEdit: '修改',
  deedEditDepartments: '新建、修改、成员',
  deedEditPeople: '新建和修改',
  deedEditRoles: '新建和修改',
  deedEnd: '结束',
  deedGuests: '访客',
  deedHeads: '任命负责人',
  deedOwner: '更改共享区域的所有者',
  deedRemovePeople: '删除并移交',
  deedSecrets: '密码、二次验证、邮箱',
  deedSee: '查看',
  deedSeeRights: '查看到期权限和复核',
  deedShares: '设定分享规则，查看并关闭所有分享',
  deedViewAs: '以他人视角查看',
  officeAddresses: '地址',
  officeCabinets: '文件柜',
  officeCards: '索引卡、文档类型',
  officeCategories: '分类',
  officeDepartments: '部门',
  officeFlows: '流程',
  officeGroups: '用户组',
  officeLicence: '许可',
  officeLog: '操作日志',
  officeReports: '报表',
  officeWords: '敏感词',
  deedJudgeWords: '查看命中并裁定',
  officeOrganisations: '组织',
  officePeople: '人员',
  officeQuotas: '配额',
  officeRights: '权限',
  officeRoles: '角色',
  officeSessions: '会话',
  officeSettings: '站点设置',
  officeShares: '分享',
  officeDisk: '同步盘',
  officeTags: '标签',
  officeTemplates: '模板',
  officeWatermarks: '水印',
};
export type Keys = keyof typeof text;

declare module '../../../platform/i18n.ts' {
  interface Texts {
    circles: Keys;
  }
}

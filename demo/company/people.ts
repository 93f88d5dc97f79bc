import type { DemoLanguage } from './demo-language.ts';

/** The departments; indentation makes a child. */
export const departments = `
总经理办公室
工程中心
  市政工程部
  桥梁与结构部
  机电安装部
  设计研究院
    水工设计所
    建筑设计所
质量安全部
商务合约部
财务部
人力行政部
Product
  Monitoring Platform
International Office
`;

export interface Employee {
  login: string;
  name: string;
  /** Undefined for external people. */
  department?: string;
  lang: DemoLanguage;
}

const staff = `
chenwei 陈伟 总经理办公室 cn
liuyang 刘洋 总经理办公室 cn
zhangmin 张敏 工程中心 cn
wanglei 王磊 市政工程部 cn
zhaoqiang 赵强 市政工程部 cn
sunjie 孙洁 市政工程部 cn
hetao 何涛 市政工程部 cn
lina 李娜 桥梁与结构部 cn
xuhao 徐浩 桥梁与结构部 cn
matsumoto 松本翔太 桥梁与结构部 ja
gaopeng 高鹏 桥梁与结构部 cn
huangyan 黄艳 机电安装部 cn
luobin 罗斌 机电安装部 cn
dengchao 邓超 机电安装部 cn
zhuyun 朱云 设计研究院 cn
xiaoyu 肖雨 水工设计所 cn
tangwei 唐薇 水工设计所 cn
hanmei 韩梅 水工设计所 cn
fengkai 冯凯 建筑设计所 cn
caijing 蔡静 建筑设计所 cn
yuanbo 袁博 质量安全部 cn
dingning 丁宁 质量安全部 cn
weihong 魏红 质量安全部 cn
xieting 谢婷 商务合约部 cn
panyue 潘悦 商务合约部 cn
duxin 杜鑫 商务合约部 cn
jiangli 姜丽 财务部 cn
shenfang 沈芳 财务部 cn
zhouying 周颖 人力行政部 cn
qianfeng 钱枫 人力行政部 cn
emily.carter Emily_Carter Product en
james.obrien James_O’Brien Product en
priya.nair Priya_Nair Monitoring_Platform en
tom.becker Tom_Becker Monitoring_Platform en
lin.jiawen 林嘉文 Monitoring_Platform cn
sato.yuki 佐藤由紀 Monitoring_Platform ja
tanaka.ken 田中健 International_Office ja
lucia.fernandez Lucía_Fernández_Ortega International_Office es
diego.ramirez Diego_Ramírez_Luna International_Office es
sofia.morales Sofía_Morales International_Office es
oliver.grant Oliver_Grant International_Office en
audit.guest 何静（外部审计） - cn
`;

/** All employees. */
export const employees: Employee[] = staff
  .trim()
  .split('\n')
  .map((line) => {
    const [login = '', name = '', department = '', lang = 'cn'] = line.split(' ').map((word) => word.replaceAll('_', ' '));
    return { login, name, ...(department === '-' ? {} : { department }), lang: lang as DemoLanguage };
  });

/** Groups across the departments, with their members. */
export const groups: Record<string, string[]> = {
  滨江泵站项目组: ['zhangmin', 'wanglei', 'sunjie', 'huangyan', 'xiaoyu', 'yuanbo', 'xieting'],
  跨江大桥项目组: ['lina', 'xuhao', 'matsumoto', 'gaopeng', 'fengkai', 'dingning', 'panyue'],
  '2026 外部审计': ['audit.guest', 'jiangli'],
  'Design system': ['emily.carter', 'james.obrien', 'caijing'],
};

/** Roles beside the built-in ones. */
export const roles: Record<string, string[]> = {
  项目经理: ['wanglei', 'lina', 'huangyan', 'lucia.fernandez'],
  文控工程师: ['sunjie', 'dingning', 'qianfeng'],
};

/** Accounts worth signing in with, and what they show. */
export const guides: [login: string, shows: string][] = [
  ['wanglei', 'project manager of the pumping station'],
  ['zhouying', 'human resources, with the closed folders'],
  ['emily.carter', 'product lead, with documents in English'],
  ['lucia.fernandez', 'Mexico City office, with documents in Spanish'],
  ['sato.yuki', 'monitoring platform, with documents in Japanese'],
  ['audit.guest', 'outside auditor with rights until a date'],
];

import { moduleType } from '@dossier/contract/core/rights';
import { contracts, product, projects, staffMatters } from './enterprise-shelves.ts';
import { brand, bylaws, quality } from './system-shelves.ts';

/** A principal of the company: a user by login name, everything else by its name. */
export type Who = `user:${string}` | `department:${string}` | `group:${string}` | `role:${string}` | 'organisation';
export type LevelName = 'none' | 'title' | 'view' | 'print' | 'pdf' | 'download' | 'upload' | 'modify' | 'full';

/** A grant on a cabinet, or on a folder in it by its path; `days` is its duration. */
export interface Gift {
  who: Who;
  level: LevelName;
  folder?: string;
  days?: number;
}

/** A cabinet of the company: its owner, its clerks, and its grants. */
export interface Cabinet {
  area: number;
  shelf: string;
  description: string;
  owner: string;
  /** Users who may modify and who file the documents. */
  clerks: string[];
  gifts: Gift[];
  /** Folders without inheritance: they have only the grants in `gifts`. */
  closed?: string[];
}

const { enterprise, system } = moduleType;

export const cabinets: Cabinet[] = [
  {
    area: enterprise,
    shelf: contracts,
    description: '施工、采购、分包与涉外合同，签署版由商务合约部归档',
    owner: 'xieting',
    clerks: ['xieting', 'panyue', 'duxin'],
    gifts: [
      { who: 'department:商务合约部', level: 'modify' },
      { who: 'department:总经理办公室', level: 'full' },
      { who: 'department:财务部', level: 'download' },
      { who: 'department:工程中心', level: 'view' },
      { who: 'role:项目经理', level: 'print' },
      { who: 'group:2026 外部审计', level: 'pdf', folder: '施工合同/2025', days: 30 },
      { who: 'department:International Office', level: 'upload', folder: '涉外合同' },
      { who: 'user:dengchao', level: 'none', folder: '采购合同' },
    ],
  },
  {
    area: enterprise,
    shelf: projects,
    description: '各项目的图纸、记录、纪要与验收资料',
    owner: 'zhangmin',
    clerks: ['zhangmin', 'wanglei', 'sunjie', 'lina', 'matsumoto', 'lucia.fernandez', 'tanaka.ken'],
    gifts: [
      { who: 'organisation', level: 'title' },
      { who: 'department:工程中心', level: 'download' },
      { who: 'department:质量安全部', level: 'view' },
      { who: 'role:文控工程师', level: 'upload' },
      { who: 'group:滨江泵站项目组', level: 'modify', folder: '滨江泵站改造' },
      { who: 'group:跨江大桥项目组', level: 'modify', folder: '跨江大桥健康监测' },
      { who: 'department:International Office', level: 'modify', folder: '国际项目' },
      { who: 'department:Monitoring Platform', level: 'download', folder: '跨江大桥健康监测/数据', days: 180 },
    ],
  },
  {
    area: enterprise,
    shelf: staffMatters,
    description: '人事制度、招聘、培训',
    owner: 'zhouying',
    clerks: ['zhouying', 'qianfeng'],
    gifts: [
      { who: 'department:人力行政部', level: 'modify' },
      { who: 'organisation', level: 'view', folder: '制度' },
      { who: 'organisation', level: 'download', folder: '培训' },
      { who: 'user:jiangli', level: 'view', folder: '薪酬', days: 14 },
    ],
    closed: ['薪酬'],
  },
  {
    area: enterprise,
    shelf: product,
    description: 'Roadmap, specifications and field devices',
    owner: 'emily.carter',
    clerks: ['emily.carter', 'james.obrien', 'priya.nair', 'sato.yuki'],
    gifts: [
      { who: 'department:Product', level: 'modify' },
      { who: 'department:工程中心', level: 'view' },
      { who: 'department:International Office', level: 'pdf' },
    ],
  },
  {
    area: system,
    shelf: quality,
    description: '质量手册、程序文件、作业指导书与审核记录',
    owner: 'yuanbo',
    clerks: ['yuanbo', 'dingning', 'weihong'],
    gifts: [
      { who: 'organisation', level: 'view' },
      { who: 'department:质量安全部', level: 'modify' },
      { who: 'role:文控工程师', level: 'modify' },
      { who: 'group:2026 外部审计', level: 'download', folder: '审核/外部审核', days: 30 },
    ],
  },
  {
    area: system,
    shelf: brand,
    description: 'Everything with our name on it',
    owner: 'james.obrien',
    clerks: ['james.obrien', 'emily.carter'],
    gifts: [
      { who: 'organisation', level: 'download' },
      { who: 'group:Design system', level: 'modify' },
    ],
  },
  {
    area: system,
    shelf: bylaws,
    description: '公司级制度，全员可读',
    owner: 'liuyang',
    clerks: ['liuyang', 'qianfeng'],
    gifts: [
      { who: 'organisation', level: 'print' },
      { who: 'department:人力行政部', level: 'modify' },
    ],
  },
];

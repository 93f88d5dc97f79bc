import { FlowNode, type FlowCondition, type FlowEdge, type FlowGraph } from '@dossier/contract/workflows/flow-graph';
import type { FlowDecision } from '@dossier/contract/workflows/flow-shapes';
import { flowTemplates, flows } from '@dossier/contract/workflows/flows';
import type { Caller } from './caller.ts';
import { type Company, need } from './company.ts';
import type { Filed } from './fill-documents.ts';

const [projectManager, legal, finance, experts, generalManager, head, stamp] = [
  '项目经理审核',
  '法务审查',
  '财务审核',
  '专家会审',
  '总经理审批',
  '分管负责人审批',
  '用印登记',
] as const;

/** The nodes of the graph: id, kind and name, and the place on the canvas. An approval has the step of its order. */
const nodes = [
  ['start', 'start', '', 0, 0],
  ['pm', 'approval', '', 0, 120],
  ['both', 'parallel', '法务与财务同时审核', 0, 240],
  ['law', 'approval', '', -140, 408],
  ['money', 'approval', '', 140, 408],
  ['all', 'join', '两项审核都完成', 0, 528],
  ['amount', 'branch', '按合同金额', 0, 648],
  ['experts', 'approval', '', -280, 816],
  ['chief', 'approval', '', -280, 936],
  ['head', 'approval', '', 0, 816],
  ['tell', 'notify', '通知文控与财务', 0, 1056],
  ['stamp', 'subflow', '用印', 0, 1176],
  ['end', 'end', '', 0, 1296],
] as const;

const above = (amount: string): FlowCondition => ({
  match: 'all',
  tests: [{ subject: 'field', field: 'amount', operator: 'atLeast', values: [amount] }],
});

const edges: [from: string, to: string, name?: string, condition?: FlowCondition][] = [
  ['start', 'pm'],
  ['pm', 'both'],
  ['both', 'law'],
  ['both', 'money'],
  ['law', 'all'],
  ['money', 'all'],
  ['all', 'amount'],
  ['amount', 'experts', '100 万元及以上', above('1000000')],
  ['amount', 'head', '20 万至 100 万元', above('200000')],
  ['amount', 'tell', '20 万元以下'],
  ['experts', 'chief'],
  ['chief', 'tell'],
  ['head', 'tell'],
  ['tell', 'stamp'],
  ['stamp', 'end'],
];

/** `recipients` and `templateId`: of the notification and of the sub-flow. */
function graphOf(settings: Pick<FlowNode, 'recipients' | 'templateId'>): FlowGraph {
  let step = 0;
  return {
    nodes: nodes.map(([id, kind, name, x, y]) =>
      FlowNode.parse({
        id,
        kind,
        name,
        x,
        y,
        ...(kind === 'approval' && { step: step++ }),
        ...(kind === 'join' && { first: false }),
        ...(kind === 'end' && { passed: true }),
        ...(kind === 'notify' && { recipients: settings.recipients, message: '合同已批准，请登记台账并安排付款计划。' }),
        ...(kind === 'subflow' && { templateId: settings.templateId, mapping: [{ from: 'party', to: 'party' }] }),
      }),
    ),
    edges: edges.map(
      ([from, to, name = '', condition], at): FlowEdge => ({
        id: `way${at + 1}`,
        from,
        to,
        port: 'next',
        name,
        ...(condition !== undefined && { condition }),
      }),
    ),
  };
}

const field = (id: string, kind: 'text' | 'number' | 'date', name: string, required: boolean) => ({ id, kind, name, required });

/** A template whose amount decides who approves, with law and finance at the same time, and the one of the sub-flow that follows. `admin` is signed in now. */
async function makeTemplate({ users, roles }: Company, admin: Caller): Promise<string> {
  const person = (login: string) => ({ kind: 'person' as const, id: need(users, login) });
  const { id: stampId } = await admin.call(flowTemplates.create, {
    flowKind: 'normal',
    name: '用印申请',
    description: '合同与公函加盖公章前登记，由人力行政部办理',
    steps: [{ name: stamp, approvers: [person('zhouying'), person('qianfeng')] }],
    fields: [field('party', 'text', '对方单位', false)],
    enabled: true,
  });
  const { id } = await admin.call(flowTemplates.create, {
    flowKind: 'normal',
    name: '合同审批',
    description: '对外合同签订前的审批：法务与财务同时审核，金额决定由谁批准，批准后自动发起用印',
    steps: [
      { name: projectManager, approvers: [{ kind: 'role', id: need(roles, '项目经理') }], days: 2 },
      { name: legal, approvers: [person('panyue')], days: 3 },
      { name: finance, approvers: [person('jiangli'), person('shenfang')], days: 3 },
      { name: experts, approvers: [{ kind: 'chosen' }], rule: 'all', days: 5 },
      { name: generalManager, approvers: [person('chenwei')] },
      { name: head, approvers: [person('zhangmin')], days: 3 },
    ],
    fields: [
      field('party', 'text', '对方单位', true),
      { ...field('amount', 'number', '合同金额（元）', true), minimum: 0 },
      { id: 'kind', kind: 'choice', name: '合同类型', required: true, options: ['采购', '施工', '分包', '租赁'] },
      field('until', 'date', '履约截止日', false),
    ],
    graph: graphOf({
      recipients: [
        { kind: 'person', id: need(users, 'dingning') },
        { kind: 'person', id: need(users, 'shenfang') },
      ],
      templateId: stampId,
    }),
    enabled: true,
  });
  return id;
}

interface ContractFlow {
  by: string;
  title: string;
  reason: string;
  party: string;
  amount: string;
  kind: string;
  urgency?: 1 | 2;
  path?: string;
  experts?: string[];
  /** What is decided, in order. */
  decided: [login: string, decision: FlowDecision, opinion: string][];
}

const contracts = '合同管理/施工合同';

/** One flow at each place where it is worth a look. */
const submitted: ContractFlow[] = [
  {
    by: 'sunjie',
    title: '泵站电气设备采购合同',
    reason: '泵房设备六月进场，需锁定价格和交货期',
    party: '南方电气有限公司',
    amount: '680000',
    kind: '采购',
    path: `${contracts}/2026/滨江泵站改造工程施工合同.docx`,
    decided: [],
  },
  {
    by: 'duxin',
    title: '大桥监测传感器采购合同',
    reason: '汛期前完成安装，供货周期六周',
    party: '远测科技股份有限公司',
    amount: '1850000',
    kind: '采购',
    urgency: 2,
    experts: ['lina', 'matsumoto'],
    decided: [
      ['lina', 'ratify', '技术参数与招标文件一致'],
      ['jiangli', 'ratify', '已列入年度预算'],
    ],
  },
  {
    by: 'xieting',
    title: '滨江泵站改造劳务分包合同',
    reason: '基坑支护和主体结构劳务分包',
    party: '江岸建筑劳务有限公司',
    amount: '3200000',
    kind: '分包',
    experts: ['yuanbo', 'huangyan'],
    path: `${contracts}/2026/滨江泵站改造工程施工合同（签署版）.pdf`,
    decided: [
      ['wanglei', 'ratify', '工作面已具备'],
      ['panyue', 'ratify', '违约条款已按意见修改'],
      ['shenfang', 'ratify', ''],
      ['yuanbo', 'ratify', '安全协议齐全'],
      ['huangyan', 'ratify', '同意'],
    ],
  },
  {
    by: 'zhaoqiang',
    title: '测量仪器租赁合同',
    reason: '全站仪两台，租期三个月',
    party: '经纬仪器租赁行',
    amount: '86000',
    kind: '租赁',
    decided: [
      ['wanglei', 'ratify', '同意'],
      ['panyue', 'ratify', '使用范本，无异议'],
      ['jiangli', 'ratify', ''],
    ],
  },
  {
    by: 'hetao',
    title: '市政道路检测服务合同',
    reason: '年度检测服务',
    party: '江城检测中心',
    amount: '240000',
    kind: '采购',
    decided: [
      ['wanglei', 'ratify', '同意'],
      ['panyue', 'return', '请补充验收标准和付款节点'],
    ],
  },
  {
    by: 'luobin',
    title: '备用柴油机采购合同',
    reason: '防汛备用电源',
    party: '沪东动力设备厂',
    amount: '920000',
    kind: '采购',
    decided: [
      ['huangyan', 'ratify', '同意'],
      ['shenfang', 'veto', '本年度无此预算，请列入明年计划'],
    ],
  },
];

/** Contracts that wait for approval in different places of one template, were sent back or rejected. */
export async function submitContracts(company: Company, { ids }: Filed, admin: Caller): Promise<void> {
  const templateId = await makeTemplate(company, admin);
  for (const { by, title, reason, party, amount, kind, urgency = 0, path, experts: chosen = [], decided } of submitted) {
    const { id } = await (await company.as(by)).call(flows.save, {
      templateId,
      title,
      reason,
      urgency,
      documents: path === undefined ? [] : [{ id: need(ids, path) }],
      values: [
        { field: 'party', values: [party] },
        { field: 'amount', values: [amount] },
        { field: 'kind', values: [kind] },
      ],
      chosen: chosen.length === 0 ? [] : [{ step: 3, userIds: chosen.map((login) => need(company.users, login)) }],
      submit: true,
    });
    for (const [login, decision, opinion] of decided) await (await company.as(login)).call(flows.decide, { id, decision, opinion });
  }
}

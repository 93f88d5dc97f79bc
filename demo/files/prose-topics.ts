import type { DemoLanguage } from '../company/demo-language.ts';

/** Sentences for documents by their titles; a title without a known topic gets the first one. */
export interface Topic {
  about: RegExp;
  sentences: readonly string[];
}

const cn: Topic[] = [
  {
    about: /制度|规定|办法|章程|公文|会议|通知|印章|授权|公司/,
    sentences: [
      '本办法自发布之日起施行，由行政部负责解释。',
      '各部门应指定专人负责文件的收发、登记与归档。',
      '公文须经部门负责人核稿后提交总经理签发。',
      '印章使用实行登记制度，未经批准不得带出公司。',
      '会议决议由办公室督办，逾期未完成的应说明原因。',
    ],
  },
  {
    about: /合同|协议|采购|报价|分包|台账|保密/,
    sentences: [
      '甲方应在收到发票后三十日内支付合同价款的百分之三十作为预付款。',
      '双方应对履行合同过程中知悉的商业秘密承担保密义务。',
      '乙方逾期交付的，每逾期一日按合同总价的万分之五支付违约金。',
      '质保金为合同价款的百分之三，质保期满后无息退还。',
      '因本合同发生的争议，双方协商不成的，提交工程所在地仲裁委员会仲裁。',
      '设备到场后由物资部、质量部与供应商共同开箱检验，填写检验记录。',
    ],
  },
  {
    about: /泵|水|闸|机组|基坑|竣工|移交/,
    sentences: [
      '泵站设计流量为每秒十二立方米，装机四台，其中一台备用。',
      '机组安装完成后应连续试运行七十二小时，振动与温升均应符合规范。',
      '基坑开挖深度九点六米，采用地下连续墙加三道内支撑。',
      '汛期前应完成进水闸门启闭试验和拦污栅清理。',
      '出水管道按零点九兆帕进行水压试验，稳压三十分钟无渗漏。',
    ],
  },
  {
    about: /桥|监测|传感器|索力|巡检|航拍|评估/,
    sentences: [
      '桥梁健康监测系统每十分钟采集一次数据，异常时自动通知值班工程师。',
      '全桥布设应变计四十八支、位移计十二支、索力传感器二十四支。',
      '斜拉索索力与成桥值相比偏差不超过百分之三。',
      '主梁跨中竖向位移受温度影响明显，分析时应先扣除日温差效应。',
      '本月共触发黄色预警两次，经现场核查均为车辆超载所致。',
    ],
  },
  {
    about: /质量|审核|程序|作业|不符合|焊接|混凝土|校准|整改|内审|测温/,
    sentences: [
      '混凝土强度等级为 C35，抗渗等级不低于 P8，养护时间不少于十四天。',
      '年度审核发现的不符合项应在三十个工作日内完成整改并关闭。',
      '焊工须持有效证件上岗，焊缝按二级标准进行超声波探伤。',
      '受控文件的修改由原审批人批准，作废文件应及时收回。',
      '大体积混凝土内外温差不得超过二十五摄氏度。',
    ],
  },
  {
    about: /员工|岗位|招聘|面试|薪|奖金|绩效|培训|考勤|差旅|述职|组织/,
    sentences: [
      '新员工入职一周内完成安全培训，考核合格后方可进入施工现场。',
      '岗位工资根据职级与年度考核结果每年调整一次。',
      '差旅费报销应在返回后十个工作日内提交，附行程单与发票。',
      '应聘者须具有相关专业本科以上学历及三年以上工作经验。',
      '年假应在当年休完，因工作需要未休的可顺延至次年三月底。',
    ],
  },
  {
    about: /周报|日志|纪要|例会|施工|进度|现场|项目|图纸|设计|验收|电气|安全|应急/,
    sentences: [
      '所有图纸须经校对、审核、批准三级签署后方可下发现场使用。',
      '隐蔽工程在覆盖前须由监理单位验收，并留存影像资料。',
      '本周完成底板钢筋绑扎与模板安装，下周计划浇筑第二仓。',
      '现场用电实行三级配电、两级保护，电工须持证上岗。',
      '监理要求对三号塔吊基础沉降加密观测，每日一次。',
      '受降雨影响，土方外运滞后两天，已增加车辆赶工。',
    ],
  },
];

const en: Topic[] = [
  {
    about: /policy|brand|logo|tone|profile|roadmap|board|idea|guidelines/i,
    sentences: [
      'The mark keeps a clear space of half its height on every side.',
      'We write short sentences, name the thing, and leave adjectives out.',
      'Staff abroad book their travel through the office and keep the receipts.',
      'The second half of the year belongs to the new gateway and its alarms.',
      'Passwords are never shared, and a lost device is reported the same day.',
    ],
  },
  {
    about: /agreement|contract|report|plant|inception|monterrey/i,
    sentences: [
      'The client pays thirty per cent of the contract price within thirty days of receiving the invoice.',
      'Intake works at Monterrey are complete; the clarifiers are at sixty per cent.',
      'Two pumps were damaged in transport and are replaced at the cost of the supplier.',
      'A change is requested in writing and states its effect on time and cost.',
      'Disputes are settled by arbitration at the place of the works.',
    ],
  },
  {
    about: /gauge|alarm|gateway|release|sizing|budget|level|decision|data|firmware|interview|survey|calibration|instrument/i,
    sentences: [
      'The gateway keeps its readings for thirty days while the network is away.',
      'An alarm is raised after three readings above the limit and clears after ten below it.',
      'Instruments are calibrated every twelve months against the reference in the laboratory.',
      'The battery lasts eighteen months at one reading every ten minutes.',
      'Customers asked for fewer messages at night and a map of all stations.',
    ],
  },
];

const es: Topic[] = [
  {
    about: /./,
    sentences: [
      'Los planos se entregan a la obra después de haber sido revisados y aprobados.',
      'El cliente abona el treinta por ciento del precio dentro de los treinta días siguientes a la factura.',
      'La estación de bombeo entrega doce metros cúbicos por segundo con cuatro unidades.',
      'El personal nuevo completa el curso de seguridad durante la primera semana.',
    ],
  },
];

const ja: Topic[] = [
  {
    about: /./,
    sentences: [
      '図面は照査、審査、承認を経てから現場に配布する。',
      'ポンプ場の計画流量は毎秒十二立方メートル、四台のうち一台を予備とする。',
      '橋梁監視システムは十分ごとに計測し、異常時には当番の技術者に通知する。',
      '新入社員は一週間以内に安全教育を受け、試験に合格してから現場に入る。',
    ],
  },
];

const topics: Record<DemoLanguage, Topic[]> = { cn, en, es, ja };

/** The sentences about a title, beyond the common ones. */
export function sentencesAbout(lang: DemoLanguage, title: string): readonly string[] {
  const own = topics[lang];
  const found = own.filter(({ about }) => about.test(title)).slice(0, 2);
  return (found.length > 0 ? found : own.slice(0, 1)).flatMap(({ sentences }) => sentences);
}

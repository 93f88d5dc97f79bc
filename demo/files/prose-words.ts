import type { Lang } from '@dossier/contract/shapes';

/** What texts are put together from: headings, sentences, and the columns and rows of tables. */
export interface Words {
  headings: readonly string[];
  sentences: readonly string[];
  columns: readonly [string, string, string, string];
  rows: readonly string[];
  total: string;
}

export const words: Record<Lang, Words> = {
  cn: {
    headings: [
      '一、概述',
      '二、适用范围',
      '三、职责与分工',
      '四、实施要求',
      '五、进度安排',
      '六、质量与验收',
      '七、风险与措施',
      '八、附则',
    ],
    sentences: [
      '本文件由澜江工程有限公司编制，适用于公司及各项目部。',
      '项目经理对进度、质量、安全和成本负总责，每周一向工程管理部提交周报。',
      '所有图纸须经校对、审核、批准三级签署后方可下发现场使用。',
      '甲方应在收到发票后三十日内支付合同价款的百分之三十作为预付款。',
      '隐蔽工程在覆盖前须由监理单位验收，并留存影像资料。',
      '设备到场后由物资部、质量部与供应商共同开箱检验，填写检验记录。',
      '变更须以书面形式提出，并说明对工期和费用的影响。',
      '双方应对履行合同过程中知悉的商业秘密承担保密义务。',
      '混凝土强度等级为 C35，抗渗等级不低于 P8，养护时间不少于十四天。',
      '现场用电实行三级配电、两级保护，电工须持证上岗。',
      '泵站设计流量为每秒十二立方米，装机四台，其中一台备用。',
      '验收合格后由文档中心统一归档，保存期限不少于十年。',
      '新员工入职一周内完成安全培训，考核合格后方可进入施工现场。',
      '年度审核发现的不符合项应在三十个工作日内完成整改并关闭。',
      '桥梁健康监测系统每十分钟采集一次数据，异常时自动通知值班工程师。',
      '本办法自发布之日起施行，由行政部负责解释。',
    ],
    columns: ['项目', '数量', '单价（元）', '金额（元）'],
    rows: ['基坑支护', '钢筋工程', '模板工程', '混凝土浇筑', '机电安装', '给排水管道', '自动化系统', '场地清理'],
    total: '合计',
  },
  en: {
    headings: [
      '1  Overview',
      '2  Scope',
      '3  Responsibilities',
      '4  Requirements',
      '5  Schedule',
      '6  Quality and acceptance',
      '7  Risks',
      '8  Final terms',
    ],
    sentences: [
      'This document was prepared by Lanjiang Engineering and applies to the company and its project offices.',
      'The project manager answers for schedule, quality, safety and cost and reports to head office every Monday.',
      'Drawings are released to site only after they have been checked, reviewed and approved.',
      'The client pays thirty per cent of the contract price within thirty days of receiving the invoice.',
      'Concealed work is inspected by the supervisor before it is covered, and photographs are kept.',
      'Equipment is unpacked and inspected together with the supplier, and the result is recorded.',
      'A change is requested in writing and states its effect on time and cost.',
      'Both parties keep confidential what they learn while performing this contract.',
      'The concrete is of class C35 with a watertightness of at least P8 and is cured for fourteen days.',
      'The pumping station delivers twelve cubic metres a second with four units, one of them on standby.',
      'The bridge monitoring system takes a reading every ten minutes and alerts the engineer on duty.',
      'Accepted documents are filed by the document centre and kept for at least ten years.',
      'New staff complete the safety course within a week and pass the test before they enter the site.',
      'Findings of the annual audit are corrected and closed within thirty working days.',
    ],
    columns: ['Item', 'Quantity', 'Unit price', 'Amount'],
    rows: ['Excavation', 'Reinforcement', 'Formwork', 'Concrete', 'Mechanical installation', 'Pipework', 'Automation', 'Site clearance'],
    total: 'Total',
  },
  es: {
    headings: [
      '1  Resumen',
      '2  Alcance',
      '3  Responsabilidades',
      '4  Requisitos',
      '5  Calendario',
      '6  Calidad',
      '7  Riesgos',
      '8  Disposiciones finales',
    ],
    sentences: [
      'Este documento fue preparado por Lanjiang Engineering para la oficina de proyectos de América Latina.',
      'El jefe de proyecto responde del plazo, la calidad, la seguridad y el coste de la obra.',
      'Los planos se entregan a la obra después de haber sido revisados y aprobados.',
      'El cliente abona el treinta por ciento del precio dentro de los treinta días siguientes a la factura.',
      'Todo cambio se solicita por escrito e indica su efecto en el plazo y en el coste.',
      'La estación de bombeo entrega doce metros cúbicos por segundo con cuatro unidades.',
      'Ambas partes guardan confidencialidad sobre la información recibida.',
      'El personal nuevo completa el curso de seguridad durante la primera semana.',
    ],
    columns: ['Concepto', 'Cantidad', 'Precio', 'Importe'],
    rows: ['Excavación', 'Armadura', 'Encofrado', 'Hormigón', 'Instalación', 'Tuberías', 'Automatización', 'Limpieza'],
    total: 'Total',
  },
  ja: {
    headings: ['1　概要', '2　適用範囲', '3　役割と責任', '4　要求事項', '5　日程', '6　品質と検収', '7　リスク', '8　付則'],
    sentences: [
      '本書は瀾江エンジニアリングが作成し、本社および各プロジェクトに適用する。',
      'プロジェクトマネージャーは工程、品質、安全、原価に責任を負い、毎週月曜日に報告する。',
      '図面は照査、審査、承認を経てから現場に配布する。',
      '発注者は請求書の受領後三十日以内に契約金額の三割を支払う。',
      '変更は書面で申請し、工期と費用への影響を明記する。',
      'ポンプ場の計画流量は毎秒十二立方メートル、四台のうち一台を予備とする。',
      '橋梁監視システムは十分ごとに計測し、異常時には当番の技術者に通知する。',
      '新入社員は一週間以内に安全教育を受け、試験に合格してから現場に入る。',
    ],
    columns: ['項目', '数量', '単価', '金額'],
    rows: ['掘削', '鉄筋', '型枠', 'コンクリート', '機械設備', '配管', '自動制御', '片付け'],
    total: '合計',
  },
};

import type { DemoLanguage } from '../company/demo-language.ts';

/** The vocabulary of generated texts: headings, sentences, and the columns and rows of tables. */
export interface Words {
  headings: readonly string[];
  sentences: readonly string[];
  columns: readonly [string, string, string, string];
  rows: readonly string[];
  total: string;
}

export const words: Record<DemoLanguage, Words> = {
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
      '变更须以书面形式提出，并说明对工期和费用的影响。',
      '验收合格后由文档中心统一归档，保存期限不少于十年。',
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
      'Accepted documents are filed by the document centre and kept for at least ten years.',
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
      'Todo cambio se solicita por escrito e indica su efecto en el plazo y en el coste.',
      'Ambas partes guardan confidencialidad sobre la información recibida.',
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
      '発注者は請求書の受領後三十日以内に契約金額の三割を支払う。',
      '変更は書面で申請し、工期と費用への影響を明記する。',
    ],
    columns: ['項目', '数量', '単価', '金額'],
    rows: ['掘削', '鉄筋', '型枠', 'コンクリート', '機械設備', '配管', '自動制御', '片付け'],
    total: '合計',
  },
};

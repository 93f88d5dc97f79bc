/** The cabinets of the system area and of the users' own documents, as `readShelf` reads them. */
export const quality = `
质量体系/
  质量手册 | pdf docx x2
  程序文件/
    文件控制程序 QP-{01..08} | pdf
  作业指导书/
    混凝土/
      混凝土浇筑作业指导书 | docx pdf
      大体积混凝土测温记录表 | xlsx
    焊接/
      钢结构焊接作业指导书 | docx
    监测/
      Instrument calibration procedure | pdf docx
  审核/
    2026 内部审核/
      内审计划 | docx
      不符合项报告 {01..06} | docx
      内审总结汇报 | pptx
    外部审核/
      外审整改清单 | xlsx
      审核意见（UTF-16） | utf16
  安全/
    安全生产责任制 | pdf
    应急预案 {1..4} | pdf
    安全月度统计 {1..6} 月 | png
`;

export const brand = `
Brand/
  Brand guidelines | pdf x2
  Tone of voice | docx md
  Logos and drawings/
    Lanjiang mark {1..3} | svg
  Pictures/
    Bridge at dusk {1..6} | jpg
    Instrument {1..4} | webp
  Presentations/
    Company profile | pptx
    公司介绍 | pptx pdf
    Presentación de la empresa | pptx
    会社紹介のスライド | pptx
  Film and sound/
    River film | webm
    Signature melody | wav
`;

export const bylaws = `
公司制度/
  公司章程 | pdf
  授权管理办法 | docx x2
  印章使用管理规定 | pdf
  公文管理/
    发文模板 | docx odt
    会议通知 {1..4} | docx
  信息安全/
    信息安全管理制度 | pdf
    Password and device policy | pdf
    备份检查脚本说明 | html
`;

/** My documents: the owner, and the cabinet. */
export const personal: [login: string, shelf: string][] = [
  [
    'wanglei',
    `
我的工作/
  周计划 {1..4} | txt
  现场随手拍 {1..3} | jpg
  述职报告/
    2025 年度述职报告 | pptx
`,
  ],
  [
    'emily.carter',
    `
My notes/
  Ideas for the gateway | md
  Board preparation/
    Board paper draft | docx x2
    Figures | xlsx
`,
  ],
  [
    'lucia.fernandez',
    `
Mis documentos/
  Notas de la visita a la obra | txt
  Presupuesto de la oficina | xlsx
`,
  ],
  [
    'sato.yuki',
    `
個人フォルダー/
  検討メモについて | txt
  週報のまとめ {1..3} | docx
`,
  ],
];

/** The cabinets of the enterprise area, as `readShelf` reads them. */
export const contracts = `
合同管理/
  合同台账 2026 | xlsx x3
  合同审批流程说明 | pdf docx
  施工合同/
    2025/
      城北污水管网施工合同 LJ-2025-0{1..6} | pdf
    2026/
      滨江泵站改造工程施工合同 | docx x4
      滨江泵站改造工程施工合同（签署版） | pdf
      跨江大桥健康监测施工合同 | pdf x2
      施工合同补充协议 {1..5} | docx
  采购合同/
    设备/
      水泵机组采购合同 | pdf docx
      变压器采购合同 | pdf
      闸门启闭机技术协议 | docx x2
      设备报价比较 | xlsx
    材料/
      钢材年度框架协议 | pdf
      商品混凝土供应合同 {1..4} | pdf
  分包合同/
    劳务分包合同 {01..08} | docx
    分包单位考核表 | xlsx
  涉外合同/
    Consulting agreement Monterrey water plant | pdf docx
    Contrato de supervisión Presa del Norte | pdf docx
    橋梁点検業務委託契約書 | pdf
  模板/
    施工合同范本 | odt
    采购合同范本 | docx
    保密协议范本 | docx odt
`;

export const projects = `
项目资料/
  项目总览 2026 | xlsx x2
  项目月报模板 | pptx
  滨江泵站改造/
    项目简介 | pptx pdf
    设计图纸/
      建筑/
        泵房平面图 A-{101..106} | svg
        立面渲染 | jpg x2
      结构/
        基坑支护计算书 | pdf x3
        结构设计说明 | docx
      机电/
        机组布置图 M-{201..203} | svg
        电气一次系统说明 | pdf
    施工记录/
      工程周报 2026 第{01..24}周 | docx
      施工日志 2025（旧系统导出） | gbk
      现场照片 {01..18} | jpg
      进度曲线 {1..6} 月 | png
    会议纪要/
      监理例会纪要 第{01..10}次 | docx
      例会录音 第10次 | wav
    验收/
      分部工程验收记录 {1..5} | pdf
      竣工资料移交清单 | xlsx
      竣工影像 | webm
      竣工资料打包 | zip
  跨江大桥健康监测/
    方案/
      监测系统总体方案 | pdf x2
      橋梁監視システム仕様書 | pdf docx
      传感器布置 S-{01..04} | svg
    数据/
      gauge readings {01..04} | log
      level export | csv json
      索力数据 {1..4} 月 | csv
    航拍/
      跨江大桥航拍 {01..12} | jpg
      巡检视频 | webm
    报告/
      监测月报 2026-{01..09} | pdf
      年度评估汇报 | pptx x2
  国际项目/
    Monterrey water plant/
      Inception report | pdf docx
      Monthly report 2026-{01..06} | pdf
      Plan de gestión de calidad | docx pdf
      Acta de la reunión de obra {01..04} | docx
    東京配水場/
      配水場更新計画書 | pdf
      打合せ議事録のまとめ {1..3} | docx
`;

export const staffMatters = `
人事行政/
  员工手册 2026 | pdf docx x2
  组织架构图 | svg
  制度/
    考勤管理办法 | pdf
    差旅费报销规定 | docx x2
    Travel policy for international staff | pdf
    Guía para el personal de la oficina de México | pdf
  招聘/
    岗位说明书/
      岗位说明书 {01..10} | docx
    面试评价表 | xlsx
  薪酬/
    2026 年调薪方案 | xlsx x2
    绩效奖金核定表 {1..3} 季度 | xlsx
  培训/
    新员工安全培训 | pptx webm
    办公系统使用说明 | html md
    培训签到表 | xlsx
`;

export const product = `
Product/
  Roadmap 2026 | pptx x3
  Decision log | md
  Monitoring platform/
    Specifications/
      Gauge gateway protocol | md pdf
      Alarm rules | docx x2
      アラーム通知の仕様 | docx
    Source samples/
      StationMonitor | java
      mean_level | c
      budget schema | sql
      gateway config | json
    Releases/
      Release notes 2.{0..6} | md
      Sizing guide | pdf xlsx
  Field devices/
    Product photo LJ-{301..306} | webp
    Data sheet LJ-{301..306} | pdf
    Manual del medidor LJ-301 | pdf
    Old firmware package | gbkZip
  Research/
    Interview notes {1..5} | txt
    Survey results | csv xlsx
    Field recording | wav
`;

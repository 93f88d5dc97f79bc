import type { Lang } from '@dossier/contract/core/shapes';

/** What stands in the PDF of a comparison. */
export interface ReportWords {
  title: string;
  before: string;
  after: string;
  version: string;
  made: string;
  added: string;
  removed: string;
  changed: string;
  none: string;
  cut: string;
  /** With `{n}` where the number stands. */
  page: string;
  line: string;
  row: string;
  area: string;
  counts: Record<'added' | 'removed' | 'changed', string>;
}

export const reportWords: Record<Lang, ReportWords> = {
  cn: {
    title: '文档比较',
    before: '原',
    after: '新',
    version: '版本',
    made: '比较时间',
    added: '新增',
    removed: '已删除',
    changed: '已修改',
    none: '没有差异',
    cut: '差异太多，此处只列出一部分。',
    page: '第 {n} 页',
    line: '第 {n} 行',
    row: '第 {n} 行',
    area: '区域 {n}',
    counts: { added: '新增 {n} 处', removed: '删除 {n} 处', changed: '修改 {n} 处' },
  },
  en: {
    title: 'Comparison',
    before: 'Before',
    after: 'After',
    version: 'version',
    made: 'Compared on',
    added: 'added',
    removed: 'removed',
    changed: 'changed',
    none: 'No differences',
    cut: 'There are more differences than are listed here.',
    page: 'Page {n}',
    line: 'Line {n}',
    row: 'row {n}',
    area: 'Area {n}',
    counts: { added: '{n} added', removed: '{n} removed', changed: '{n} changed' },
  },
  es: {
    title: 'Comparación',
    before: 'Antes',
    after: 'Después',
    version: 'versión',
    made: 'Comparado el',
    added: 'añadido',
    removed: 'eliminado',
    changed: 'cambiado',
    none: 'Sin diferencias',
    cut: 'Hay más diferencias de las que se muestran aquí.',
    page: 'Página {n}',
    line: 'Línea {n}',
    row: 'fila {n}',
    area: 'Zona {n}',
    counts: { added: '{n} añadidos', removed: '{n} eliminados', changed: '{n} cambiados' },
  },
  ja: {
    title: '比較',
    before: '変更前',
    after: '変更後',
    version: 'バージョン',
    made: '比較日時',
    added: '追加',
    removed: '削除',
    changed: '変更',
    none: '相違点はありません',
    cut: '相違点が多いため、一部だけを表示しています。',
    page: '{n} ページ',
    line: '{n} 行目',
    row: '{n} 行目',
    area: '領域 {n}',
    counts: { added: '追加 {n} 件', removed: '削除 {n} 件', changed: '変更 {n} 件' },
  },
};

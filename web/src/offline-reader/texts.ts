import type { Lang } from '@dossier/contract/core/shapes';

/** The texts of the reader: the files of the client are not there without a network. */
interface ReaderTexts {
  documents: string;
  code: string;
  open: string;
  opening: string;
  wrongCode: string;
  signIn: string;
  overdue: string;
  setBack: string;
  back: string;
  remove: (name: string) => string;
  removeAll: string;
  sure: (name: string) => string;
  sureAll: string;
  failed: string;
  online: string;
  reload: string;
  page: (page: number, all: number) => string;
}

export const readerTexts: Record<Lang, ReaderTexts> = {
  en: {
    documents: 'Offline documents',
    code: 'The code of this device',
    open: 'Open',
    opening: 'Opening…',
    wrongCode: 'That isn’t the code of this device.',
    signIn: 'Your session has ended. Sign in again when you’re back online to open your offline documents.',
    overdue: 'This device was without a connection for too long. Its offline documents have been deleted.',
    setBack: 'The clock of this device was set back. Connect once to open your offline documents.',
    back: 'Back to the list',
    remove: (name) => `Remove “${name}” from this device`,
    removeAll: 'Remove all',
    sure: (name) => `Remove “${name}” from this device?`,
    sureAll: 'Remove all documents and the code from this device?',
    failed: 'The document couldn’t be shown.',
    online: 'You’re back online.',
    reload: 'Open Dossier',
    page: (page, all) => `Page ${page} of ${all}`,
  },
  cn: {
    documents: '离线文档',
    code: '此设备的代码',
    open: '打开',
    opening: '正在打开…',
    wrongCode: '这不是此设备的代码。',
    signIn: '您的登录已失效。恢复网络后请重新登录，再打开离线文档。',
    overdue: '此设备太久没有连接，离线文档已被删除。',
    setBack: '此设备的时钟被调回。请先连接一次，再打开离线文档。',
    back: '返回列表',
    remove: (name) => `从此设备移除“${name}”`,
    removeAll: '全部移除',
    sure: (name) => `从此设备移除“${name}”？`,
    sureAll: '从此设备移除全部文档和代码？',
    failed: '无法显示该文档。',
    online: '网络已恢复。',
    reload: '打开 Dossier',
    page: (page, all) => `第 ${page} 页，共 ${all} 页`,
  },
  es: {
    documents: 'Documentos sin conexión',
    code: 'El código de este dispositivo',
    open: 'Abrir',
    opening: 'Abriendo…',
    wrongCode: 'No es el código de este dispositivo.',
    signIn: 'La sesión ha terminado. Inicie sesión cuando vuelva a tener conexión para abrir sus documentos.',
    overdue: 'Este dispositivo estuvo demasiado tiempo sin conexión. Sus documentos se han borrado.',
    setBack: 'El reloj de este dispositivo se atrasó. Conéctese una vez para abrir sus documentos.',
    back: 'Volver a la lista',
    remove: (name) => `Quitar «${name}» de este dispositivo`,
    removeAll: 'Quitar todos',
    sure: (name) => `¿Quitar «${name}» de este dispositivo?`,
    sureAll: '¿Quitar todos los documentos y el código de este dispositivo?',
    failed: 'No se pudo mostrar el documento.',
    online: 'Vuelve a haber conexión.',
    reload: 'Abrir Dossier',
    page: (page, all) => `Página ${page} de ${all}`,
  },
  ja: {
    documents: 'オフライン用ドキュメント',
    code: 'このデバイスのコード',
    open: '開く',
    opening: '開いています…',
    wrongCode: 'このデバイスのコードではありません。',
    signIn: 'サインインの有効期限が切れました。接続が戻ったらサインインし直して、ドキュメントを開いてください。',
    overdue: 'このデバイスは長い間接続がなかったため、オフライン用ドキュメントは削除されました。',
    setBack: 'このデバイスの時計が戻されました。一度接続してからドキュメントを開いてください。',
    back: '一覧に戻る',
    remove: (name) => `「${name}」をこのデバイスから削除`,
    removeAll: 'すべて削除',
    sure: (name) => `「${name}」をこのデバイスから削除しますか？`,
    sureAll: 'すべてのドキュメントとコードをこのデバイスから削除しますか？',
    failed: 'ドキュメントを表示できませんでした。',
    online: '接続が戻りました。',
    reload: 'Dossier を開く',
    page: (page, all) => `${page} / ${all} ページ`,
  },
};

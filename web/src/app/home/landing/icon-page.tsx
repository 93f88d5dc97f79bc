import {
  BellOutlined,
  DeleteOutlined,
  DownloadOutlined,
  FolderAddOutlined,
  HistoryOutlined,
  LockOutlined,
  SafetyCertificateOutlined,
  SearchOutlined,
  ShareAltOutlined,
  StarFilled,
  UploadOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { objType } from '@dossier/contract/core/rights';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import icons from './icon-page.module.css';
import styles from './landing.module.css';
import { Landing } from './landing.tsx';

const files = [
  { name: 'word', exts: 'docx doc odt wps' },
  { name: 'sheet', exts: 'xlsx csv ods et' },
  { name: 'slides', exts: 'pptx odp dps' },
  { name: 'pdf', exts: 'pdf' },
  { name: 'picture', exts: 'png jpg svg heic' },
  { name: 'film', exts: 'mp4 webm mov' },
  { name: 'sound', exts: 'mp3 flac m4a' },
  { name: 'drawing', exts: 'dwg dxf vsdx' },
  { name: 'archive', exts: 'zip 7z tar gz' },
  { name: 'code', exts: 'js py java sql' },
  { name: 'text', exts: 'txt md log' },
  { name: 'other', exts: '' },
] as const;

const symbols = [
  { name: 'starred', icon: <StarFilled /> },
  { name: 'locked', icon: <LockOutlined /> },
  { name: 'shared', icon: <ShareAltOutlined /> },
  { name: 'rights', icon: <SafetyCertificateOutlined /> },
  { name: 'versions', icon: <HistoryOutlined /> },
  { name: 'upload', icon: <UploadOutlined /> },
  { name: 'download', icon: <DownloadOutlined /> },
  { name: 'newFolder', icon: <FolderAddOutlined /> },
  { name: 'remove', icon: <DeleteOutlined /> },
  { name: 'find', icon: <SearchOutlined /> },
  { name: 'news', icon: <BellOutlined /> },
  { name: 'caution', icon: <WarningOutlined /> },
] as const;

/** /icon: the icons in use, and their meaning. */
export function IconPage(): ReactNode {
  const t = useText('app.home');
  return (
    <Landing pad title={t('icons')}>
      <Sheet title={t('fileIcons')}>
        <li>
          <FileIcon objType={objType.cabinet} size={32} />
          {t('icon_cabinet')}
        </li>
        <li>
          <FileIcon objType={objType.folder} size={32} />
          {t('icon_folder')}
        </li>
        {files.map(({ name, exts }) => (
          <li key={name}>
            <FileIcon objType={objType.document} ext={exts.split(' ')[0] ?? ''} size={32} />
            {t(`icon_${name}`)}
            {exts !== '' && <small>{exts}</small>}
          </li>
        ))}
      </Sheet>
      <Sheet title={t('symbols')}>
        {symbols.map(({ name, icon }) => (
          <li key={name}>
            <span className={icons.symbol} aria-hidden="true">
              {icon}
            </span>
            {t(`symbol_${name}`)}
          </li>
        ))}
      </Sheet>
    </Landing>
  );
}

function Sheet({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className={`${styles.part} ${styles.across}`}>
      <header className={styles.head}>
        <h2>{title}</h2>
      </header>
      <ul className={icons.icons}>{children}</ul>
    </section>
  );
}

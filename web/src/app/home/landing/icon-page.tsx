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
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import styles from './landing.module.css';
import { Landing, LandingCard } from './landing.tsx';

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
        <Stack as="li" gap={2} pad={[3, 2]} align="center" className={styles.icon}>
          <FileIcon objType={objType.cabinet} size={32} />
          {t('icon_cabinet')}
        </Stack>
        <Stack as="li" gap={2} pad={[3, 2]} align="center" className={styles.icon}>
          <FileIcon objType={objType.folder} size={32} />
          {t('icon_folder')}
        </Stack>
        {files.map(({ name, exts }) => (
          <Stack as="li" gap={2} pad={[3, 2]} align="center" className={styles.icon} key={name}>
            <FileIcon objType={objType.document} ext={exts.split(' ')[0] ?? ''} size={32} />
            {t(`icon_${name}`)}
            {exts !== '' && (
              <Text as="small" size="xs" tone="muted">
                {exts}
              </Text>
            )}
          </Stack>
        ))}
      </Sheet>
      <Sheet title={t('symbols')}>
        {symbols.map(({ name, icon }) => (
          <Stack as="li" gap={2} pad={[3, 2]} align="center" className={styles.icon} key={name}>
            <Text size="xl" aria-hidden="true">
              {icon}
            </Text>
            {t(`symbol_${name}`)}
          </Stack>
        ))}
      </Sheet>
    </Landing>
  );
}

function Sheet({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <LandingCard title={title} className={styles.across}>
      <ul className={styles.tiles}>{children}</ul>
    </LandingCard>
  );
}

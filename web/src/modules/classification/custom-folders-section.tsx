import { StopOutlined } from '@ant-design/icons';
import { customFolders } from '@dossier/contract/classification/custom-folders';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode, SyntheticEvent } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { classNames, entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { placePath } from '../documents/areas.ts';
import styles from './custom-folders-section.module.css';

/** Whether the section is folded; remembered in this browser. */
const useFolded = create<{ isFolded: boolean }>()(
  persist<{ isFolded: boolean }>(() => ({ isFolded: false }), { name: 'dossier-custom-folders', version: 1 }),
);

const staleMs = 5 * 60_000;

/** The user's custom folders in the sidebar; nothing where there are none. */
export function CustomFoldersSection(): ReactNode {
  const t = useText('classification.customFolders');
  const isFolded = useFolded((state) => state.isFolded);
  const shown = useLocation({ select: (location) => new URLSearchParams(location.searchStr).get('id') });
  const found = useCall(customFolders.list, {}, { staleTime: staleMs });
  const list = found.data?.list ?? [];
  if (list.length === 0) return null;
  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void => {
    useFolded.setState({ isFolded: !currentTarget.open });
  };
  return (
    <details className={styles.section} open={!isFolded} onToggle={onToggle}>
      <summary className={styles.head}>{t('title')}</summary>
      <ul className={styles.list}>
        {list.map(({ id, name, folder }) => (
          <li key={id}>
            {folder === undefined ? (
              <span className={classNames(entryClass, styles.entry, styles.gone)} title={t('gone')}>
                <StopOutlined />
                <span>{t('goneOf', { name })}</span>
              </span>
            ) : (
              <AppLink
                to={placePath(folder.moduleType, folder.id)}
                title={folder.name}
                className={classNames(entryClass, styles.entry)}
                aria-current={shown === folder.id ? 'page' : undefined}
              >
                <FileIcon objType={folder.objType} />
                <span>{name}</span>
              </AppLink>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

import { FolderOpenOutlined, SettingOutlined, StopOutlined } from '@ant-design/icons';
import { type CustomFolder, customFolders } from '@dossier/contract/classification/custom-folders';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { Row, Text, entryClass } from '../../platform/ui/layout.tsx';
import { ListPanel, PanelLine } from '../../platform/ui/list-panel.tsx';
import { ToolButton } from '../../platform/ui/tool-button.tsx';
import { folderWindowPath } from '../documents/areas.ts';

/** A custom folder, opened in a window of its own; one that is gone leads nowhere. */
function CustomFolderLine({ entry: { name, folder } }: { entry: CustomFolder }): ReactNode {
  const t = useText('classification.customFolders');
  if (folder === undefined)
    return (
      <span className={entryClass} title={t('gone')}>
        <PanelLine icon={<StopOutlined />} name={name} fact={t('gone')} />
      </span>
    );
  const other = folder.name === name ? '' : folder.name;
  return (
    <a href={folderWindowPath(folder)} target="_blank" rel="noopener" title={folder.name} className={entryClass}>
      <PanelLine icon={<FileIcon objType={folder.objType} />} name={name} fact={<Text truncate>{other}</Text>} />
    </a>
  );
}

/** Lets the user choose the folders that they keep at hand. */
export const openCustomFolders = async (): Promise<void> =>
  (await import('./custom-folders/custom-folders-dialog.tsx')).openCustomFolders();

/** A panel of the home page: the folders that the user keeps at hand. */
export function CustomFoldersPanel(): ReactNode {
  const t = useText('classification.customFolders');
  const found = useCall(customFolders.list, {}, { staleTime: 30_000 });
  const hasSome = (found.data?.list.length ?? 0) > 0;
  return (
    <ListPanel
      icon={<FolderOpenOutlined />}
      title={t('title')}
      all={
        hasSome && (
          <Row as="span">
            <ToolButton label={t('arrange')} icon={<SettingOutlined />} onClick={() => void openCustomFolders()} />
          </Row>
        )
      }
      found={found}
      empty={t('empty')}
    >
      {(entry) => <CustomFolderLine entry={entry} />}
    </ListPanel>
  );
}

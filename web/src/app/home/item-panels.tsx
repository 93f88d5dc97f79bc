import type { HomeEntry, home } from '@dossier/contract/core/home';
import { home as calls } from '@dossier/contract/core/home';
import { type ReactNode, use } from 'react';
import { folderWindowPath, isFolder, itemPath } from '../../modules/documents/areas.ts';
import { useText } from '../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../platform/item-actions.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { useCall } from '../../platform/query.ts';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { RelativeTime, formatCount } from '../../platform/ui/formatted-values.tsx';
import { Row, Text, entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { ListPanel, Panel, PanelLine, PanelText } from '../../platform/ui/list-panel.tsx';
import { ItemThumbnail } from '../../platform/ui/thumbnails.tsx';
import styles from './home.module.css';

/** Eight entries in each panel. */
export const panelInput = { pageSize: 8 };
export const panelStaleMs = 30_000;

interface EntryLinkProps {
  entry: HomeEntry;
  /** All entries of the panel, for "next" and "previous". */
  siblings: HomeEntry[];
  className: string | undefined;
  children: ReactNode;
}

/** Opens an item as the user prefers. */
function EntryLink({ entry, siblings, className, children }: EntryLinkProps): ReactNode {
  const go = useNavigate();
  const { open } = use(ItemExtensionsContext);
  return (
    <AppLink
      to={itemPath(entry)}
      title={entry.name}
      className={className}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        // the page stays while folders are looked into
        if (isFolder(entry)) window.open(folderWindowPath(entry), '_blank', 'noopener');
        else void open(entry, { place: 'home', go, siblings });
      }}
    >
      {children}
    </AppLink>
  );
}

export interface ItemPanelProps {
  route: (typeof home)[Exclude<keyof typeof home, 'tags' | 'statistics'>];
  icon: ReactNode;
  title: string;
  empty: string;
  /** The value at the end of a row. */
  fact: 'time' | 'reads' | 'downloads';
  /** Link to the full list. */
  all?: string;
}

/** One panel of items. */
export function ItemPanel({ route, icon, title, empty, fact, all }: ItemPanelProps): ReactNode {
  const t = useText('app.home');
  const found = useCall(route, panelInput, { staleTime: panelStaleMs });
  const list = found.data?.list ?? [];
  const link = all && (
    <AppLink to={all} aria-label={t('allOf', { name: title })}>
      {t('all')}
    </AppLink>
  );
  return (
    <ListPanel icon={icon} title={title} all={link} found={found} empty={empty}>
      {(entry) => (
        <EntryLink entry={entry} siblings={list} className={entryClass}>
          <PanelLine
            icon={<FileIcon objType={entry.objType} {...(entry.ext && { ext: entry.ext })} />}
            name={entry.name}
            fact={
              fact !== 'time' && entry.count !== undefined ? (
                t(fact, { count: formatCount(entry.count) })
              ) : (
                <RelativeTime iso={entry.time ?? entry.updateTime} />
              )
            }
          />
        </EntryLink>
      )}
    </ListPanel>
  );
}

/** The same items as pictures in a row: what the user looked at last is known by sight. */
export function ItemStrip({ route, icon, title, empty }: Omit<ItemPanelProps, 'fact' | 'all'>): ReactNode {
  const found = useCall(route, panelInput, { staleTime: panelStaleMs });
  const list = found.data?.list ?? [];
  return (
    <Panel icon={icon} title={title} found={found} empty={found.data !== undefined && list.length === 0 ? empty : undefined}>
      <ul className={styles.strip}>
        {list.map((entry) => (
          <li key={entry.id}>
            <EntryLink entry={entry} siblings={list} className={styles.tile}>
              <span className={styles.picture}>
                <ItemThumbnail item={entry} icon={36} fill />
              </span>
              <Text size="s" label truncate>
                {entry.name}
              </Text>
              <Text size="xs" tone="muted">
                <RelativeTime iso={entry.time ?? entry.updateTime} />
              </Text>
            </EntryLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface OwnUsePanelProps {
  name: 'readCount' | 'downloadCount';
  icon: ReactNode;
}

/** How often the user's own documents were opened, or downloaded. */
export function OwnUsePanel({ name, icon }: OwnUsePanelProps): ReactNode {
  const t = useText('app.home');
  const found = useCall(calls.statistics, {}, { staleTime: panelStaleMs });
  const { data } = found;
  const count = name === 'readCount' ? data?.views : data?.downloads;
  return (
    <Panel icon={icon} title={t(name)} found={found} empty={count === 0 ? t(`${name}Empty`) : undefined}>
      {data !== undefined && count !== undefined && (
        <>
          <Row pad={[0, 2]}>
            <Text size="xl" strong numeric>
              {formatCount(count)}
            </Text>
          </Row>
          <PanelText>{t('ownUseOf', { count: data.documents })}</PanelText>
        </>
      )}
    </Panel>
  );
}

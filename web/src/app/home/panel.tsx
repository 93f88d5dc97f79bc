import type { home } from '@dossier/contract/core/home';
import { type ReactNode, use } from 'react';
import { itemPath } from '../../modules/documents/areas.ts';
import { useText } from '../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../platform/item-actions.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { useCall } from '../../platform/query.ts';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { RelativeTime, formatCount } from '../../platform/ui/formatted-values.tsx';
import { entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { ListPanel, PanelLine } from '../../platform/ui/list-panel.tsx';

/** Eight entries in each panel. */
export const panelInput = { pageSize: 8 };

interface ItemPanelProps {
  route: (typeof home)[Exclude<keyof typeof home, 'tags' | 'statistics'>];
  icon: ReactNode;
  title: string;
  empty: string;
  /** The value at the end of a row. */
  fact: 'time' | 'count';
  /** Link to the full list. */
  all?: string;
}

/** One panel of items. */
export function ItemPanel({ route, icon, title, empty, fact, all }: ItemPanelProps): ReactNode {
  const t = useText('app.home');
  const go = useNavigate();
  const { open } = use(ItemExtensionsContext);
  const found = useCall(route, panelInput, { staleTime: 30_000 });
  const list = found.data?.list ?? [];
  const link = all && (
    <AppLink to={all} aria-label={t('allOf', { name: title })}>
      {t('all')}
    </AppLink>
  );
  return (
    <ListPanel icon={icon} title={title} all={link} found={found} empty={empty}>
      {(entry) => (
        <AppLink
          to={itemPath(entry)}
          title={entry.name}
          className={entryClass}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            void open(entry, { place: 'home', go, siblings: list });
          }}
        >
          <PanelLine
            icon={<FileIcon objType={entry.objType} {...(entry.ext && { ext: entry.ext })} />}
            name={entry.name}
            fact={
              fact === 'count' && entry.count !== undefined ? (
                t('downloads', { count: formatCount(entry.count) })
              ) : (
                <RelativeTime iso={entry.time ?? entry.updateTime} />
              )
            }
          />
        </AppLink>
      )}
    </ListPanel>
  );
}

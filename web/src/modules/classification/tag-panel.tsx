import { TagsOutlined } from '@ant-design/icons';
import { home } from '@dossier/contract/core/home';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { entryClass } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import { ListPanel, PanelLine } from '../../platform/ui/list-panel.tsx';
import { TagDot } from '../documents/tag-marks.tsx';

/** A panel of the home page: the tags in use, each linked to its items. */
export function TagPanel(): ReactNode {
  const t = useText('classification.labels');
  const found = useCall(home.tags, { pageSize: 8 }, { staleTime: 30_000 });
  return (
    <ListPanel icon={<TagsOutlined />} title={t('tags')} found={found} empty={t('noTagsHint')}>
      {(tag) => (
        <AppLink to="/knowledge/search" query={{ tagIds: tag.id }} title={tag.name} className={entryClass}>
          <PanelLine icon={<TagDot colour={tag.colour} />} name={tag.name} fact={t('nItems', { count: tag.count })} />
        </AppLink>
      )}
    </ListPanel>
  );
}

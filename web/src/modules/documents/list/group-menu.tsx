import { ApartmentOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useLanguage, useText } from '../../../platform/i18n.ts';
import type { GroupHandling } from '../../../platform/ui/data-table/list-frame.tsx';
import { listGroupings, useArrangement, useLayout } from '../../../platform/ui/data-table/list-preferences.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import styles from '../action-bar.module.css';
import type { FolderPlace } from '../folder-context.ts';
import { groupLabel, hasGroups, sortOf } from './list-grouping.ts';
import type { FolderOrder } from './prefetch-folder.ts';

/** The order of a folder's list with its groups, and what the list needs to show these. Which are folded is forgotten with the folder. */
export function useGroups(place: FolderPlace): { groups: GroupHandling | undefined; order: FolderOrder } {
  const language = useLanguage();
  const phone = useMedia('phone');
  const { sort, grouping: chosen } = useArrangement(place.id);
  const layout = useLayout(place);
  const grouping = place.id !== undefined && (phone || hasGroups(layout)) ? chosen : 'none';
  const of = `${place.id} ${grouping}`;
  const [folding, setFolding] = useState<{ of: string; keys: readonly string[] }>({ of, keys: [] });
  const folded = useMemo(() => (folding.of === of ? folding.keys : []), [folding, of]);
  const order = useMemo(() => ({ sort, grouping, folded }), [sort, grouping, folded]);
  const groups = useMemo(
    (): GroupHandling | undefined =>
      grouping === 'none'
        ? undefined
        : {
            label: (group) => groupLabel(grouping, group, Date.now()),
            fold: ({ key }) => setFolding({ of, keys: folded.includes(key) ? folded.filter((one) => one !== key) : [...folded, key] }),
          },
    // the labels are in the language of the user
    // oxlint-disable-next-line react/exhaustive-deps
    [grouping, of, folded, language],
  );
  return { groups, order };
}

/** Chooses what the documents of a folder are grouped by; the order becomes that of the groups. */
export function GroupMenu({ place }: { place: FolderPlace }): ReactNode {
  const t = useText('documents.library');
  const { sort, grouping, arrange } = useArrangement(place.id);
  const children = listGroupings.map((key) => ({
    key,
    label: t(`groupBy_${key}`),
    onClick: () => arrange(key === 'none' ? { grouping: key } : { grouping: key, sort: sortOf(key, sort) }),
  }));
  // its heading tells that it is the folder that is grouped, and no other
  const items = [{ key: 'here', type: 'group' as const, label: t('groupHere'), children }];
  return (
    <Dropdown trigger={['click']} menu={{ selectable: true, selectedKeys: [grouping], items }}>
      <Button
        size="small"
        type="text"
        icon={<ApartmentOutlined />}
        aria-label={t('groupBy')}
        title={t('groupBy')}
        className={grouping === 'none' ? '' : (styles.on ?? '')}
      />
    </Dropdown>
  );
}

import { DownOutlined } from '@ant-design/icons';
import type { Item } from '@dossier/contract/documents/library';
import { Dropdown, Tabs } from 'antd';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useText } from '../i18n.ts';
import { useItemTabs } from '../item-actions.ts';
import { useListPreferences } from './data-table/list-preferences.ts';
import { useMedia } from './hooks.ts';
import styles from './item-tabs.module.css';
import { labelWidth } from './label-width.ts';
import { PlainButton, Stack } from './layout.tsx';

const gutter = 14;

/**
 * Which of some tabs stand beside each other in a width: as many as there is room for beside the menu that has the others. The open one is always
 * among them, in the last place where it would not be.
 */
export function tabsThatFit<T extends { id: string; label: string }>(
  tabs: readonly T[],
  { active, width, more }: { active: string | undefined; width: number; more: string },
): T[] {
  const sum = (some: readonly T[]): number => some.reduce((all, { label }) => all + labelWidth(label) + gutter, 0);
  if (sum(tabs) - gutter <= width) return [...tabs];
  const room = width - labelWidth(more) - 22;
  const open = tabs.find(({ id }) => id === active);
  for (let count = tabs.length - 1; count > 1; count--) {
    const first = tabs.slice(0, count);
    const shown = open === undefined || first.includes(open) ? first : [...first.slice(0, -1), open];
    if (sum(shown) <= room) return shown;
  }
  return open === undefined ? tabs.slice(0, 1) : [open];
}

function useWidth(): [box: React.RefObject<HTMLDivElement | null>, width: number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}

/** The tabs of the details of an item. The open one is remembered, also while another item does not have it. */
export function ItemTabs({ item, className }: { item: Item; className?: string | undefined }): ReactNode {
  const t = useText('platform');
  const tabs = useItemTabs(item);
  const { tab } = useListPreferences();
  const [box, width] = useWidth();
  const isByFinger = useMedia('finger');
  const active = tabs.some((candidate) => candidate.id === tab) ? tab : tabs[0]?.id;
  const shown = tabsThatFit(tabs, { active, width, more: t('more') });
  const rest = tabs.filter((one) => !shown.includes(one));
  const open = (id: string): void => void useListPreferences.setState({ tab: id });
  const more = rest.length > 0 && (
    <Dropdown
      trigger={['click']}
      menu={{
        items: rest.map(({ id, label }) => ({ key: id, label, onClick: () => open(id) })),
      }}
    >
      <PlainButton className={styles.more} aria-label={t('moreTabs')}>
        {t('more')} <DownOutlined aria-hidden="true" />
      </PlainButton>
    </Dropdown>
  );
  return (
    <Stack grow ref={box} className={className}>
      <Tabs
        size={isByFinger ? 'medium' : 'small'}
        className={styles.tabs ?? ''}
        tabBarGutter={gutter}
        {...(active !== undefined && { activeKey: active })}
        onChange={open}
        tabBarExtraContent={more}
        items={shown.map(({ id, label, Component }) => ({
          key: id,
          label,
          children: (
            <Suspense fallback={null}>
              <Component key={item.id} item={item} />
            </Suspense>
          ),
        }))}
        destroyOnHidden
      />
    </Stack>
  );
}

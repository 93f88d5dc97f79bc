import { Popover } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { FilterMenu } from './filter-menu.tsx';
import { columnLetters } from './selection.ts';

type FilterProps = ComponentProps<typeof FilterMenu> & { anchor: HTMLElement };

/** The menu of a column, anchored to its header, which may be scrolled away. */
export function FilterPopover({ anchor, ...menu }: FilterProps): ReactNode {
  const t = useText('preview.workbooks');
  const stage = anchor.closest('[data-stage]')?.getBoundingClientRect();
  const box = anchor.getBoundingClientRect();
  const style = {
    position: 'absolute',
    left: box.left - (stage?.left ?? 0),
    top: box.bottom - (stage?.top ?? 0),
    width: box.width,
    height: 1,
  } as const;
  const label = t('sortAndFilter', { column: columnLetters(menu.column) });
  return (
    <Popover
      open
      trigger="click"
      placement="bottom"
      arrow={false}
      onOpenChange={(open) => !open && menu.close()}
      content={
        <div role="dialog" aria-label={label} onKeyDown={({ key }) => key === 'Escape' && menu.close()}>
          <FilterMenu {...menu} />
        </div>
      }
    >
      <span style={style} aria-hidden="true" />
    </Popover>
  );
}

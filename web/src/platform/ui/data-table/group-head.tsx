import { DownOutlined, RightOutlined } from '@ant-design/icons';
import type { CSSProperties, ReactNode } from 'react';
import { PlainButton, Text } from '../layout.tsx';
import type { GroupHandling } from './list-frame.tsx';
import type { RowGroup } from './paged-rows.ts';
import styles from './rows.module.css';

interface GroupHeadProps {
  group: RowGroup;
  groups: GroupHandling;
  /** Its place in the list. */
  index?: number;
  style?: CSSProperties;
}

/** The line before the rows of a group, which folds them. */
export function GroupHead({ group, groups, index, style }: GroupHeadProps): ReactNode {
  const isFolded = group.folded === true;
  return (
    <div role="row" aria-rowindex={index} className={styles.group} style={style} data-control>
      <div role="rowheader" className={styles.groupName}>
        <PlainButton aria-expanded={!isFolded} onClick={() => groups.fold(group)} onKeyDown={keepPress}>
          <Text size="xs" tone="muted">
            {isFolded ? <RightOutlined aria-hidden="true" /> : <DownOutlined aria-hidden="true" />}
          </Text>
          <Text strong truncate>
            {groups.label(group)}
          </Text>
          <Text tone="muted" numeric>
            {group.count}
          </Text>
        </PlainButton>
      </div>
    </div>
  );
}

/** The keys that press the button open no row. */
function keepPress(event: React.KeyboardEvent): void {
  if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
}

/** The head of the group whose rows are in sight, where its own line is scrolled out. */
export function StickyGroupHead({ top, ...props }: GroupHeadProps & { top: number }): ReactNode {
  return (
    <div className={styles.sticky} style={{ top }} aria-hidden="true">
      <GroupHead {...props} />
    </div>
  );
}

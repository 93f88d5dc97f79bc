import { EditOutlined } from '@ant-design/icons';
import type { Tag } from '@dossier/contract/tags';
import { Button, Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { TagSign } from '../library/list/tag-marks.tsx';
import { openTag } from './tag-form.tsx';
import styles from './tags.module.css';

interface TagRowProps {
  tag: Tag;
  /** What was chosen; undefined where it stays as it is. */
  value: boolean | undefined;
  /** How many items it is about. */
  count: number;
  disabled: boolean;
  set: (on: boolean) => void;
}

/** A tag with a box that puts it on or takes it off; half full where some of the items bear it. */
export function TagRow({ tag, value, count, disabled, set }: TagRowProps): ReactNode {
  const t = useText('labels');
  const on = tag.on ?? 0;
  const whose = tag.kind === 'department' ? tag.departmentName : tag.kind === 'system' ? t('forAll') : undefined;
  return (
    <li className={styles.row}>
      <Checkbox
        checked={value ?? on === count}
        indeterminate={value === undefined && on > 0 && on < count}
        disabled={disabled}
        title={disabled ? t('needsModify') : undefined}
        onChange={(event) => set(event.target.checked)}
      >
        <TagSign tag={tag} bare />
      </Checkbox>
      {whose !== undefined && <span className={styles.whose}>{whose}</span>}
      {tag.kind === 'personal' && (
        <Button
          type="text"
          size="small"
          icon={<EditOutlined />}
          aria-label={t('editTag', { name: tag.name })}
          title={t('editTag', { name: tag.name })}
          onClick={() => openTag(tag)}
        />
      )}
    </li>
  );
}

import { type Tag, tags } from '@dossier/contract/tags';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { TagSign } from '../library/list/tag-marks.tsx';
import styles from './tags.module.css';

const drawTag = ({ data }: { data: { tag: Tag } }): ReactNode => <TagSign tag={data.tag} bare />;

/** Chooses the tags that found items bear; nothing where there are none to choose. */
export function TagFilter({ value, onChange }: { value: readonly string[]; onChange: (ids: string[]) => void }): ReactNode {
  const t = useText('labels');
  const found = useCall(tags.list, {}, { staleTime: 30_000 });
  const list = found.data ?? [];
  if (list.length === 0 && value.length === 0) return null;
  const known = value.filter((id) => list.some((tag) => tag.id === id));
  return (
    <Select
      mode="multiple"
      size="small"
      className={styles.filter ?? ''}
      aria-label={t('tags')}
      placeholder={t('tags')}
      maxCount={10}
      maxTagCount="responsive"
      showSearch={{ optionFilterProp: 'label' }}
      value={known}
      onChange={onChange}
      options={list.map((tag) => ({ value: tag.id, label: tag.name, tag }))}
      optionRender={drawTag}
      notFoundContent={t('nothingFoundTag')}
    />
  );
}

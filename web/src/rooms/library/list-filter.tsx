import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { ClearSign } from '../../ground/ui/clear-sign.tsx';
import styles from './action-bar.module.css';

const filterPause = 250;

interface ListFilterProps {
  keyword: string | undefined;
  filter: (keyword: string | undefined) => void;
  label: string;
  /** Enter looks further than the list. */
  enter?: (text: string) => void;
}

/** Narrows a list as one types. */
export function ListFilter({ keyword, filter, label, enter }: ListFilterProps): ReactNode {
  const [text, setText] = useState(keyword ?? '');
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === (keyword ?? '')) return;
    const timer = setTimeout(() => filter(wanted === '' ? undefined : wanted), filterPause);
    return () => clearTimeout(timer);
  }, [text, keyword, filter]);
  return (
    <Input
      className={styles.filter ?? ''}
      size="small"
      allowClear={{ clearIcon: <ClearSign /> }}
      prefix={<SearchOutlined />}
      placeholder={label}
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setText('');
        if (event.key === 'Enter' && text.trim() !== '' && !event.nativeEvent.isComposing) enter?.(text.trim());
      }}
    />
  );
}

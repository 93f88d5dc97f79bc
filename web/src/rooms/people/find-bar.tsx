import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import type { ReactNode } from 'react';
import { ClearSign } from '../../ground/ui/clear-sign.tsx';
import styles from './people.module.css';
import type { Asked } from './use-asked.ts';

interface FindBarProps {
  /** What is found, and by what. */
  label: string;
  asked: Pick<Asked, 'text' | 'find'>;
  /** For a longer label. */
  wide?: boolean;
  /** The name of the list, where it is one of several on the page. */
  title?: string;
  /** What else can be done with the list. */
  children?: ReactNode;
}

/** The bar above a list: its name, the field that searches it as it is typed, what can be done. */
export function FindBar({ label, asked, wide, title, children }: FindBarProps): ReactNode {
  return (
    <div className={styles.bar}>
      {title !== undefined && <h2 title={title}>{title}</h2>}
      <Input
        className={wide ? `${styles.filter} ${styles.wide}` : (styles.filter ?? '')}
        allowClear={{ clearIcon: <ClearSign /> }}
        prefix={<SearchOutlined />}
        placeholder={label}
        aria-label={label}
        maxLength={200}
        value={asked.text}
        onChange={(event) => asked.find(event.target.value)}
      />
      {title === undefined && <span className={styles.gap} />}
      {children}
    </div>
  );
}

import { SearchOutlined } from '@ant-design/icons';
import { Input, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../i18n.ts';
import { ClearIcon } from './clear-icon.tsx';
import { Heading, Row, classNames } from './layout.tsx';
import styles from './list-bars.module.css';
import type { PagedSearch } from './paged-table.tsx';

interface SearchBarProps {
  /** Label of the search field, and the search. */
  label: string;
  search: Pick<PagedSearch, 'text' | 'find'>;
  /** For a longer label. */
  wide?: boolean;
  /** The name of the list, where the page has several. */
  title?: string;
  /** Switches between the lists of the page; a line of their own on a phone. */
  views?: ReactNode;
  /** What narrows the list besides the search; in equal parts on a phone. */
  filters?: ReactNode;
  /** Makes a new entry; beside the search on a phone. */
  action?: ReactNode;
  /** Further actions on the list. */
  children?: ReactNode;
}

/** The bar above a list: its name, the search field, and actions. */
export function SearchBar({ label, search, wide, title, views, filters, action, children }: SearchBarProps): ReactNode {
  return (
    <Row gap={2} wrap className={styles.bar}>
      {title !== undefined && (
        <Heading level={2} size="xl" truncate title={title} className={styles.title}>
          {title}
        </Heading>
      )}
      <Input
        className={classNames(styles.search, wide && styles.wide)}
        allowClear={{ clearIcon: <ClearIcon /> }}
        prefix={<SearchOutlined />}
        placeholder={label}
        aria-label={label}
        maxLength={200}
        value={search.text}
        onChange={(event) => search.find(event.target.value)}
      />
      {title === undefined && <Row as="span" grow className={styles.space} />}
      {views && <Row className={styles.views}>{views}</Row>}
      {filters && (
        <Row gap={2} className={styles.filters}>
          {filters}
        </Row>
      )}
      {children && (
        <Row gap={2} wrap className={styles.tools}>
          {children}
        </Row>
      )}
      {action}
    </Row>
  );
}

/** The fields that narrow a list: side by side in similar widths, and one below the other on a phone. */
export function FilterBar({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <Row gap={2} wrap className={styles.filterBar} role="group" aria-label={label}>
      {children}
    </Row>
  );
}

interface FilterChipProps {
  /** What the filter is set to, in words. */
  name: string;
  remove: () => void;
  /** Drawn instead of the words. */
  children?: ReactNode;
}

/** What a filter is set to, with a button that removes it. */
export function FilterChip({ name, remove, children = name }: FilterChipProps): ReactNode {
  const t = useText('platform');
  return (
    <Tag closable={{ 'aria-label': t('removeFilter', { name }) }} onClose={remove} className={styles.chip ?? ''}>
      {children}
    </Tag>
  );
}

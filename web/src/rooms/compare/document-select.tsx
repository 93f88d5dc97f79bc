import type { Item } from '@dossier/contract/library';
import { objType, right } from '@dossier/contract/rights';
import { search } from '@dossier/contract/search';
import { Select } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { useCall } from '../../ground/use-call.ts';
import styles from './compare-with.module.css';

interface DocumentSelectProps {
  item: Item;
  /** What stands beside it, offered until something is typed. */
  siblings: readonly Item[];
  value: string | undefined;
  choose: (id: string) => void;
  isOff?: boolean;
  autoFocus?: boolean;
}

const mostOffered = 50;

const isReadable = (one: Item): boolean => one.objType === objType.document && (one.rights & right.read) !== 0;

/** Those of the same kind before the others. */
const sameFirst = (ext: string | undefined) => (one: Item, other: Item) => Number(other.ext === ext) - Number(one.ext === ext);

/** Chooses another document: one from the same list, or found by its name. */
export function DocumentSelect({ item, siblings, value, choose, isOff = false, autoFocus = false }: DocumentSelectProps): ReactNode {
  const t = useText('compare');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const input = { keyword, in: 'name' as const, pageNo: 1, pageSize: mostOffered };
  const found = useCall(search.search, input, { enabled: keyword !== '', keep: true });
  const isTyping = text.trim() !== '';
  const offered = (isTyping ? (found.data?.list ?? []) : siblings).filter((one) => isReadable(one) && one.id !== item.id);
  const options = offered
    .toSorted(sameFirst(item.ext))
    .slice(0, mostOffered)
    .map((one) => ({ value: one.id, label: <Choice item={one} path={'path' in one ? String(one.path) : ''} /> }));
  return (
    <Select<string>
      className={styles.wide ?? ''}
      aria-label={t('withDocument')}
      placeholder={t('findDocument')}
      disabled={isOff}
      autoFocus={autoFocus}
      showSearch={{ filterOption: false, onSearch: setText }}
      loading={found.isFetching}
      notFoundContent={isTyping && !found.isFetching ? t('noDocumentFound') : t('typeName')}
      {...(value !== undefined && { value })}
      onChange={choose}
      options={options}
    />
  );
}

function Choice({ item, path }: { item: Item; path: string }): ReactNode {
  return (
    <span className={styles.option} title={item.name}>
      <FileIcon objType={item.objType} ext={item.ext} size={16} />
      <span className={styles.name}>{item.name}</span>
      {path !== '' && <small className={styles.name}>{path}</small>}
    </span>
  );
}

import { CloseOutlined } from '@ant-design/icons';
import { mostOfFlows } from '@dossier/contract/flow-shapes';
import { objType } from '@dossier/contract/rights';
import { type Hit, search } from '@dossier/contract/search';
import { Button, Select } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { useCall } from '../../ground/use-call.ts';
import type { Chosen } from './draft.ts';
import styles from './flows.module.css';
import form from './flow-form.module.css';

interface DocumentsFieldProps {
  value: readonly Chosen[];
  onChange: (value: Chosen[]) => void;
  hint: string;
  /** Only documents in here are found. */
  parentId?: string | undefined;
}

/** Names documents by part of their name; they are handed in as they are now. */
export function DocumentsField({ value, onChange, hint, parentId }: DocumentsFieldProps): ReactNode {
  const t = useText('flows');
  return (
    <div className={form.field}>
      <span>{t('documents')}</span>
      {value.length < mostOfFlows.documents && (
        <DocumentSelect id="flow-documents" parentId={parentId} known={value} add={(one) => onChange([...value, one])} />
      )}
      {value.length > 0 && (
        <ul className={styles.documents}>
          {value.map((one) => (
            <li key={one.id}>
              <FileIcon objType={objType.document} {...(one.ext && { ext: one.ext })} />
              <span title={one.name}>{one.name}</span>
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={t('removeNamed', { name: one.name })}
                title={t('removeNamed', { name: one.name })}
                onClick={() => onChange(value.filter((other) => other !== one))}
              />
            </li>
          ))}
        </ul>
      )}
      <p className={styles.hint}>{hint}</p>
    </div>
  );
}

const drawHit = ({ data }: { data: { hit: Hit } }): ReactNode => (
  <span className={form.hit}>
    <FileIcon objType={objType.document} {...(data.hit.ext && { ext: data.hit.ext })} />
    <span>{data.hit.name}</span>
    <small>{data.hit.path}</small>
  </span>
);

interface DocumentSelectProps {
  id?: string;
  known: readonly Chosen[];
  add: (one: Chosen) => void;
  parentId?: string | undefined;
  label?: string;
}

/** Finds a document by part of its name. */
export function DocumentSelect({ id, known, add, parentId, label }: DocumentSelectProps): ReactNode {
  const t = useText('flows');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const found = useCall(
    search.search,
    { keyword, in: 'name', pageNo: 1, pageSize: 20, ...(parentId !== undefined && { parentId }) },
    { enabled: keyword !== '', keep: true },
  );
  const taken = new Set(known.map((one) => one.id));
  const all = keyword === '' ? [] : (found.data?.list ?? []);
  const hits = all.filter((hit) => hit.objType === objType.document && !taken.has(hit.id));
  const choose = (chosen: string): void => {
    const hit = hits.find((one) => one.id === chosen);
    setText('');
    if (hit) add({ id: hit.id, name: hit.name, ext: hit.ext ?? '' });
  };
  return (
    <Select
      {...(id !== undefined && { id })}
      value={null}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      aria-label={label ?? t('addDocument')}
      placeholder={label ?? t('addDocument')}
      loading={found.isFetching}
      notFoundContent={keyword === '' ? t('typeName') : found.isFetching ? t('searching') : t('nothingFound')}
      options={hits.map((hit) => ({ value: hit.id, label: hit.name, hit }))}
      optionRender={drawHit}
      onSelect={(chosen: string | null) => chosen !== null && choose(chosen)}
    />
  );
}

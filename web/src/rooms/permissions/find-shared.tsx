import { SearchOutlined } from '@ant-design/icons';
import { type NamedPlace, officeLooks } from '@dossier/contract/office-looks';
import { Input, Pagination } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { ClearSign } from '../../ground/ui/clear-sign.tsx';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { useCall } from '../../ground/use-call.ts';
import { turnSign } from '../people/paged-table.tsx';
import { useAreaWord } from './area-words.ts';
import styles from './office.module.css';

const pageSize = 30;

/** Finds an item of the shared areas by its name, its path, or a link to it. */
export function FindShared({ choose }: { choose: (place: NamedPlace) => void }): ReactNode {
  const t = useText('permissions');
  const [text, setText] = useState('');
  const [pageNo, setPageNo] = useState(1);
  const keyword = useDeferredValue(text.trim());
  const found = useCall(officeLooks.find, { keyword, pageNo, pageSize }, { enabled: keyword !== '', keep: true });
  const { list = [], totalNumber = 0 } = keyword === '' ? {} : (found.data ?? {});
  return (
    <>
      <Input
        className={styles.find ?? ''}
        autoFocus
        allowClear={{ clearIcon: <ClearSign /> }}
        prefix={<SearchOutlined />}
        maxLength={2000}
        placeholder={t('officeFind')}
        aria-label={t('officeFind')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setPageNo(1);
        }}
      />
      {keyword === '' && <Empty small title={t('officeItemTitle')} hint={t('officeItemHint')} />}
      {keyword !== '' && found.error !== null && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {keyword !== '' && found.data !== undefined && totalNumber === 0 && (
        <Empty small title={t('officeNothing')} hint={t('officeItemHint')} />
      )}
      <ul className={styles.places} aria-label={t('officeFind')}>
        {list.map((place) => (
          <FoundPlace key={place.id} place={place} choose={choose} />
        ))}
      </ul>
      {totalNumber > pageSize && (
        <Pagination
          size="small"
          current={pageNo}
          pageSize={pageSize}
          total={totalNumber}
          showSizeChanger={false}
          itemRender={turnSign}
          onChange={setPageNo}
        />
      )}
    </>
  );
}

function FoundPlace({ place, choose }: { place: NamedPlace; choose: (place: NamedPlace) => void }): ReactNode {
  const areaWord = useAreaWord();
  return (
    <li>
      <button type="button" className={styles.place} onClick={() => choose(place)}>
        <FileIcon objType={place.objType} ext={place.ext} />
        <span>{place.name}</span>
        <small>{[areaWord(place.moduleType), place.path].filter(Boolean).join('/')}</small>
      </button>
    </li>
  );
}

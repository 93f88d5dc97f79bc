import { SearchOutlined } from '@ant-design/icons';
import { useLocation } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { useGo } from '../../ground/go.ts';
import { useHotkeys } from '../../ground/hooks/use-hotkeys.ts';
import { session } from '../../ground/session.ts';
import { useText } from '../../ground/text.ts';
import { searchPath } from './areas.ts';
import styles from './top-bar.module.css';

/** Searches the area one is in; `/` comes here. */
export function SearchBox({ path }: { path: string }): ReactNode {
  const t = useText('app');
  const go = useGo();
  const field = useRef<HTMLInputElement>(null);
  const query = useLocation({ select: (location) => location.searchStr });
  useHotkeys({ '/': () => field.current?.select() });
  const keyword = path.endsWith('/search') ? (new URLSearchParams(query).get('keyword') ?? '') : '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const text = field.current?.value.trim();
    if (text) go(searchPath(path), { keyword: text });
  };
  return (
    <form className={styles.search} role="search" onSubmit={submit}>
      <SearchOutlined className={styles.searchIcon} aria-hidden />
      <input
        key={keyword}
        ref={field}
        className={styles.searchField}
        type="search"
        name="keyword"
        defaultValue={keyword}
        placeholder={t(session.viewsAs() ? 'searchNames' : 'searchHint')}
        aria-label={t('search')}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
      />
      <kbd className={styles.searchKey} aria-hidden="true">
        /
      </kbd>
    </form>
  );
}

import { SearchOutlined } from '@ant-design/icons';
import { useLocation } from '@tanstack/react-router';
import {
  type ChangeEvent,
  type CompositionEvent,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  lazy,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react';
import { useText } from '../../platform/i18n.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { session } from '../../platform/sessions.ts';
import { useHotkeys } from '../../platform/ui/hotkeys.ts';
import { inputClass } from '../../platform/ui/native-controls.tsx';
import type { SuggestionKeys } from '../command/search-suggestions.tsx';
import { searchPath } from './menu.ts';
import styles from './top-bar.module.css';

const SearchSuggestions = lazy(async () => ({ default: (await import('../command/search-suggestions.tsx')).SearchSuggestions }));

/** Searches the current area, with suggestions while typing; `/` focuses it. */
export function SearchBox({ path }: { path: string }): ReactNode {
  const query = useLocation({ select: (location) => location.searchStr });
  const keyword = path.endsWith('/search') ? (new URLSearchParams(query).get('keyword') ?? '') : '';
  return <SearchCombobox key={keyword} path={path} query={query} keyword={keyword} />;
}

/** What the field and its suggestions know of each other. */
function useSuggestions(keyword: string) {
  const keys = useRef<SuggestionKeys>(null);
  const [typed, setTyped] = useState(keyword);
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<{ active: string | undefined; some: boolean }>({ active: undefined, some: false });
  const show = useCallback((active: string | undefined, some: boolean) => setShown({ active, some }), []);
  const close = (): void => {
    setOpen(false);
    setShown({ active: undefined, some: false });
  };
  const open = (): void => setOpen(true);
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && isOpen && shown.some) close();
    else if (!isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) open();
    else if (!isOpen || keys.current?.press(event) !== true) return;
    event.preventDefault();
  };
  const field = {
    onFocus: open,
    onClick: open,
    onKeyDown: press,
    onChange: (event: ChangeEvent<HTMLInputElement>): void => {
      // an input method writes letters that are no search yet
      if (event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing) return;
      setTyped(event.target.value);
      open();
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>): void => setTyped(event.currentTarget.value),
  };
  return { keys, typed, isOpen, active: shown.active, isShown: isOpen && shown.some, show, close, field };
}

/** Another word in the address is another field, so that it shows what was searched for. */
function SearchCombobox({ path, query, keyword }: { path: string; query: string; keyword: string }): ReactNode {
  const t = useText('app.shell');
  const go = useNavigate();
  const id = `${useId()}-suggestions`;
  const field = useRef<HTMLInputElement>(null);
  const { keys, typed, isOpen, active, isShown, show, close, field: hand } = useSuggestions(keyword);
  useHotkeys({ '/': () => field.current?.select() });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const text = field.current?.value.trim();
    if (!text) return;
    close();
    // on a search page the filters stay
    const others = path.endsWith('/search') ? Object.fromEntries(new URLSearchParams(query)) : {};
    go(searchPath(path), { ...others, pageNo: undefined, keyword: text });
  };
  const leave = (event: FocusEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  };
  return (
    <form className={styles.search} role="search" onSubmit={submit} onBlur={leave}>
      <SearchOutlined aria-hidden />
      <input
        ref={field}
        className={inputClass}
        type="search"
        role="combobox"
        name="keyword"
        defaultValue={keyword}
        placeholder={t(session.viewsAs() ? 'searchNames' : 'searchHint')}
        aria-label={t('search')}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-activedescendant={isShown ? active : undefined}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        {...hand}
      />
      <kbd aria-hidden="true">/</kbd>
      {isOpen && (
        <Suspense fallback={null}>
          <SearchSuggestions id={id} typed={typed} keys={keys} show={show} close={close} />
        </Suspense>
      )}
    </form>
  );
}

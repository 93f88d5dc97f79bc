import { HistoryOutlined, SaveOutlined, SearchOutlined, TagOutlined, UserOutlined } from '@ant-design/icons';
import { savedSearches } from '@dossier/contract/search/saved-searches';
import { search } from '@dossier/contract/search/search';
import { useLocation } from '@tanstack/react-router';
import { useText } from '../../platform/i18n.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { useCall } from '../../platform/query.ts';
import { session } from '../../platform/sessions.ts';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { useDebouncedValue } from '../../platform/use-debounced-value.ts';
import { addressOfSearch, filterWords } from '../../modules/search/search-terms.ts';
import { itemExtensions } from '../app-providers.tsx';
import { searchPath } from '../shell/menu.ts';
import { type Command, plain } from './command.ts';

const debounceMs = 150;
/** Of the last and the saved searches; more of them before anything is typed. */
const shownSearches = { typed: 3, untyped: 8 };
const minute = 60_000;

/** Finds what a partly typed search may mean: for the search field and for the palette. `isOpen` asks for the searches of the user. */
export function useSearchCommands(typed: string, isOpen = true): Command[] {
  const t = useText('app.shell');
  const go = useNavigate();
  const path = useLocation({ select: (location) => location.pathname });
  const words = typed.trim();
  const keyword = useDebouncedValue(words, debounceMs);
  // what was found stays in sight while typing goes on; a call that was overtaken is cancelled
  const found = useCall(search.suggest, { keyword }, { enabled: keyword !== '' && words !== '', keep: true });
  const searches = useOwnSearches(words, isOpen);
  if (words === '') return searches;
  const { items = [], tags = [], people = [] } = keyword === '' ? {} : (found.data ?? {});
  return [
    ...searches,
    ...items.map(
      (hit): Command => ({
        id: `find:${hit.id}`,
        group: 'find',
        label: hit.name,
        detail: hit.path,
        icon: <FileIcon objType={hit.objType} {...(hit.ext && { ext: hit.ext })} size={18} />,
        run: () => void Promise.resolve(itemExtensions.open(hit, { place: 'search', keyword, go })).catch(() => undefined),
      }),
    ),
    ...tags.map(
      (tag): Command => ({
        id: `tag:${tag.id}`,
        group: 'tags',
        label: tag.name,
        icon: <TagOutlined />,
        run: () => go('/knowledge/search', { tagIds: tag.id }),
      }),
    ),
    ...people.map(
      (person): Command => ({
        id: `person:${person.id}`,
        group: 'people',
        label: person.name,
        detail: t('suggestCreator'),
        icon: <UserOutlined />,
        run: () => go('/knowledge/search', { keyword: words, creatorId: person.id, creator: person.name }),
      }),
    ),
    {
      id: 'find:all',
      group: 'all',
      label: t('commandsSearch', { words }),
      icon: <SearchOutlined />,
      run: () => go(searchPath(path), { keyword: words }),
    },
  ];
}

/** The last searches and the saved ones that contain what is typed. */
function useOwnSearches(words: string, isOpen: boolean): Command[] {
  const t = useText('search');
  const go = useNavigate();
  const enabled = isOpen && !session.viewsAs();
  const recent = useCall(savedSearches.recent, {}, { enabled, staleTime: minute });
  const saved = useCall(savedSearches.list, {}, { enabled, staleTime: minute });
  const limit = words === '' ? shownSearches.untyped : shownSearches.typed;
  const typed = plain(words);
  const fitting = (name: string): boolean => plain(name).includes(typed) && plain(name) !== typed;
  return [
    ...(recent.data?.list ?? [])
      .filter(({ terms }) => fitting(terms.keyword ?? ''))
      .slice(0, limit)
      .map(
        ({ id, terms }): Command => ({
          id: `recent:${id}`,
          group: 'recent',
          label: terms.keyword ?? '',
          detail: filterWords(terms, t),
          icon: <HistoryOutlined />,
          run: () => go(addressOfSearch(terms)),
        }),
      ),
    ...(saved.data?.list ?? [])
      .filter(({ name, terms }) => plain(name).includes(typed) || fitting(terms.keyword ?? ''))
      .slice(0, limit)
      .map(
        ({ id, name, terms }): Command => ({
          id: `saved:${id}`,
          group: 'saved',
          label: name,
          detail: [terms.keyword, filterWords(terms, t)].filter(Boolean).join(' · '),
          icon: <SaveOutlined />,
          run: () => go(addressOfSearch(terms)),
        }),
      ),
  ];
}

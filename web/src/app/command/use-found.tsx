import { SearchOutlined } from '@ant-design/icons';
import { search } from '@dossier/contract/search';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useGo } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { useCall } from '../../ground/use-call.ts';
import { itemJoin } from '../item-actions.ts';
import { searchPath } from '../shell/areas.ts';
import type { Command } from './command.ts';

const pause = 200;

/** The items that answer what was typed, and the way to all of them. */
export function useFound(typed: string): Command[] {
  const t = useText('app');
  const go = useGo();
  const path = useLocation({ select: (location) => location.pathname });
  const keyword = useSettled(typed.trim());
  const found = useCall(search.search, { keyword, pageSize: 8 }, { enabled: keyword !== '', keep: true });
  if (typed.trim() === '') return [];
  const hits = keyword === '' ? [] : (found.data?.list ?? []);
  return [
    ...hits.map(
      (hit): Command => ({
        id: `find:${hit.id}`,
        group: 'find',
        label: hit.name,
        detail: hit.path,
        icon: <FileIcon objType={hit.objType} {...(hit.ext && { ext: hit.ext })} size={18} />,
        run: () => void Promise.resolve(itemJoin.open(hit, { place: 'search', keyword, go })).catch(() => undefined),
      }),
    ),
    {
      id: 'find:all',
      group: 'find',
      label: t('commandsSearch', { words: typed.trim() }),
      icon: <SearchOutlined />,
      run: () => go(searchPath(path), { keyword: typed.trim() }),
    },
  ];
}

/** What was typed, once the fingers rest. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

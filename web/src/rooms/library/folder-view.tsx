import { type Item, library } from '@dossier/contract/library';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { noAnswer } from '../../ground/call.ts';
import { useGo } from '../../ground/go.ts';
import { useItemActions } from '../../ground/item-context.ts';
import { queryClient } from '../../ground/query.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { ActionBar } from './action-bar.tsx';
import { type AreaType, areaTitles, can, placePath } from './area.ts';
import { folderInput } from './ask-folder.ts';
import { useClipboard } from './clipboard.ts';
import { Details } from './details/details.tsx';
import { useFolderContext } from './folder-context.ts';
import { FolderEmpty } from './folder-empty.tsx';
import { FolderList } from './folder-list.tsx';
import { ItemMenu } from './item-menu.tsx';
import styles from './library.module.css';
import { useListPrefs } from './list/list-prefs.ts';
import { useListState } from './list/list-state.ts';
import { usePagedRows } from './list/row-source.ts';
import { useListKeys } from './list/use-list-keys.tsx';
import { useReveal } from './list/use-reveal.ts';
import type { Place } from './use-place.ts';

interface FolderViewProps {
  place: Place;
  keyword: string | undefined;
  pageNo: number | undefined;
  filter: (keyword: string | undefined) => void;
}

/** What lies in an area or a folder: actions, list or cards, details. */
export function FolderView({ place, keyword, pageNo, filter }: FolderViewProps): ReactNode {
  const sort = useListPrefs((prefs) => prefs.sort);
  const { input, route } = useListInput(place, keyword);
  const family = `${place.moduleType}/${place.id ?? ''}`;
  const source = usePagedRows<Item>(route, input, { family, enabled: place.error === null });
  const state = useListState(source, family);
  const ctx = useFolderContext(place, source, sort);
  const reveal = useReveal(source, state, { pageNo, isReady: place.error === null });
  // The clipboard decides whether there is anything to paste.
  useClipboard();
  const itemActions = useItemActions(state.rows, ctx);
  const placeActions = useItemActions([], ctx);
  useListKeys({ itemActions, placeActions, ctx, rows: state.rows, up: () => goUp(place, ctx.go) });
  const error = place.error ?? source.error;
  const isEmpty = source.total === 0 && (place.id === undefined || place.folder !== undefined);
  return (
    <div className={styles.page}>
      <ActionBar {...{ place, state, itemActions, placeActions, keyword, filter }} />
      <div className={styles.body}>
        <ItemMenu itemActions={itemActions} placeActions={placeActions}>
          {/* Files dropped here are taken up by the upload layer, things of the list by the drag layer. */}
          <div className={styles.list} data-folder={place.id} data-upload={uploadTarget(place)} data-name={place.folder?.name}>
            {error !== null ? (
              <ErrorBox error={error} retry={() => void readAgain(source)} way={isRefused(place) && <WayOut place={place} />} />
            ) : isEmpty ? (
              <FolderEmpty place={place} keyword={keyword} actions={placeActions} clear={() => filter(undefined)} />
            ) : (
              <FolderList {...{ place, source, state, ctx, reveal }} />
            )}
          </div>
        </ItemMenu>
        <Details items={state.rows} folder={place.folder} close={() => useListPrefs.setState({ details: false })} />
      </div>
    </div>
  );
}

/** A folder that is gone or closed to the person stays so, however often it is asked for. */
const isRefused = (place: Place): boolean => place.error !== null && place.error.code !== noAnswer;

function WayOut({ place }: { place: Place }): ReactNode {
  const t = useText('library');
  const go = useGo();
  return (
    <Button onClick={() => go(placePath(place.moduleType))}>{t('goTo', { name: t(areaTitles[place.moduleType as AreaType]) })}</Button>
  );
}

function useListInput(place: Place, keyword: string | undefined) {
  const sort = useListPrefs((prefs) => prefs.sort);
  return useMemo(() => {
    if (place.id !== undefined) return { route: library.items, input: folderInput(place.id, keyword, sort) };
    return { route: library.cabinets, input: { moduleType: place.moduleType, ...(keyword && { keyword }) } };
  }, [place.id, place.moduleType, keyword, sort]);
}

/** The folder that takes files dropped on the list. */
function uploadTarget(place: Place): string | undefined {
  return can(place.rights, 'upload') && place.folder?.publishing !== true ? place.id : undefined;
}

async function readAgain(source: { retry: () => void }): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [library.ancestors.path] });
  source.retry();
}

function goUp(place: Place, go: (path: string) => void): void {
  if (place.id !== undefined) go(placePath(place.moduleType, place.ancestors.at(-2)?.id, { select: place.id }));
}

import { type ThreadState, comments, threadStates } from '@dossier/contract/comments/comments';
import type { Item } from '@dossier/contract/documents/library';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { Segmented, Skeleton } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { noCommentField, useCommentPlaces } from '../../platform/comment-places.ts';
import { useText } from '../../platform/i18n.ts';
import { callQueryOptions, useCall } from '../../platform/query.ts';
import { Empty } from '../../platform/ui/empty.tsx';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { DividedList, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { LinkButton } from '../../platform/ui/native-controls.tsx';
import { sendComment } from './comment-changes.ts';
import { ChosenPlace } from './chosen-place.tsx';
import styles from './comments.module.css';
import { CommentForm } from './comment-form.tsx';
import { keepDraft, keptDraft } from './drafts.ts';
import { ThreadEntry } from './thread-entry.tsx';
import { type Unaware, UnawarePeople } from './unaware-people.tsx';

/** Threads are loaded in pages of this many, so that a document with thousands shows its newest at once. */
const pageSize = 20;

/** The comments on a document: a field for one more, and its threads, those with the newest comment first. */
export function CommentsTab({ item }: { item: Item }): ReactNode {
  const [state, setState] = useState<ThreadState>('open');
  const [pages, setPages] = useState(1);
  const first = useCall(comments.list, { objId: item.id, state, pageSize }, { keep: true });
  const late = useDelayed(first.isLoading);
  const choose = (next: ThreadState): void => {
    setState(next);
    setPages(1);
  };
  const { data } = first;
  const left = (data?.totalNumber ?? 0) - pages * pageSize;
  return (
    <Stack gap={3} className={styles.panel}>
      {data && <NewThread item={item} isOff={data.off === true} />}
      {first.error && <ErrorBox small error={first.error} retry={() => void first.refetch()} />}
      {first.isLoading && late && <Skeleton active paragraph={{ rows: 3 }} title={false} />}
      {data && <Filter state={state} openCount={data.openCount} choose={choose} />}
      {data?.totalNumber === 0 && <Nothing state={state} />}
      {data && data.totalNumber > 0 && <Threads item={item} state={state} pages={pages} isOff={data.off === true} />}
      {left > 0 && <More count={left} more={() => setPages(pages + 1)} />}
    </Stack>
  );
}

function More({ count, more }: { count: number; more: () => void }): ReactNode {
  const t = useText('comments');
  return (
    <Row justify="center">
      <LinkButton onClick={more}>{t('more', { count })}</LinkButton>
    </Row>
  );
}

function Nothing({ state }: { state: ThreadState }): ReactNode {
  const t = useText('comments');
  return <Empty small title={t(`none_${state}`)} />;
}

interface FilterProps {
  state: ThreadState;
  openCount: number;
  choose: (state: ThreadState) => void;
}

function Filter({ state, openCount, choose }: FilterProps): ReactNode {
  const t = useText('comments');
  const labels: Record<ThreadState, string> = { open: t('open', { count: openCount }), resolved: t('resolvedOnes'), all: t('all') };
  return (
    <Segmented
      size="small"
      aria-label={t('filter')}
      value={state}
      onChange={choose}
      options={threadStates.map((value) => ({ value, label: labels[value] }))}
    />
  );
}

interface ThreadsProps {
  item: Item;
  state: ThreadState;
  pages: number;
  isOff: boolean;
}

/** The loaded threads, after the one whose mark in the document was chosen where that is not among them. */
function Threads({ item, state, pages, isOff }: ThreadsProps): ReactNode {
  const t = useText('comments');
  const results = useQueries({
    queries: Array.from({ length: pages }, (_, at) => ({
      // the first page has been asked for by the tab, under the same key
      ...callQueryOptions(comments.list, { objId: item.id, state, pageSize, ...(at > 0 && { pageNo: at + 1 }) }),
      placeholderData: keepPreviousData,
    })),
  });
  const list = results.flatMap(({ data }) => data?.list ?? []);
  const selected = useCommentPlaces((places) => (places.viewed?.id === item.id ? places.selected : undefined));
  const isElsewhere = selected !== undefined && list.every(({ id }) => id !== selected);
  const chosen = useCall(comments.thread, { id: selected ?? '0' }, { enabled: isElsewhere });
  const shown = isElsewhere && chosen.data?.id === selected ? [chosen.data, ...list] : list;
  return (
    <DividedList as="ul" aria-label={t('comments')}>
      {shown.map((thread) => (
        <ThreadEntry key={thread.id} item={item} thread={thread} isOff={isOff} />
      ))}
    </DividedList>
  );
}

/** The field that begins a thread, at the place that was chosen in the viewer if one was. */
function NewThread({ item, isOff }: { item: Item; isOff: boolean }): ReactNode {
  const t = useText('comments');
  const wantsField = useCommentPlaces((places) => places.wantsField);
  const viewed = useCommentPlaces((places) => places.viewed);
  const chosen = useCommentPlaces((places) => places.chosen);
  const [unaware, setUnaware] = useState<Unaware>();
  useEffect(() => {
    if (isOff && wantsField) noCommentField();
  }, [isOff, wantsField]);
  if (isOff) {
    return (
      <Text as="p" size="s" tone="muted">
        {t('off')}
      </Text>
    );
  }
  const place = viewed?.id === item.id ? chosen : undefined;
  const send = async (content: string, mentions: string[]): Promise<void> => {
    const revisionId = viewed?.id === item.id ? viewed.revisionId : undefined;
    setUnaware(await sendComment({ objId: item.id, content, mentions, place, revisionId }));
    useCommentPlaces.setState({ chosen: undefined });
  };
  return (
    <Stack gap={2}>
      <CommentForm
        objId={item.id}
        label={t('write')}
        action={t('send')}
        placeholder={t('placeholder')}
        draft={keptDraft(item.id)}
        keep={(draft) => keepDraft(draft, item.id)}
        send={send}
        focus={wantsField}
        focused={() => useCommentPlaces.setState({ wantsField: false })}
      >
        <ChosenPlace item={item} />
      </CommentForm>
      {unaware && <UnawarePeople item={item} unaware={unaware} close={() => setUnaware(undefined)} />}
    </Stack>
  );
}

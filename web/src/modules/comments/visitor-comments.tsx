import { shownReplies } from '@dossier/contract/comments/comments';
import { type LinkComment, type LinkThread, linkComments, linkCommentsEveryMs } from '@dossier/contract/comments/link-comments';
import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { type ReactNode, createContext, use, useEffect, useRef, useState } from 'react';
import { call } from '../../platform/call.ts';
import { noCommentField, useCommentPlaces } from '../../platform/comment-places.ts';
import { useText } from '../../platform/i18n.ts';
import { invalidateRoutes, useCall } from '../../platform/query.ts';
import { Empty } from '../../platform/ui/empty.tsx';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { DividedList, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { LinkButton } from '../../platform/ui/native-controls.tsx';
import { ToolButton } from '../../platform/ui/tool-button.tsx';
import { ChosenPlace } from './chosen-place.tsx';
import { CommentForm } from './comment-form.tsx';
import styles from './comments.module.css';
import { emptyDraft, keepDraft, keptDraft } from './drafts.ts';
import { ThreadPlace } from './thread-place.tsx';

/** A shared document that its visitor comments on. */
interface SharedDocument {
  token: string;
  id: string;
  ext: string;
  /** The version that is shown. */
  revision: string | undefined;
}

interface VisitorCommentsProps extends SharedDocument {
  /** The server let no comments be seen any more. */
  refused: () => void;
}

const pageSize = 20;

/** What was written by the link, and who may write. */
const Shared = createContext<SharedDocument & { isOff: boolean }>({ token: '', id: '', ext: '', revision: undefined, isOff: false });

/** Drafts of visitors are kept apart: a colleague may have written some as an employee in the same tab. */
const draftKey = ({ token, id }: SharedDocument): string => `link ${token} ${id}`;

const refresh = (): Promise<void> => invalidateRoutes(linkComments.list, linkComments.replies, linkComments.places);

/** The threads on a shared document that visitors of its link began, and a field for one more. */
export function VisitorComments({ refused, ...shared }: VisitorCommentsProps): ReactNode {
  const t = useText('comments');
  const [pages, setPages] = useState(1);
  const input = { token: shared.token, objId: shared.id, pageSize };
  const first = useCall(linkComments.list, input, { keep: true, every: linkCommentsEveryMs });
  const late = useDelayed(first.isLoading);
  const { data, error } = first;
  const isRefused = error !== null;
  useEffect(() => {
    if (isRefused) refused();
  }, [isRefused, refused]);
  const left = (data?.totalNumber ?? 0) - pages * pageSize;
  return (
    <Shared value={{ ...shared, isOff: data?.off === true }}>
      <Stack gap={3} className={styles.panel}>
        {data && <NewThread />}
        {error && <ErrorBox small error={error} retry={() => void first.refetch()} />}
        {first.isLoading && late && <Skeleton active paragraph={{ rows: 3 }} title={false} />}
        {data?.totalNumber === 0 && <Empty small title={t('linkNone')} />}
        {data && data.totalNumber > 0 && (
          <DividedList as="ul" aria-label={t('comments')}>
            {Array.from({ length: pages }, (_, at) => (
              <ThreadPage key={at} pageNo={at + 1} />
            ))}
          </DividedList>
        )}
        {left > 0 && (
          <Row justify="center">
            <LinkButton onClick={() => setPages(pages + 1)}>{t('more', { count: left })}</LinkButton>
          </Row>
        )}
      </Stack>
    </Shared>
  );
}

function ThreadPage({ pageNo }: { pageNo: number }): ReactNode {
  const { token, id } = use(Shared);
  const input = { token, objId: id, pageSize, ...(pageNo > 1 && { pageNo }) };
  const { data } = useCall(linkComments.list, input, { keep: true, every: linkCommentsEveryMs });
  return data?.list.map((thread) => <Thread key={thread.id} thread={thread} />);
}

function NewThread(): ReactNode {
  const t = useText('comments');
  const { isOff, ...shared } = use(Shared);
  const wantsField = useCommentPlaces((places) => places.wantsField);
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
  const { token, id, revision } = shared;
  const send = async (content: string): Promise<void> => {
    const { viewed, chosen } = useCommentPlaces.getState();
    const place = viewed?.id === id ? chosen : undefined;
    await call(linkComments.create, { token, objId: id, content, place, revisionId: revision });
    useCommentPlaces.setState({ chosen: undefined });
    await refresh();
  };
  return (
    <CommentForm
      label={t('write')}
      action={t('send')}
      placeholder={t('linkPlaceholder')}
      draft={keptDraft(draftKey(shared))}
      keep={(draft) => keepDraft(draft, draftKey(shared))}
      send={send}
      focus={wantsField}
      focused={() => useCommentPlaces.setState({ wantsField: false })}
    >
      <ChosenPlace item={shared} />
    </CommentForm>
  );
}

function Thread({ thread }: { thread: LinkThread }): ReactNode {
  const { isOff, ...shared } = use(Shared);
  const isSelected = useCommentPlaces((places) => places.selected === thread.id);
  const entry = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isSelected) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  return (
    <Stack as="li" ref={entry} pad={[2, 0]} gap={2} className={styles.thread} data-selected={isSelected || undefined}>
      <ThreadPlace item={shared} thread={thread} />
      <Entry comment={thread} />
      {thread.replyCount > 0 && (
        <Stack as="ul" gap={2} className={styles.replies}>
          <Replies thread={thread} />
        </Stack>
      )}
      {!isOff && <ReplyField thread={thread} />}
    </Stack>
  );
}

/** The most replies that one call answers. */
const repliesAtOnce = 100;

/** All replies of a short thread; of a longer one the first and the last, until all are wanted. */
function Replies({ thread: { id, replies, replyCount } }: { thread: LinkThread }): ReactNode {
  const t = useText('comments');
  const [all, setAll] = useState(false);
  const hidden = replyCount - replies.length;
  if (all && hidden > 0) {
    const pages = Math.ceil(replyCount / repliesAtOnce);
    return Array.from({ length: pages }, (_, at) => <ReplyPage key={at} id={id} pageNo={at + 1} />);
  }
  const entries = replies.map((reply) => <Reply key={reply.id} reply={reply} />);
  if (hidden <= 0) return entries;
  const gap = (
    <Stack as="li" key="gap">
      <LinkButton onClick={() => setAll(true)}>{t('moreReplies', { count: hidden })}</LinkButton>
    </Stack>
  );
  return entries.toSpliced(shownReplies.first, 0, gap);
}

function ReplyPage({ id, pageNo }: { id: string; pageNo: number }): ReactNode {
  const { token } = use(Shared);
  const { data } = useCall(
    linkComments.replies,
    { token, id, pageNo, pageSize: repliesAtOnce },
    { keep: true, every: linkCommentsEveryMs },
  );
  return data?.list.map((reply) => <Reply key={reply.id} reply={reply} />);
}

function Reply({ reply }: { reply: LinkComment }): ReactNode {
  return (
    <Stack as="li">
      <Entry comment={reply} />
    </Stack>
  );
}

/** One comment; its field while it is changed, a question before it is deleted. */
function Entry({ comment }: { comment: LinkComment }): ReactNode {
  const t = useText('comments');
  const { token, isOff } = use(Shared);
  const [doing, setDoing] = useState<'edit' | 'delete'>();
  const { id, content, author } = comment;
  const isOwn = author === 'own' && comment.deleted !== true;
  if (doing === 'edit') {
    const send = async (words: string): Promise<void> => {
      await call(linkComments.update, { token, id, content: words });
      setDoing(undefined);
      await refresh();
    };
    return (
      <CommentForm
        label={t('edit')}
        action={t('save')}
        draft={{ ...emptyDraft, content }}
        send={send}
        close={() => setDoing(undefined)}
        focus
      />
    );
  }
  const name = author === 'user' ? t('anotherUser') : author === 'visitor' ? t('anotherVisitor') : comment.authorName;
  return (
    <Stack gap={1}>
      <Row gap={1}>
        <Text as="p" size="s" grow>
          <Text strong>{name}</Text>{' '}
          <Text tone="muted">
            <RelativeTime iso={comment.createTime} />
            {comment.updateTime !== undefined && ` · ${t('changed')}`}
          </Text>
        </Text>
        {isOwn && !isOff && <ToolButton label={t('edit')} icon={<EditOutlined />} onClick={() => setDoing('edit')} />}
        {isOwn && <ToolButton label={t('delete')} icon={<DeleteOutlined />} onClick={() => setDoing('delete')} />}
      </Row>
      {comment.deleted === true ? (
        <Text as="p" tone="muted">
          {t('wasDeleted')}
        </Text>
      ) : (
        <Text as="p" prose>
          {content}
        </Text>
      )}
      {doing === 'delete' && <DeleteQuestion id={id} close={() => setDoing(undefined)} />}
    </Stack>
  );
}

function DeleteQuestion({ id, close }: { id: string; close: () => void }): ReactNode {
  const t = useText('comments');
  const { token } = use(Shared);
  const remove = async (): Promise<void> => {
    await call(linkComments.delete, { token, id });
    close();
    await refresh();
  };
  return (
    <Row gap={2} wrap role="group" aria-label={t('deleteOwnAsk')}>
      <Text size="s">{t('deleteOwnAsk')}</Text>
      {/* A refusal has been shown by `call` already. */}
      <Button size="small" danger autoFocus onClick={() => void remove().catch(() => undefined)}>
        {t('delete')}
      </Button>
      <Button size="small" onClick={close}>
        {t('cancel')}
      </Button>
    </Row>
  );
}

/** Opens the field for a reply; a draft of one opens it from the start. */
function ReplyField({ thread }: { thread: LinkThread }): ReactNode {
  const t = useText('comments');
  const { isOff: _, ...shared } = use(Shared);
  const key = draftKey(shared);
  const [isOpen, setOpen] = useState(() => keptDraft(key, thread.id).content !== '');
  const [isAsked, setAsked] = useState(false);
  const send = async (content: string): Promise<void> => {
    await call(linkComments.create, { token: shared.token, objId: shared.id, content, threadId: thread.id });
    setOpen(false);
    await refresh();
  };
  const open = (): void => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <Stack gap={1} className={styles.replies}>
      {isOpen ? (
        <CommentForm
          label={t('writeReply')}
          action={t('reply')}
          draft={keptDraft(key, thread.id)}
          keep={(next) => keepDraft(next, key, thread.id)}
          send={send}
          close={() => setOpen(false)}
          focus={isAsked}
        />
      ) : (
        <div>
          <LinkButton onClick={open}>{t('reply')}</LinkButton>
        </div>
      )}
    </Stack>
  );
}

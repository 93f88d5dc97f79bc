import { CheckCircleOutlined, DeleteOutlined, EditOutlined, UndoOutlined } from '@ant-design/icons';
import { type Comment, type CommentThread, comments, shownReplies } from '@dossier/contract/comments/comments';
import type { Item } from '@dossier/contract/documents/library';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCommentPlaces } from '../../platform/comment-places.ts';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { LinkButton } from '../../platform/ui/native-controls.tsx';
import { ToolButton } from '../../platform/ui/tool-button.tsx';
import { changeComment, deleteComment, resolveThread, sendComment } from './comment-changes.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentWords } from './comment-words.tsx';
import styles from './comments.module.css';
import { keepDraft, keptDraft } from './drafts.ts';
import { ThreadPlace } from './thread-place.tsx';
import { type Unaware, UnawarePeople } from './unaware-people.tsx';

interface ThreadEntryProps {
  item: Item;
  thread: CommentThread;
  /** Nobody comments in the cabinet now. */
  isOff: boolean;
}

/** A thread: its first comment, its replies, and the field for one more. */
export function ThreadEntry({ item, thread, isOff }: ThreadEntryProps): ReactNode {
  const isSelected = useCommentPlaces((places) => places.selected === thread.id);
  const entry = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isSelected) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  return (
    <Stack as="li" ref={entry} pad={[2, 0]} gap={2} className={styles.thread} data-selected={isSelected || undefined}>
      <ThreadPlace item={item} thread={thread} />
      <CommentEntry item={item} comment={thread} thread={thread} isOff={isOff}>
        {thread.mayResolve && <ResolveButton item={item} thread={thread} />}
      </CommentEntry>
      {thread.replyCount > 0 && (
        <Stack as="ul" gap={2} className={styles.replies}>
          <Replies item={item} thread={thread} isOff={isOff} />
        </Stack>
      )}
      {!isOff && <ReplyField item={item} thread={thread} />}
    </Stack>
  );
}

function ResolveButton({ item, thread }: { item: Item; thread: CommentThread }): ReactNode {
  const t = useText('comments');
  return (
    <ToolButton
      label={thread.resolved ? t('reopen') : t('resolve')}
      icon={thread.resolved ? <UndoOutlined /> : <CheckCircleOutlined />}
      // A refusal has been shown by `call` already.
      onClick={() => void resolveThread(item.id, thread).catch(() => undefined)}
    />
  );
}

interface CommentEntryProps {
  item: Item;
  comment: Comment;
  /** Of the first comment. */
  thread?: CommentThread;
  isOff: boolean;
  /** Further tools. */
  children?: ReactNode;
}

/** One comment with its tools; its field while it is changed. */
function CommentEntry({ item, comment, thread, isOff, children }: CommentEntryProps): ReactNode {
  const t = useText('comments');
  const [isEdited, setEdited] = useState(false);
  const [unaware, setUnaware] = useState<Unaware>();
  const objId = item.id;
  if (isEdited) {
    const send = async (content: string, mentions: string[]): Promise<void> => {
      setUnaware(await changeComment({ objId, id: comment.id, content, mentions }));
      setEdited(false);
    };
    return (
      <CommentForm objId={objId} label={t('edit')} action={t('save')} draft={comment} send={send} close={() => setEdited(false)} focus />
    );
  }
  return (
    <Stack gap={1}>
      <Row gap={1}>
        <Text as="p" size="s" grow>
          <Text strong>{comment.authorName}</Text> {comment.byLink === true && <Text tone="accent">{t('byLink')} </Text>}
          <Text tone="muted">
            <RelativeTime iso={comment.createTime} />
            {comment.updateTime !== undefined && ` · ${t('changed')}`}
          </Text>
        </Text>
        {children}
        {comment.own && !isOff && comment.deleted !== true && (
          <ToolButton label={t('edit')} icon={<EditOutlined />} onClick={() => setEdited(true)} />
        )}
        {comment.mayDelete && (
          <ToolButton
            label={t('delete')}
            icon={<DeleteOutlined />}
            // A refusal has been shown by `call` already.
            onClick={() => void deleteComment({ objId, comment, ...(thread && { thread }) }, t).catch(() => undefined)}
          />
        )}
      </Row>
      {comment.deleted === true ? (
        <Text as="p" tone="muted">
          {t('wasDeleted')}
        </Text>
      ) : (
        <CommentWords comment={comment} />
      )}
      {unaware && <UnawarePeople item={item} unaware={unaware} close={() => setUnaware(undefined)} />}
    </Stack>
  );
}

/** The most replies that one call answers. */
const repliesAtOnce = 100;

/** All replies of a short thread; of a longer one the first and the last, until all are wanted. */
function Replies({ item, thread, isOff }: ThreadEntryProps): ReactNode {
  const t = useText('comments');
  const [all, setAll] = useState(false);
  const { replies, replyCount } = thread;
  const hidden = replyCount - replies.length;
  if (all && hidden > 0) {
    const pages = Math.ceil(replyCount / repliesAtOnce);
    return Array.from({ length: pages }, (_, at) => <ReplyPage key={at} item={item} thread={thread} isOff={isOff} pageNo={at + 1} />);
  }
  const entries = replies.map((reply) => <ReplyEntry key={reply.id} item={item} reply={reply} isOff={isOff} />);
  if (hidden <= 0) return entries;
  const gap = (
    <Stack as="li" key="gap">
      <LinkButton onClick={() => setAll(true)}>{t('moreReplies', { count: hidden })}</LinkButton>
    </Stack>
  );
  return entries.toSpliced(shownReplies.first, 0, gap);
}

function ReplyPage({ item, thread, isOff, pageNo }: ThreadEntryProps & { pageNo: number }): ReactNode {
  const found = useCall(comments.replies, { id: thread.id, pageNo, pageSize: repliesAtOnce }, { keep: true });
  return found.data?.list.map((reply) => <ReplyEntry key={reply.id} item={item} reply={reply} isOff={isOff} />);
}

function ReplyEntry({ item, reply, isOff }: { item: Item; reply: Comment; isOff: boolean }): ReactNode {
  return (
    <Stack as="li">
      <CommentEntry item={item} comment={reply} isOff={isOff} />
    </Stack>
  );
}

/** Opens the field for a reply; a draft of one opens it from the start. */
function ReplyField({ item, thread }: { item: Item; thread: CommentThread }): ReactNode {
  const t = useText('comments');
  const [draft] = useState(() => keptDraft(item.id, thread.id));
  const [isOpen, setOpen] = useState(draft.content !== '');
  const [isAsked, setAsked] = useState(false);
  const [unaware, setUnaware] = useState<Unaware>();
  const objId = item.id;
  const send = async (content: string, mentions: string[]): Promise<void> => {
    setUnaware(await sendComment({ objId, content, mentions, threadId: thread.id }));
    setOpen(false);
  };
  const open = (): void => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <Stack gap={1} className={styles.replies}>
      {unaware && <UnawarePeople item={item} unaware={unaware} close={() => setUnaware(undefined)} />}
      {isOpen ? (
        <CommentForm
          objId={objId}
          label={t('writeReply')}
          action={t('reply')}
          draft={keptDraft(objId, thread.id)}
          keep={(next) => keepDraft(next, objId, thread.id)}
          send={send}
          close={() => setOpen(false)}
          focus={isAsked}
        >
          {thread.seenByLink === true && (
            <Text as="p" size="s" tone="warn">
              {t('seenByLink')}
            </Text>
          )}
        </CommentForm>
      ) : (
        <div>
          <LinkButton onClick={open}>{t('reply')}</LinkButton>
        </div>
      )}
    </Stack>
  );
}

import type { Editor } from '@docx-editor.dev/core';
import { CheckCircleOutlined, CloseOutlined, FileTextOutlined } from '@ant-design/icons';
import type { WordComments } from '@dossier/contract/editing/editing';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { PaneHead, ViewerPane } from '../../preview/viewer-parts.tsx';
import { closeComments, useCommentsPane } from '../comments-beside.ts';
import type { WordCalls } from './word-calls.ts';
import styles from './word-comments.module.css';

type WordComment = WordComments['comments'][number];

const none: readonly WordComment[] = [];

/** The comments of a document, with a button for its bar that shows and hides them, and their pane. */
export function useWordComments({ id, comments: ask }: WordCalls, editor: Editor | undefined): { button: ReactNode; pane: ReactNode } {
  const t = useText('editing.editor');
  const [isWanted, setWanted] = useState(false);
  // one pane at a time: those of the file, or those beside it
  const isShown = !useCommentsPane((pane) => pane.isOpen) && isWanted;
  const { data: comments = none } = useQuery({
    queryKey: ['word-comments', id],
    queryFn: async () => (await ask()).comments,
    enabled: editor !== undefined,
    retry: false,
  });
  useEffect(() => {
    if (editor === undefined || comments.length === 0) return;
    editor.setHighlights(
      'word-comments',
      comments.flatMap((comment) => placeOf(editor, comment) ?? []),
    );
    return () => editor.clearHighlights('word-comments');
  }, [editor, comments]);
  if (editor === undefined || comments.length === 0) return { button: null, pane: null };
  const label = t('comments', { count: comments.length });
  const toggle = (): void => {
    if (!isShown) closeComments();
    setWanted(!isShown);
  };
  return {
    button: <ToolButton label={label} icon={<FileTextOutlined />} on={isShown} onClick={toggle} />,
    pane: isShown && (
      <ViewerPane size="large" at="end" label={label}>
        <PaneHead title={label}>
          <ToolButton label={t('close')} icon={<CloseOutlined />} onClick={toggle} />
        </PaneHead>
        <Stack as="ol" className={styles.list}>
          {comments.map((comment, at) => (
            // a list that never changes its order
            <CommentCard key={at} comment={comment} show={() => selectWords(editor, comment)} />
          ))}
        </Stack>
      </ViewerPane>
    ),
  };
}

function CommentCard({ comment, show }: { comment: WordComment; show: () => void }): ReactNode {
  const t = useText('editing.editor');
  const { author, at, text, words, isReply, isResolved } = comment;
  return (
    <li className={styles.comment} data-reply={isReply}>
      <Row gap={2} justify="between">
        <Text strong>{author}</Text>
        <Text size="s" tone="muted">
          {at > 0 && <RelativeTime iso={new Date(at).toISOString()} />}
        </Text>
      </Row>
      {words !== '' && (
        <button type="button" className={styles.words} onClick={show}>
          {words}
        </button>
      )}
      <Text as="p" prose>
        {text}
      </Text>
      {isResolved && (
        <Text size="s" tone="muted">
          <CheckCircleOutlined aria-hidden="true" /> {t('commentResolved')}
        </Text>
      )}
    </li>
  );
}

/** The words of a comment in the document: of several places with the same words the nearest to where the file has them. */
function placeOf(editor: Editor, { words, paragraph }: WordComment) {
  if (words.trim() === '') return undefined;
  const inBody = editor.findMatches(words, { matchCase: true }).filter((match) => match.scope === undefined);
  return inBody.toSorted((a, b) => Math.abs(a.paragraphIndex - paragraph) - Math.abs(b.paragraphIndex - paragraph))[0];
}

function selectWords(editor: Editor, comment: WordComment): void {
  const place = placeOf(editor, comment);
  if (place !== undefined) editor.selectMatch(place);
}

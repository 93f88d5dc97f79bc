import { CloseOutlined, CommentOutlined } from '@ant-design/icons';
import { library } from '@dossier/contract/documents/library';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useItemTabs } from '../../platform/item-actions.ts';
import { useCall } from '../../platform/query.ts';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { useMedia } from '../../platform/ui/hooks.ts';
import { isHotkey, isTyping } from '../../platform/ui/hotkeys.ts';
import { Row, Stack } from '../../platform/ui/layout.tsx';
import { NativeButton } from '../../platform/ui/native-controls.tsx';
import { Spinner } from '../../platform/ui/spinner.tsx';
import { ToolButton } from '../../platform/ui/tool-button.tsx';
import { useMayComment } from '../preview/placed-threads.ts';
import { PaneHead, ViewerPane } from '../preview/viewer-parts.tsx';
import { type CommentedDocument, closeComments, keepFocus, useCommentOnSelection } from './comments-beside.ts';
import styles from './comments-pane.module.css';

const offered = { words: 'commentWords', cell: 'commentCell', slide: 'commentSlide', shape: 'commentShape' } as const;

/** The comments beside a document that is edited: the same as in its details. */
export function CommentsPane({ id, selection }: Pick<CommentedDocument, 'id' | 'selection'>): ReactNode {
  const t = useText('editing.editor');
  const isNarrow = useMedia('narrow');
  const detail = useCall(library.documentDetail, { id });
  const tab = useItemTabs(detail.data).find((one) => one.id === 'comments');
  const mayComment = useMayComment();
  const begin = useCommentOnSelection(selection);
  const pane = useRef<HTMLDivElement>(null);
  // what lies over the document takes the keys
  useEffect(() => {
    if (isNarrow && pane.current?.contains(document.activeElement) === false) pane.current.focus();
  }, [isNarrow]);
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) closeComments();
    // editors listen on the whole window: what is typed here is not meant for the document
    if (isTyping(event.target) || !isHotkey(event)) event.stopPropagation();
  };
  const own = (event: { stopPropagation: () => void }): void => event.stopPropagation();
  return (
    <ViewerPane size="large" at="end" label={t('commentsOf')}>
      <Stack
        grow
        ref={pane}
        tabIndex={-1}
        className={styles.pane}
        data-comments
        onKeyDown={press}
        onKeyUp={own}
        onCopy={own}
        onCut={own}
        onPaste={own}
      >
        <PaneHead title={t('commentsOf')}>
          <ToolButton label={t('close')} icon={<CloseOutlined />} onClick={closeComments} />
        </PaneHead>
        <Stack grow scroll gap={3} className={styles.body}>
          {selection && mayComment && (
            <Row onPointerDown={keepFocus} onMouseDown={keepFocus}>
              <NativeButton onClick={() => begin(true)}>
                <CommentOutlined aria-hidden="true" /> {t(offered[selection.kind])}
              </NativeButton>
            </Row>
          )}
          {detail.error && <ErrorBox small error={detail.error} retry={() => void detail.refetch()} />}
          {detail.data && tab && (
            <Suspense fallback={<Spinner label={t('loading')} delay={300} />}>
              <tab.Component item={detail.data} />
            </Suspense>
          )}
        </Stack>
      </Stack>
    </ViewerPane>
  );
}

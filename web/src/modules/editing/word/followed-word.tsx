import { EyeOutlined } from '@ant-design/icons';
import type { Editor } from '@docx-editor.dev/core';
import { editing } from '@dossier/contract/editing/editing';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { call, readBytes } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { viewerAddress } from '../../preview/viewer-address.ts';
import { NoticeLine, TextButton } from '../../preview/viewer-parts.tsx';
import { EditorFrame } from '../editor-parts.tsx';
import { RefusedPage } from '../refused-page.tsx';
import { FindButton } from '../find-button.tsx';
import { Opening, WordEditor } from './lazy-word-editor.tsx';
import { selectedInPage, useWordPlaces } from './word-places.ts';

/** The writer sends what is typed once a second. */
const askEveryMs = 2000;

interface Followed {
  version: string;
  name: string;
  writerName: string;
  bytes: Uint8Array;
  isOpen: boolean;
}

/** How a document stands that another person writes in; asked again while it is looked at. The file comes only when it has changed. */
function useFollowed(id: string) {
  const [followed, setFollowed] = useState<Followed>();
  const { data, error } = useQuery({
    queryKey: ['follow', id],
    queryFn: async ({ signal }) => {
      const { fileUrl, ...told } = await call(editing.followFile, { id, ...(followed && { known: followed.version }) }, { quiet: true });
      const blob = fileUrl === undefined ? undefined : await readBytes(fileUrl, signal);
      return { ...told, bytes: blob && new Uint8Array(await blob.arrayBuffer()) };
    },
    refetchInterval: (query) => query.state.data?.isOpen !== false && askEveryMs,
    gcTime: 0,
  });
  useEffect(() => {
    if (data === undefined) return;
    const { version, name, writerName = '', isOpen, bytes } = data;
    setFollowed((before) => {
      const newest = bytes ?? before?.bytes;
      return (
        newest && {
          version: isOpen ? version : (before?.version ?? ''),
          name,
          writerName: writerName || (before?.writerName ?? ''),
          isOpen,
          bytes: newest,
        }
      );
    });
  }, [data]);
  return { followed, isOver: data?.isOpen === false, error };
}

interface FollowedWordProps {
  id: string;
  isAlone: boolean;
  /** Opens the document for writing. */
  again: () => void;
  /** Called where nobody writes any more before anything of it was seen; else it is opened for writing. */
  missed?: () => void;
}

/** A Word document that another person writes in, read while it is written. */
export function FollowedWord({ id, isAlone, again, missed = again }: FollowedWordProps): ReactNode {
  const t = useText('editing.editor');
  const go = useNavigate();
  const [finding, setFinding] = useState<number>();
  const [editor, setEditor] = useState<Editor>();
  useWordPlaces(editor);
  const { followed, isOver, error } = useFollowed(id);
  // ended before anything of it was seen
  useEffect(() => {
    if (isOver && followed === undefined) missed();
  }, [isOver, followed, missed]);
  const view = (): void => go(viewerAddress('page', { id, ext: 'docx' }), undefined, { replace: true });
  const name = followed?.writerName ?? '';
  if (followed === undefined && error !== null)
    return <RefusedPage id={id} ext="docx" isAlone={isAlone} refusal={{ code: 0, message: error.message }} again={again} />;
  return (
    <EditorFrame
      title={followed?.name ?? t('edit')}
      ext="docx"
      isAlone={isAlone}
      commented={{ id, shows: ['words'], selection: { kind: 'words', place: selectedInPage } }}
      notice={
        followed && (
          <NoticeLine role="status">
            <span>{isOver ? t('followedEnded', { name }) : t('following', { name })}</span>
            {isOver && <TextButton onClick={again}>{t('edit')}</TextButton>}
          </NoticeLine>
        )
      }
      end={
        <>
          {followed !== undefined && <FindButton label={t('find')} finding={finding} setFinding={setFinding} />}
          {!isAlone && <ToolButton label={t('view')} icon={<EyeOutlined />} onClick={view} />}
        </>
      }
    >
      {followed === undefined ? (
        <Opening />
      ) : (
        <Suspense fallback={<Opening />}>
          <WordEditor
            bytes={followed.bytes}
            author=""
            readOnly
            ready={setEditor}
            label={t('word')}
            finding={finding}
            setFinding={setFinding}
          />
        </Suspense>
      )}
    </EditorFrame>
  );
}

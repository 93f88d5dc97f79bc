import { CloseOutlined } from '@ant-design/icons';
import { meetingPapers, meetings, type Paper } from '@dossier/contract/meetings';
import { objType } from '@dossier/contract/rights';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { useSend } from '../../ground/use-call.ts';
import { viewerAddress, viewerOf } from '../viewer/extension-groups.ts';

/** Where a paper is looked at: that revision of it, in the window of its kind. */
function addressOf({ documentId, revisionId, ext }: { documentId: string; revisionId: string; ext: string }): string {
  const viewer = viewerOf(ext);
  // pictures and songs open over a list of items, which this is not
  return viewerAddress(viewer === 'picture' || viewer === 'audio' ? 'page' : viewer, { id: documentId, currentRev: revisionId, ext });
}

/** A document on the agenda; who may not look at it sees that there is one. */
export function PaperRow({ paper, edits }: { paper: Paper; edits: boolean }): ReactNode {
  const t = useText('meetings');
  const remove = useSend(meetingPapers.remove, { refresh: [meetings.show] });
  const { documentId, revisionId } = paper;
  return (
    <li>
      <FileIcon objType={objType.document} {...(paper.ext && { ext: paper.ext })} />
      {documentId !== undefined && revisionId !== undefined ? (
        <a href={addressOf({ documentId, revisionId, ext: paper.ext })} target="_blank" rel="noreferrer" title={paper.name}>
          {paper.name}
        </a>
      ) : (
        <span>{t('closedPaper')}</span>
      )}
      {paper.open && <small>{t(paper.newer ? 'versionOfMore' : 'version', { n: paper.version })}</small>}
      {edits && (
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('removePaper', { name: paper.name })}
          title={t('removePaper', { name: paper.name })}
          onClick={() => void remove.mutateAsync({ id: paper.id }).catch(() => undefined)}
        />
      )}
    </li>
  );
}

import { archives } from '@dossier/contract/archives';
import { library } from '@dossier/contract/library';
import { permissions } from '@dossier/contract/permissions';
import { right } from '@dossier/contract/rights';
import { use } from 'react';
import { CallError, call } from '../../../ground/call.ts';
import { notice } from '../../../ground/notice.ts';
import { useText } from '../../../ground/text.ts';
import { useCall } from '../../../ground/use-call.ts';
import { ReaderContext } from '../../viewer/reader.ts';
import type { View } from '../../viewer/ask-view.ts';

/** Unpacks a zip into the folder that it lies in; absent for other archives and for who may not put anything there. */
export function useUnpacking(view: View, currentRev: string | undefined): { label: string; start: () => void } | undefined {
  const t = useText('archives');
  const { isVisitor, partOf } = use(ReaderContext);
  const isOffered =
    view.ext === 'zip' && currentRev === undefined && !isVisitor && partOf === undefined && (view.rights & right.download) !== 0;
  const parentId = useCall(library.documentDetail, { id: view.id }, { enabled: isOffered }).data?.parentId;
  const objIds = parentId === undefined ? [] : [parentId];
  const may = useCall(permissions.check, { rights: right.upload, objIds }, { enabled: isOffered && parentId !== undefined });
  if (!isOffered || may.data?.hasRights[0] !== true) return undefined;
  const start = (): void => {
    call(archives.extract, { id: view.id }).then(
      () => notice.success(t('extracting', { name: view.name })),
      (error: unknown) => {
        // what the server refuses has been said
        if (!(error instanceof CallError)) throw error;
      },
    );
  };
  return { label: t('extractHere'), start };
}

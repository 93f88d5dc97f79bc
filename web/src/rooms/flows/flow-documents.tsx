import type { FlowDocument } from '@dossier/contract/flow-shapes';
import { extensions } from '@dossier/contract/file-types';
import { objType } from '@dossier/contract/rights';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { spotPath } from './paths.ts';
import styles from './flows.module.css';

/** The window in which a document of a flow is shown, as it was handed in. */
function viewerOf({ id = '', currentRev = '', ext }: FlowDocument): string {
  const window = extensions.sheet.has(ext) ? '/flowPreviewExcel' : '/flowPreviewPdf';
  return `${window}?id=${id}&currentRev=${currentRev}`;
}

/** The documents of a flow, each at the revision that was handed in. */
export function FlowDocuments({ list }: { list: readonly FlowDocument[] }): ReactNode {
  const t = useText('flows');
  return (
    <ul className={styles.documents}>
      {list.map((one, at) => (
        <li key={one.id ?? `hidden ${at}`} data-gone={one.gone || one.hidden || undefined}>
          <FileIcon objType={objType.document} {...(one.ext && { ext: one.ext })} />
          {one.canView && one.id !== undefined ? (
            <GoLink to={viewerOf(one)} title={one.name}>
              {one.name}
            </GoLink>
          ) : (
            <span title={one.name}>{one.hidden ? t('hiddenDocument') : one.name || t('goneDocument')}</span>
          )}
          <small>
            {[
              ...(one.hidden ? [] : [t('version', { n: one.version })]),
              ...(one.gone ? [t('isGone')] : []),
              ...(one.changed ? [t('isChanged')] : []),
            ].join(' · ')}
          </small>
          {one.resultId !== undefined && (
            <GoLink to={spotPath(one.resultId)} className={styles.result} title={one.resultName}>
              {one.resultName === one.name ? t('toResult') : t('result', { name: one.resultName ?? '' })}
            </GoLink>
          )}
        </li>
      ))}
    </ul>
  );
}

import { copyingKinds, givingKinds, mostOfFlows, publishingKinds } from '@dossier/contract/flow-shapes';
import { areas, moduleType } from '@dossier/contract/rights';
import { type ReactNode, useId } from 'react';
import { useText } from '../../ground/text.ts';
import { PlaceSelect } from '../library/place-select.tsx';
import { DocumentsField } from './documents-field.tsx';
import type { Missing } from './draft.ts';
import { FilesField } from './files-field.tsx';
import type { FieldsProps } from './form-words.tsx';
import styles from './flows.module.css';
import form from './flow-form.module.css';
import { LentTerms } from './lent-terms.tsx';
import type { FormOf } from './shown.ts';
import { PlaceField, SuccessorField } from './target-field.tsx';
import type { HandedFiles } from './use-handed-files.ts';

interface WhatProps extends FieldsProps {
  from: FormOf;
  files: HandedFiles;
  missing: Missing | undefined;
}

/** The documents, and what is asked for on them. */
export function What({ from, draft, change, files, missing }: WhatProps): ReactNode {
  const t = useText('flows');
  const { flowKind: kind, cabinetId } = from;
  const isGiving = givingKinds.includes(kind);
  const hint = copyingKinds.includes(kind) ? 'documentsCarried' : isGiving ? 'documentsAsked' : 'documentsHint';
  return (
    <>
      {kind === 'upload' && <TargetField draft={draft} change={change} missing={missing} />}
      <DocumentsField
        value={draft.documents}
        onChange={(documents) => change({ documents })}
        hint={t(hint, { n: mostOfFlows.documents })}
        {...(kind === 'abolish' && { parentId: cabinetId })}
      />
      {kind === 'upload' && <FilesField files={files} free={mostOfFlows.documents - draft.documents.length} />}
      {missing === 'documents' && <p className={styles.wrong}>{t('documentsNeeded')}</p>}
      {missing === 'files' && <p className={styles.wrong}>{t('filesComing')}</p>}
      {publishingKinds.includes(kind) && cabinetId === undefined && <p className={styles.wrong}>{t('cabinetUnseen')}</p>}
      {kind === 'publish' && cabinetId !== undefined && (
        <PlaceField cabinetId={cabinetId} value={draft.target} onChange={(target) => change({ target })} />
      )}
      {kind === 'revise' && cabinetId !== undefined && (
        <SuccessorField cabinetId={cabinetId} value={draft.target} onChange={(target) => change({ target })} />
      )}
      {missing === 'target' && kind !== 'upload' && (
        <p className={styles.wrong}>{t(kind === 'publish' ? 'placeNeeded' : 'formerNeeded')}</p>
      )}
      {isGiving && <LentTerms kind={kind} draft={draft} change={change} missing={missing === 'lastTime'} />}
    </>
  );
}

const shared = areas.filter((area) => area !== moduleType.my);

/** The folder that is asked to take the documents in: any that the person sees, besides those of one person alone. */
function TargetField({ draft, change, missing }: FieldsProps & { missing: Missing | undefined }): ReactNode {
  const t = useText('flows');
  const id = useId();
  return (
    <div className={form.field}>
      <label htmlFor="flow-target" data-required>
        {t('place_upload')}
      </label>
      <PlaceSelect
        id="flow-target"
        {...(draft.target !== undefined && { value: draft.target })}
        onChange={(target) => change({ target })}
        fits={() => true}
        among={shared}
        {...(missing === 'target' && { isWrong: true, note: id })}
      />
      {missing === 'target' ? (
        <p id={id} className={styles.wrong}>
          {t('uploadPlaceNeeded')}
        </p>
      ) : (
        <p className={styles.hint}>{t('place_upload_hint')}</p>
      )}
    </div>
  );
}

import { codes } from '@dossier/contract/core/codes';
import { content } from '@dossier/contract/documents/content';
import { type Item, library } from '@dossier/contract/documents/library';
import { maxReasonLength, signatures } from '@dossier/contract/signatures/signatures';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { CallError, call } from '../../platform/call.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { type TextOf, textOf, useText } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { invalidate, invalidateRoutes } from '../../platform/query.ts';
import { FormDialog } from '../../platform/ui/form-dialog.tsx';
import { Text } from '../../platform/ui/layout.tsx';
import { refreshLists } from '../documents/areas.ts';
import { viewKey } from '../preview/view-request.ts';
import { type ProofChoices, ProofFields, type ProofValues, findProofChoices, firstProof, proofTerms } from './proof-fields.tsx';

interface Values extends ProofValues {
  reason?: string;
}

interface SignDialogProps {
  item: Item;
  choices: ProofChoices;
  close: () => void;
}

/** Signs the version that the dialog names; answers false where it stays open. */
async function save(item: Item, { reason, ...given }: Values, t: TextOf<'signatures'>): Promise<boolean> {
  const proof = await proofTerms(given);
  if (proof === undefined) return false;
  const terms = { id: item.id, revisionId: item.revision ?? '', ...(reason && { reason }), ...proof };
  try {
    const { label } = await call(signatures.sign, terms);
    notice.success(t('signed', { label }));
  } catch (error) {
    // where there is another version by now, the dialog would sign none
    if (!(error instanceof CallError) || error.code !== codes.changedMeanwhile.code) throw error;
  }
  await refreshSigned(item.id);
  return true;
}

function SignDialog({ item, choices, close }: SignDialogProps): ReactNode {
  const t = useText('signatures');
  return (
    <FormDialog<Values>
      title={t('signTitle', { name: item.name })}
      ok={t('sign')}
      initial={firstProof(choices)}
      save={(values) => save(item, values, t)}
      close={close}
    >
      <Text as="p" spaced>
        {t('signText', { label: item.versionLabel ?? '' })}
      </Text>
      <Form.Item name="reason" label={t('reason')} extra={t('reasonHint')}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={maxReasonLength} />
      </Form.Item>
      <ProofFields {...choices} />
    </FormDialog>
  );
}

/** The document has a new version with a signature. */
async function refreshSigned(id: string): Promise<void> {
  await Promise.all([
    invalidateRoutes(signatures.list, signatures.verify, content.revisions, library.documentDetail),
    invalidate({ queryKey: viewKey({ id }) }),
    refreshLists(),
  ]);
}

/** Asks for a reason and for a proof of who the user is, then signs the current version of a PDF. */
export async function openSignDialog(id: string): Promise<void> {
  const [item, signed] = await Promise.all([call(library.documentDetail, { id }), call(signatures.list, { objId: id, pageSize: 100 })]);
  if (signed.list.some(({ own, current }) => own && current)) {
    notice.info(textOf('signatures')('ownSigned'));
    return;
  }
  const choices = await findProofChoices(textOf('signatures')('signTitle', { name: item.name }));
  if (choices !== undefined) openDialog((close) => <SignDialog item={item} choices={choices} close={close} />);
}

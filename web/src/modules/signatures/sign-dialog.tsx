import { codes } from '@dossier/contract/core/codes';
import { content } from '@dossier/contract/documents/content';
import { type Item, library } from '@dossier/contract/documents/library';
import { type PasskeyAnswer, account } from '@dossier/contract/identity/account';
import { maxReasonLength, signatures } from '@dossier/contract/signatures/signatures';
import { Form, Input, Radio } from 'antd';
import type { ReactNode } from 'react';
import { CallError, call } from '../../platform/call.ts';
import { openDialog } from '../../platform/dialogs.ts';
import { type TextOf, textOf, useText } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { invalidateRoutes, queryClient } from '../../platform/query.ts';
import { FormDialog } from '../../platform/ui/form-dialog.tsx';
import { Text } from '../../platform/ui/layout.tsx';
import { refreshLists } from '../documents/areas.ts';
import { type AccountDetail, IdentityProofField, askToSignInAgain, canProveIdentity } from '../identity/identity-proof.tsx';
import { viewKey } from '../preview/view-request.ts';

interface Values {
  reason?: string;
  proof: 'account' | 'passkey';
  password?: string;
}

interface SignDialogProps {
  item: Item;
  detail: AccountDetail;
  /** The user has passkeys, and the site and the browser take them. */
  hasPasskeys: boolean;
  close: () => void;
}

/** Signs the version that the dialog names; answers false where it stays open. */
async function save(item: Item, { reason, proof, password = '' }: Values, t: TextOf<'signatures'>): Promise<boolean> {
  let passkey: PasskeyAnswer | undefined;
  if (proof === 'passkey') {
    const { provePasskey } = await import('../identity/passkey-proof.ts');
    passkey = await provePasskey();
    if (passkey === undefined) {
      notice.warning(t('passkeyCancelled'));
      return false;
    }
  }
  const terms = { id: item.id, revisionId: item.revision ?? '', ...(reason && { reason }), ...(passkey ? { passkey } : { password }) };
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

function SignDialog({ item, detail, hasPasskeys, close }: SignDialogProps): ReactNode {
  const t = useText('signatures');
  const byAccount = canProveIdentity(detail);
  return (
    <FormDialog<Values>
      title={t('signTitle', { name: item.name })}
      ok={t('sign')}
      initial={{ proof: byAccount ? 'account' : 'passkey' }}
      save={(values) => save(item, values, t)}
      close={close}
    >
      <Text as="p" spaced>
        {t('signText', { label: item.versionLabel ?? '' })}
      </Text>
      <Form.Item name="reason" label={t('reason')} extra={t('reasonHint')}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={maxReasonLength} />
      </Form.Item>
      {hasPasskeys && byAccount && (
        <Form.Item name="proof" label={t('proof')}>
          <Radio.Group
            options={[
              { value: 'account', label: t(detail.hasPassword ? 'proof_password' : 'proof_signIn') },
              { value: 'passkey', label: t('proof_passkey') },
            ]}
          />
        </Form.Item>
      )}
      <Form.Item noStyle dependencies={['proof']}>
        {({ getFieldValue }) =>
          byAccount && getFieldValue('proof') !== 'passkey' ? (
            <IdentityProofField detail={detail} />
          ) : (
            <Text as="p" spaced>
              {t('passkeyNext')}
            </Text>
          )
        }
      </Form.Item>
    </FormDialog>
  );
}

/** The document has a new version with a signature. */
async function refreshSigned(id: string): Promise<void> {
  await Promise.all([
    invalidateRoutes(signatures.list, signatures.verify, content.revisions, library.documentDetail),
    queryClient.invalidateQueries({ queryKey: viewKey({ id }) }),
    refreshLists(),
  ]);
}

/** Asks for a reason and for a proof of who the user is, then signs the current version of a PDF. */
export async function openSignDialog(id: string): Promise<void> {
  const [item, detail, passkeys, signed] = await Promise.all([
    call(library.documentDetail, { id }),
    call(account.detail, {}),
    call(account.passkeys, {}),
    call(signatures.list, { objId: id, pageSize: 100 }),
  ]);
  if (signed.list.some(({ own, current }) => own && current)) {
    notice.info(textOf('signatures')('ownSigned'));
    return;
  }
  const hasPasskeys = passkeys.enabled && passkeys.list.length > 0 && 'PublicKeyCredential' in window;
  if (!hasPasskeys && !canProveIdentity(detail)) askToSignInAgain(textOf('signatures')('signTitle', { name: item.name }));
  else openDialog((close) => <SignDialog item={item} detail={detail} hasPasskeys={hasPasskeys} close={close} />);
}

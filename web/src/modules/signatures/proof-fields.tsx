import type { InputOf } from '@dossier/contract/core/route';
import { account } from '@dossier/contract/identity/account';
import type { signatures } from '@dossier/contract/signatures/signatures';
import { Form, Radio } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../platform/call.ts';
import { textOf, useText } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { Text } from '../../platform/ui/layout.tsx';
import { type AccountDetail, IdentityProofField, askToSignInAgain, canProveIdentity } from '../identity/identity-proof.tsx';

/** How the user can prove who they are before they sign. */
export interface ProofChoices {
  detail: AccountDetail;
  /** The user has passkeys, and the site and the browser take them. */
  hasPasskeys: boolean;
}

/** The values of the fields of a proof. */
export interface ProofValues {
  proof: 'account' | 'passkey';
  password?: string;
}

/** Asks how the user can prove who they are; undefined where they have to sign in again first, which a dialog with this title says. */
export async function findProofChoices(title: string): Promise<ProofChoices | undefined> {
  const [detail, passkeys] = await Promise.all([call(account.detail, {}), call(account.passkeys, {})]);
  const hasPasskeys = passkeys.enabled && passkeys.list.length > 0 && 'PublicKeyCredential' in window;
  if (hasPasskeys || canProveIdentity(detail)) return { detail, hasPasskeys };
  askToSignInAgain(title);
  return undefined;
}

/** The way of proof that is chosen at first. */
export const firstProof = ({ detail }: ProofChoices): ProofValues => ({ proof: canProveIdentity(detail) ? 'account' : 'passkey' });

/** The password or passkey of a call that signs; undefined where the user used no passkey. */
export async function proofTerms({
  proof,
  password = '',
}: ProofValues): Promise<Pick<InputOf<typeof signatures.sign>, 'password' | 'passkey'> | undefined> {
  if (proof !== 'passkey') return { password };
  const { provePasskey } = await import('../identity/passkey-proof.ts');
  const passkey = await provePasskey();
  if (passkey !== undefined) return { passkey };
  notice.warning(textOf('signatures')('passkeyCancelled'));
  return undefined;
}

/** Fields of a form that ask for the password or a passkey. */
export function ProofFields({ detail, hasPasskeys }: ProofChoices): ReactNode {
  const t = useText('signatures');
  const byAccount = canProveIdentity(detail);
  return (
    <>
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
    </>
  );
}

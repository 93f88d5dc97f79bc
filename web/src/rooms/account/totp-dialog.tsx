import { account } from '@dossier/contract/account';
import type { OutputOf } from '@dossier/contract/route';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import styles from './account.module.css';
import { CodeField, useCodeTry } from './mail-part.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The secret to scan or to type, and the first code from it. */
export function TotpDialog({ secret, image, close }: OutputOf<typeof account.beginTotp> & { close: () => void }): ReactNode {
  const t = useText('account');
  const confirm = useSend(account.confirmTotp, { quiet: true, refresh: [account.detail] });
  const { wrong, attempt } = useCodeTry();
  const save = ({ code }: { code: string }): Promise<boolean> =>
    attempt(async () => {
      const { recoveryCodes } = await confirm.mutateAsync({ validateCode: code.trim() });
      openDialog((shut) => <RecoveryCodes codes={recoveryCodes} close={shut} />);
    });
  return (
    <AskDialog<{ code: string }> title={t('setUpTotp')} ok={t('confirm')} save={save} close={close}>
      <p className={styles.told}>{t('scanIt')}</p>
      <img className={styles.qr} src={image} alt={t('qrCode')} width={180} height={180} />
      <p className={styles.secret}>
        {t('orType')} <code>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <CodeField label={t('appCode')} wrong={wrong} />
    </AskDialog>
  );
}

import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import styles from './account.module.css';

/** Recovery codes, shown once: closed only by saying that they are kept. */
export function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }): ReactNode {
  const t = useText('account');
  const [open, setOpen] = useState(true);
  const copy = (): void =>
    void navigator.clipboard?.writeText(codes.join('\n')).then(
      () => notice.success(t('copied')),
      () => notice.warning(t('copyRefused')),
    );
  return (
    <Modal
      open={open}
      title={t('recoveryCodes')}
      width={440}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      afterClose={close}
      footer={
        <>
          {navigator.clipboard && <Button onClick={copy}>{t('copy')}</Button>}
          <Button type="primary" onClick={() => setOpen(false)}>
            {t('kept')}
          </Button>
        </>
      }
    >
      <p className={styles.told}>{t('recoveryHint')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Modal>
  );
}

import { CopyOutlined, MailOutlined } from '@ant-design/icons';
import { mostRecipients } from '@dossier/contract/share-shapes';
import { shares } from '@dossier/contract/shares';
import { Button, Input, QRCode, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useGo } from '../../ground/go.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { copyText } from './copy-text.ts';
import { sharePath } from './paths.ts';
import styles from './shares.module.css';

/** A link that stands. */
export interface Made {
  id: string;
  url: string;
  name: string;
  /** As it was typed just now; empty where there is none, or nobody can say it any more. */
  password: string;
  canMail: boolean;
}

interface ResultProps {
  made: Made;
  recipients: string[];
  hasPassword?: boolean;
  close: () => void;
}

/** A link as it is handed on: to copy, with its password, as a picture for phones, by mail. */
export function ShareResult({ made, recipients, hasPassword, close }: ResultProps): ReactNode {
  const t = useText('shares');
  const go = useGo();
  const copy = async (text: string, done: string): Promise<void> => {
    const copied = await copyText(text).then(
      () => true,
      () => false,
    );
    if (copied) notice.success(done);
    else notice.error(t('copyFailed'));
  };
  const both = t('linkAndPassword', { name: made.name, url: made.url, password: made.password });
  return (
    <div className={styles.result}>
      <div className={styles.made}>
        <Input readOnly value={made.url} aria-label={t('link')} onFocus={(event) => event.target.select()} />
        <div className={styles.line}>
          <Button type="primary" autoFocus icon={<CopyOutlined />} onClick={() => void copy(made.url, t('linkCopied'))}>
            {t('copyLink')}
          </Button>
          {made.password !== '' && (
            <Button icon={<CopyOutlined />} onClick={() => void copy(both, t('bothCopied'))}>
              {t('copyBoth')}
            </Button>
          )}
        </div>
        {made.password !== '' && (
          <p>
            {t('password')}: <code>{made.password}</code>
          </p>
        )}
        {made.password !== '' && <p className={styles.hint}>{t('passwordOnce')}</p>}
        {hasPassword === true && <p className={styles.hint}>{t('passwordHidden')}</p>}
        {made.canMail && <MailLink id={made.id} recipients={recipients} />}
        <Button
          type="link"
          className={styles.more ?? ''}
          onClick={() => {
            close();
            go(sharePath, { id: made.id });
          }}
        >
          {t('follow')}
        </Button>
      </div>
      <QRCode value={made.url} size={168} bordered={false} bgColor="#ffffff" color="#000000" aria-label={t('qr')} />
    </div>
  );
}

function MailLink({ id, recipients }: { id: string; recipients: string[] }): ReactNode {
  const t = useText('shares');
  const [to, setTo] = useState(() => recipients.filter((one) => !one.startsWith('@') && one.includes('@')));
  const [message, setMessage] = useState('');
  const mail = useSend(shares.mail);
  const send = async (): Promise<void> => {
    const { sent } = await mail.mutateAsync({ id, to, ...(message.trim() && { message }) });
    notice.success(t('mailed', { n: sent }));
  };
  return (
    <div className={styles.lets}>
      <Select
        mode="tags"
        aria-label={t('mailTo')}
        placeholder={t('mailTo')}
        value={to}
        tokenSeparators={[',', ';', ' ', '，', '；']}
        maxCount={mostRecipients}
        open={false}
        suffixIcon={null}
        onChange={setTo}
      />
      {to.length > 0 && (
        <>
          <Input.TextArea
            aria-label={t('message')}
            placeholder={t('message')}
            maxLength={1000}
            autoSize={{ minRows: 2, maxRows: 5 }}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
          <span>
            <Button icon={<MailOutlined />} loading={mail.isPending} onClick={() => void send().catch(() => undefined)}>
              {t('mailLink')}
            </Button>
          </span>
        </>
      )}
    </div>
  );
}

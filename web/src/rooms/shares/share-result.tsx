import { CopyOutlined, MailOutlined } from '@ant-design/icons';
import { shares } from '@dossier/contract/shares';
import { Button, Input, QRCode } from 'antd';
import { type ReactNode, useState } from 'react';
import { useGo } from '../../ground/go.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { AddressField } from './address-field.tsx';
import { isAddress } from './addresses.ts';
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
        {made.canMail && <MailLink id={made.id} recipients={recipients} hasPassword={made.password !== '' || hasPassword === true} />}
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
      {/* readers of codes need four modules of white around it, in the dark too */}
      <QRCode value={made.url} size={184} marginSize={4} bordered={false} bgColor="#ffffff" color="#000000" aria-label={t('qr')} />
    </div>
  );
}

function MailLink({ id, recipients, hasPassword }: { id: string; recipients: string[]; hasPassword: boolean }): ReactNode {
  const t = useText('shares');
  const [to, setTo] = useState(() => recipients.filter((one) => !one.startsWith('@') && one.includes('@')));
  const [message, setMessage] = useState('');
  const mail = useSend(shares.mail, { quiet: true });
  const words = t(hasPassword ? 'message' : 'messagePlain');
  const sent = mail.data?.sent;
  return (
    <div className={styles.lets}>
      <AddressField
        label={t('mailTo')}
        value={to}
        accepts={isAddress}
        wrong={(list) => t('noMail', { list })}
        refused={mail.error?.message}
        onChange={(next) => {
          mail.reset();
          setTo(next);
        }}
      />
      {to.length > 0 && (
        <>
          <Input.TextArea
            aria-label={words}
            placeholder={words}
            maxLength={1000}
            autoSize={{ minRows: 2, maxRows: 5 }}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
          <span className={styles.line}>
            <Button
              icon={<MailOutlined />}
              loading={mail.isPending}
              disabled={sent !== undefined || !to.every(isAddress)}
              onClick={() => mail.mutate({ id, to, ...(message.trim() && { message }) })}
            >
              {t('mailLink')}
            </Button>
            <span role="status" className={styles.hint}>
              {sent !== undefined && t('mailed', { n: sent })}
            </span>
          </span>
        </>
      )}
    </div>
  );
}

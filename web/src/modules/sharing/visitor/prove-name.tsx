import { codes } from '@dossier/contract/core/codes';
import { links } from '@dossier/contract/sharing/shares';
import { type ReactNode, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { currentLanguage, useText } from '../../../platform/i18n.ts';
import { invalidateRoutes } from '../../../platform/query.ts';
import type { FormFailure } from '../../identity/plain-form.tsx';
import { CodeStep, useCountdown } from './access-methods.tsx';
import { MailForm } from './open-link-page.tsx';
import { MessageCard, VisitorButton } from './visitor-frame.tsx';

const blockSeconds = 60;

interface ProveNameProps {
  token: string;
  /** What it takes the name for. */
  purpose: 'edit' | 'comment';
  leave: () => void;
}

const words = {
  edit: { title: 'prove', hint: 'proveHint', leave: 'withoutEditing' },
  comment: { title: 'proveComment', hint: 'proveCommentHint', leave: 'withoutComment' },
} as const;

/** Proves the address of a visitor who came by a link for everybody: nobody edits or comments without a name. */
export function ProveName({ token, purpose, leave }: ProveNameProps): ReactNode {
  const t = useText('sharing.visitor');
  const [mail, setMail] = useState('');
  const [isSent, setSent] = useState(false);
  const [blocked, block] = useCountdown();
  const prove = async (address: string, code?: string): Promise<FormFailure | undefined> => {
    try {
      const { codeSent } = await call(links.prove, { token, mail: address, code, lang: currentLanguage() }, { quiet: true });
      setMail(address);
      setSent(codeSent);
      if (!codeSent) await invalidateRoutes(links.info);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code !== codes.tooManyRequests.code) return { text: error.message, field: code === undefined ? 'mail' : 'code' };
      block(blockSeconds);
    }
    return undefined;
  };
  if (blocked > 0)
    return (
      <MessageCard title={t('tooOften')} hint={t('tooOftenHint')}>
        <p role="timer">{t('waitSeconds', { count: blocked })}</p>
      </MessageCard>
    );
  return (
    <MessageCard title={t(words[purpose].title)} hint={isSent ? t('proveCodeHint', { mail }) : t(words[purpose].hint)}>
      {isSent ? (
        <CodeStep open={(code) => prove(mail, code)} resend={() => prove(mail)} back={() => setSent(false)} />
      ) : (
        <MailForm open={(address) => prove(address)} />
      )}
      <VisitorButton onClick={leave}>{t(words[purpose].leave)}</VisitorButton>
    </MessageCard>
  );
}

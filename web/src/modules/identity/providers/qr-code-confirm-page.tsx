import { codes } from '@dossier/contract/core/codes';
import { signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { type ReactNode, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { useText } from '../../../platform/i18n.ts';
import { usePageQuery } from '../../../platform/navigation.ts';
import { textParam } from '../../../platform/page-query.ts';
import { useCall } from '../../../platform/query.ts';
import { CenteredCard } from '../../../platform/ui/centered-card.tsx';
import { Card, Text } from '../../../platform/ui/layout.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { NativeButton, buttonClass } from '../../../platform/ui/native-controls.tsx';
import { useCurrentUser } from '../current-user.ts';

const Query = { code: textParam };

/** /scanConfirm?code= on a signed-in phone: shows the device that wants to sign in, and confirms or refuses. */
export function QrCodeConfirmPage(): ReactNode {
  const t = useText('identity.providers');
  const { code = '' } = usePageQuery(Query);
  const [shown, setTold] = useState<string>();
  // Never from the cache: the state changes within the minute.
  const asked = useCall(signInProviders.showScan, { code }, { staleTime: 0 });
  const gone = asked.error instanceof CallError ? textOfRefusal(asked.error, t('scanGone')) : undefined;
  return (
    <CenteredCard title={t('scanTitle')}>
      {(shown ?? gone) !== undefined ? (
        <>
          <Text as="p" tone="muted" role="status">
            {shown ?? gone}
          </Text>
          <AppLink to="/" className={buttonClass({ large: true })}>
            {t('toDocuments')}
          </AppLink>
        </>
      ) : asked.data === undefined ? (
        <Text as="p" tone="muted" role="status">
          {t('scanLoading')}
        </Text>
      ) : (
        <Question code={code} asked={asked.data} told={setTold} />
      )}
    </CenteredCard>
  );
}

/** A malformed code is treated like an unknown one. */
const textOfRefusal = (error: CallError, gone: string): string =>
  error.code === codes.scanExpired.code || error.code === codes.invalidParams.code ? gone : error.message;

interface QuestionProps {
  code: string;
  asked: { browser: string; system: string; address: string; since: string };
  told: (text: string) => void;
}

function Question({ code, asked, told: shown }: QuestionProps): ReactNode {
  const t = useText('identity.providers');
  const { fullName } = useCurrentUser();
  const [busy, setBusy] = useState(false);
  const answer = async (accept: boolean): Promise<void> => {
    setBusy(true);
    try {
      await call(signInProviders.answerScan, { code, accept }, { quiet: true });
      shown(t(accept ? 'scanConfirmed' : 'scanRefused'));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      shown(textOfRefusal(error, t('scanGone')));
    }
  };
  const device = [asked.browser, asked.system].filter((word) => word !== '').join(' · ');
  return (
    <>
      <Text as="p">{t('scanAsk', { name: fullName })}</Text>
      <Card sunken pad={3}>
        <Facts
          vertical
          facts={[
            [t('scanDevice'), device || t('scanUnknown')],
            [t('scanAddress'), asked.address],
            [t('scanSince'), formatExactTime(asked.since)],
          ]}
        />
      </Card>
      <Text as="p" tone="muted">
        {t('scanWarning')}
      </Text>
      <NativeButton primary large disabled={busy} onClick={() => void answer(true)}>
        {t('scanConfirm')}
      </NativeButton>
      <NativeButton large disabled={busy} onClick={() => void answer(false)}>
        {t('scanRefuse')}
      </NativeButton>
    </>
  );
}

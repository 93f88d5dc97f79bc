import { account } from '@dossier/contract/identity/account';
import { signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Hint } from '../../platform/ui/hint.tsx';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { Row, Stack } from '../../platform/ui/layout.tsx';
import { ActionLine } from '../../platform/ui/page-parts.tsx';
import { Spinner } from '../../platform/ui/spinner.tsx';
import { openAvatar, openChangePassword, openLinkedAccounts } from './account-dialogs.tsx';
import { AccountCard } from './account/account-info.tsx';
import { DocumentChoices, LangChoice } from './account/personal-settings.tsx';
import { DeviceList } from './security/device-list.tsx';
import { MailAddressSection } from './security/mail-address.tsx';
import { PasskeySection } from './security/passkeys.tsx';
import { SecondFactorSection } from './security/second-factor.tsx';
import { SecuritySection } from './security/security-section.tsx';
import { SyncDiskSection } from './security/sync-disk-devices.tsx';
import { Spaces } from './sessions/spaces-drawer.tsx';

/** Who the user is here, and their picture. */
export const ProfileSettings = (): ReactNode => <AccountCard setAvatar={openAvatar} />;

/** How documents and lists of them open. */
export const DocumentSettings = (): ReactNode => <DocumentChoices />;

/** The user's spaces. */
export const SpaceSettings = (): ReactNode => <Spaces />;

/** The language, which the regional forms of dates and numbers follow. */
export function LanguageSettings(): ReactNode {
  const t = useText('identity.sign-in');
  return (
    <Stack gap={2}>
      <LangChoice />
      <Hint>{t('languageHint')}</Hint>
    </Stack>
  );
}

/** Password, mail address, second factor, passkeys and linked accounts. */
export function SecuritySettings(): ReactNode {
  const t = useText('identity.account');
  const words = useText('identity.sign-in');
  const detail = useCall(account.detail, {});
  if (detail.error && !detail.data) return <ErrorBox error={detail.error} retry={() => void detail.refetch()} />;
  if (detail.data === undefined) return <Spinner label={t('loading')} delay={150} large />;
  return (
    <Stack>
      <SecuritySection title={t('password')}>
        <Row>
          <Button onClick={openChangePassword}>{words('changePassword')}</Button>
        </Row>
      </SecuritySection>
      <SecuritySection title={t('mail')}>
        <MailAddressSection detail={detail.data} />
      </SecuritySection>
      <SecuritySection title={t('secondStep')}>
        <SecondFactorSection detail={detail.data} />
      </SecuritySection>
      <PasskeySection detail={detail.data} />
      <LinkedAccountsLine />
    </Stack>
  );
}

/** The way to the linked accounts, where the site has such apps. */
function LinkedAccountsLine(): ReactNode {
  const t = useText('identity.providers');
  const apps = useCall(signInProviders.bindings, {}, { staleTime: 60_000 }).data?.list ?? [];
  if (apps.length === 0) return null;
  return (
    <SecuritySection title={t('linkedAccounts')}>
      <ActionLine as="div" title={<Hint>{t('linkedHint')}</Hint>}>
        <Button onClick={openLinkedAccounts}>{t('linkedAccounts')}</Button>
      </ActionLine>
    </SecuritySection>
  );
}

/** Where the user is signed in, and the devices of the sync disk; `signOut` ends all of it, here too. */
export function DeviceSettings({ signOut }: { signOut: ReactNode }): ReactNode {
  const t = useText('identity.account');
  const detail = useCall(account.detail, {});
  return (
    <Stack>
      <SecuritySection title={t('devices')}>
        <DeviceList />
        <Row>{signOut}</Row>
      </SecuritySection>
      {detail.data && <SyncDiskSection detail={detail.data} />}
    </Stack>
  );
}

import { limits } from '@dossier/contract/identity/quotas';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileSize } from '../../../platform/ui/formatted-values.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { Section } from '../../../platform/ui/page-parts.tsx';
import { QuotaMeter } from '../../identity/quota-meter.tsx';
import type { ListedUser } from '../../identity/user-extensions.ts';
import { openQuota } from './quotas-page.tsx';

/** What a user's own area holds and may hold. */
export function UserQuota({ person }: { person: ListedUser }): ReactNode {
  const t = useText('administration.quotas');
  const found = useCall(limits.quotas, { userId: person.id });
  const quota = found.data?.list[0];
  const change = quota && (
    <Button size="small" onClick={() => openQuota([quota])}>
      {t('setQuota')}
    </Button>
  );
  return (
    <Section title={t('quotas')} actions={change}>
      {found.error && !found.data ? <ErrorBox small error={found.error} retry={() => void found.refetch()} /> : null}
      {quota &&
        (quota.most === undefined ? (
          <Text>
            <FileSize bytes={quota.used} /> · {t('noLimitSet')}
          </Text>
        ) : (
          <QuotaMeter quota={{ used: quota.used, most: quota.most }} label={t('used')} />
        ))}
    </Section>
  );
}

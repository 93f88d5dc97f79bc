import { operationLog } from '@dossier/contract/reporting/operation-log';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { DividedList, Row, Text } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { Section } from '../../../platform/ui/page-parts.tsx';
import type { ListedUser } from '../../identity/user-extensions.ts';
import { logPath } from '../paths.ts';
import { useActionName, useObjectName } from './entry-details.tsx';

const shownEntries = 5;

/** What a user did last, and the way to all of it. */
export function UserLog({ person }: { person: ListedUser }): ReactNode {
  const t = useText('reporting.log');
  const found = useCall(operationLog.log, { userId: person.id, pageNo: 1, pageSize: shownEntries });
  const nameOf = useActionName();
  const objectOf = useObjectName();
  const list = found.data?.list ?? [];
  const all = list.length > 0 && (
    <AppLink to={logPath} query={{ userId: person.id, userName: person.fullName }}>
      {t('allOfUser')}
    </AppLink>
  );
  return (
    <Section title={t('lastActions')} actions={all}>
      {found.error && !found.data ? <ErrorBox small error={found.error} retry={() => void found.refetch()} /> : null}
      {found.data && list.length === 0 && <Text tone="muted">{t('nothingDone')}</Text>}
      <DividedList lines="compact">
        {list.map((entry) => (
          <Row as="li" key={entry.id} gap={2} justify="between">
            <Text truncate>
              {nameOf(entry)}
              {entry.objName !== undefined && <Text tone="muted"> · {objectOf(entry)}</Text>}
            </Text>
            <Text size="s" tone="muted" nowrap>
              <RelativeTime iso={entry.time} />
            </Text>
          </Row>
        ))}
      </DividedList>
    </Section>
  );
}

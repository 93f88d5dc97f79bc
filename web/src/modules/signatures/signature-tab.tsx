import { SafetyCertificateOutlined, SignatureOutlined } from '@ant-design/icons';
import type { Item } from '@dossier/contract/documents/library';
import { type Signature, signatures } from '@dossier/contract/signatures/signatures';
import { Button, Skeleton } from 'antd';
import { type ReactNode, use, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../platform/item-actions.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { useCall } from '../../platform/query.ts';
import { Empty } from '../../platform/ui/empty.tsx';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { DividedList, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { LinkButton } from '../../platform/ui/native-controls.tsx';
import { SealList } from './seal-list.tsx';
import { openSignDialog } from './sign-dialog.tsx';
import { maySign } from './sign-rights.ts';

const pageSize = 20;

/** Who has signed a PDF here, and the signatures that are in the file. */
export function SignatureTab({ item }: { item: Item }): ReactNode {
  const t = useText('signatures');
  const [pages, setPages] = useState(1);
  const found = useCall(signatures.list, { objId: item.id, pageSize: pages * pageSize });
  const [isChecked, setChecked] = useState(false);
  const late = useDelayed(found.isLoading);
  const { data } = found;
  // the same text is signed once
  const hasSigned = data?.list.some(({ own, current }) => own && current) === true;
  return (
    <Stack gap={4}>
      <Row gap={2} wrap>
        {maySign(item) && !hasSigned && (
          <Button
            type="primary"
            icon={<SignatureOutlined aria-hidden="true" />}
            onClick={() => void openSignDialog(item.id).catch(() => undefined)}
          >
            {t('signDots')}
          </Button>
        )}
        <Button
          icon={<SafetyCertificateOutlined aria-hidden="true" />}
          title={t('verifyHint')}
          onClick={() => setChecked(true)}
          disabled={isChecked}
        >
          {t('verify')}
        </Button>
      </Row>
      {isChecked && <SealList item={item} />}
      {found.error && <ErrorBox small error={found.error} retry={() => void found.refetch()} />}
      {found.isLoading && late && <Skeleton active paragraph={{ rows: 3 }} title={false} />}
      {data?.list.length === 0 && <Empty small title={t('noSignatures')} hint={t('noSignaturesHint')} />}
      {data !== undefined && data.list.length > 0 && (
        <DividedList as="ul" lines="compact" aria-label={t('tab')}>
          {data.list.map((signature) => (
            <SignatureEntry key={signature.id} item={item} signature={signature} />
          ))}
        </DividedList>
      )}
      {data !== undefined && data.totalNumber > data.list.length && (
        <Row>
          <Button size="small" onClick={() => setPages(pages + 1)}>
            {t('showMore')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

function SignatureEntry({ item, signature }: { item: Item; signature: Signature }): ReactNode {
  const t = useText('signatures');
  const go = useNavigate();
  const { view } = use(ItemExtensionsContext);
  const { name, time, reason, means, revisionId, revisionLabel: label, sha256, current } = signature;
  return (
    <Stack as="li" gap={1}>
      <Row gap={2} justify="between">
        <Text strong>{name}</Text>
        <Text size="xs" tone="muted" nowrap>
          <RelativeTime iso={time} />
        </Text>
      </Row>
      {reason !== undefined && (
        <Text as="p" size="s" prose>
          {reason}
        </Text>
      )}
      <Text as="p" size="xs" tone="muted">
        {t(`signedVersion_${means}`, { label })}
      </Text>
      {!current && (
        <Text as="p" size="xs" tone="warn">
          {t('replaced')}
        </Text>
      )}
      {sha256 !== undefined && (
        <Text as="p" size="xs" tone="muted" title={t('hashOf')} style={{ overflowWrap: 'anywhere' }}>
          SHA-256 {sha256}
        </Text>
      )}
      <Row>
        <LinkButton onClick={() => void view(item, { go }, revisionId)}>{t('viewVersion')}</LinkButton>
      </Row>
    </Stack>
  );
}

import type { OutputOf } from '@dossier/contract/core/route';
import { addressKey, addresses } from '@dossier/contract/identity/address-restrictions';
import { people } from '@dossier/contract/identity/users';
import { Button, Form, Input, Select, Tag } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Card, Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import styles from './address-restrictions.module.css';

interface AddressTest {
  address?: string;
  userId?: string;
}

/** Tests the restrictions for a user at an address; initially the caller's own. */
export function TestAddress(): ReactNode {
  const t = useText('identity.users');
  const [tested, setAsked] = useState<AddressTest>({});
  const found = useCall(addresses.tryAddress, tested, { keep: true });
  const judge = (_: unknown, text: string | undefined): Promise<void> =>
    text && addressKey(text) === undefined ? Promise.reject(new Error(t('addressWrong'))) : Promise.resolve();
  return (
    <Card as="section" gap={2} className={styles.test} aria-label={t('tryAddress')}>
      <Heading level={2}>{t('tryAddress')}</Heading>
      <Form<AddressTest>
        layout="vertical"
        className={styles.fields ?? ''}
        onFinish={({ address, userId }) => setAsked({ ...(address?.trim() && { address: address.trim() }), ...(userId && { userId }) })}
      >
        <Form.Item name="address" label={t('address')} validateTrigger="onSubmit" rules={[{ validator: judge }]}>
          <Input maxLength={100} autoComplete="off" placeholder={t('yourAddress')} />
        </Form.Item>
        <Form.Item name="userId" label={t('person')}>
          <OnePerson />
        </Form.Item>
        <Button htmlType="submit" loading={found.isFetching}>
          {t('tryIt')}
        </Button>
      </Form>
      {found.error && !found.data ? (
        <ErrorBox small error={found.error} retry={() => void found.refetch()} />
      ) : (
        found.data && <Answers {...found.data} />
      )}
    </Card>
  );
}

function Answers({ address, fullName, answers }: OutputOf<typeof addresses.tryAddress>): ReactNode {
  const t = useText('identity.users');
  const own = answers.some(({ why }) => why === 'own');
  const lines = answers.map(
    ({ scope, admitted, why, segment = '' }) =>
      [
        t(`scope_${scope}`),
        <Row key={scope} gap={2} wrap>
          <Tag {...(!admitted && { color: 'red' })}>{t(admitted ? 'isAdmitted' : 'isRefused')}</Tag>
          <Text tone="muted">{t(`why_${why}`, { segment })}</Text>
        </Row>,
      ] as const,
  );
  return (
    <Stack gap={1} role="status">
      <Text as="p" tone="muted">
        {t('triedFor', { name: fullName, address })}
      </Text>
      <Facts vertical facts={lines} />
      {own && (
        <Text as="p" tone="muted">
          {t('ownHint')}
        </Text>
      )}
    </Stack>
  );
}

function OnePerson({ value, onChange, id }: { value?: string; onChange?: (id: string | undefined) => void; id?: string }): ReactNode {
  const t = useText('identity.users');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const found = useCall(people.users, { pageNo: 1, pageSize: 20, ...(keyword && { keyword }) }, { keep: true });
  return (
    <Select
      {...(id && { id })}
      {...(value && { value })}
      {...(onChange && { onChange })}
      allowClear
      showSearch={{ filterOption: false, onSearch: setText }}
      loading={found.isFetching}
      placeholder={t('yourself')}
      notFoundContent={t('nobodyFound')}
      options={(found.data?.list ?? []).map((person) => ({ value: person.id, label: `${person.fullName} (${person.loginName})` }))}
    />
  );
}

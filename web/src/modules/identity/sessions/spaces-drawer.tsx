import { CheckOutlined, SearchOutlined } from '@ant-design/icons';
import { type Space, session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { Button, Drawer, Input, Pagination, Tag } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { ClearIcon } from '../../../platform/ui/clear-icon.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { useCurrentUser } from '../current-user.ts';
import { switchSpace } from '../switch-space-role.ts';
import styles from './sessions.module.css';

const pageSize = 15;

/** The drawer that switches to another organisation's space. */
export function SpacesDrawer({ close }: { close: () => void }): ReactNode {
  const t = useText('identity.sign-in');
  const [open, setOpen] = useState(true);
  return (
    <Drawer open={open} title={t('switchSpace')} size={400} onClose={() => setOpen(false)} afterOpenChange={(shown) => !shown && close()}>
      <Spaces />
    </Drawer>
  );
}

/** The user's spaces; switching reloads the application. */
export function Spaces(): ReactNode {
  const t = useText('identity.sign-in');
  const [pageNo, setPageNo] = useState(1);
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const found = useCall(session.spaces, { pageNo, pageSize, ...(keyword && { keyword }) }, { keep: true });
  const { spaceCount } = useCurrentUser();
  if (found.error && !found.data) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  const total = found.data?.totalNumber ?? 0;
  const find = (value: string): void => {
    setText(value);
    setPageNo(1);
  };
  return (
    <Stack gap={3}>
      {spaceCount > pageSize && (
        <Input
          allowClear={{ clearIcon: <ClearIcon /> }}
          prefix={<SearchOutlined />}
          placeholder={t('spaceFind')}
          aria-label={t('spaceFind')}
          value={text}
          onChange={(event) => find(event.target.value)}
        />
      )}
      <Stack as="ul" gap={2} aria-label={t('switchSpace')}>
        {found.data?.list.map((space) => (
          <SpaceRow key={space.id} space={space} />
        ))}
      </Stack>
      {found.data && total === 0 && <Empty small title={t('spaceNone')} />}
      {total === 1 && keyword === '' && (
        <Text as="p" tone="muted">
          {t('spaceOnly')}
        </Text>
      )}
      <Related />
      {total > pageSize && <Pagination size="small" current={pageNo} pageSize={pageSize} total={total} onChange={setPageNo} />}
    </Stack>
  );
}

/** The names of related organisations; those where the user is a guest are in the list above. */
function Related(): ReactNode {
  const t = useText('identity.sign-in');
  const { spaceName } = useCurrentUser();
  const found = useCall(people.relatedOrganisations, {});
  if (!found.data || found.data.length === 0) return null;
  return (
    <Stack as="section" gap={2} aria-label={t('spaceRelated')}>
      <Heading level={3} title={t('spaceRelatedHint', { name: spaceName })}>
        {t('spaceRelated')}
      </Heading>
      <Stack as="ul" gap={1}>
        {found.data.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </Stack>
    </Stack>
  );
}

function SpaceRow({ space }: { space: Space }): ReactNode {
  const t = useText('identity.sign-in');
  const [busy, setBusy] = useState(false);
  const enter = async (): Promise<void> => {
    setBusy(true);
    // A refusal has been shown by `call` already.
    await switchSpace(space.spaceId).catch(() => setBusy(false));
  };
  return (
    <Row as="li" gap={3} pad={[1, 3]} justify="between" className={styles.space} aria-current={space.current || undefined}>
      <Row as="span" gap={2} wrap>
        <Text>{space.name}</Text>
        {!space.own && <Tag>{t('spaceGuest')}</Tag>}
      </Row>
      {space.current ? (
        <Text tone="accent" truncate>
          <CheckOutlined /> {t('spaceCurrent')}
        </Text>
      ) : (
        <Button size="small" loading={busy} aria-label={t('spaceEnterName', { name: space.name })} onClick={() => void enter()}>
          {t('spaceEnter')}
        </Button>
      )}
    </Row>
  );
}

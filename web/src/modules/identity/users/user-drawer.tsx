import { EditOutlined, MoreOutlined } from '@ant-design/icons';
import { type OnlineSession, activeSessions } from '@dossier/contract/identity/sessions';
import { type Person, type PersonDetail, people } from '@dossier/contract/identity/users';
import { useLocation } from '@tanstack/react-router';
import { Button, Drawer, Tag } from 'antd';
import { type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { languageNames, useText } from '../../../platform/i18n.ts';
import { useNavigate, usePageQuery } from '../../../platform/navigation.ts';
import { idParam } from '../../../platform/page-query.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall } from '../../../platform/query.ts';
import { Avatar } from '../../../platform/ui/avatar.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { DividedList, Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { MenuDropdown } from '../../../platform/ui/menu-dropdown.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import { ActionLine, Section } from '../../../platform/ui/page-parts.tsx';
import type { RowMenu } from '../../../platform/ui/paged-table.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { useRoleName } from '../role-names.ts';
import { useSessionActions } from '../sessions/active-sessions-page.tsx';
import { UserPageContext } from '../user-extensions.ts';
import { openEditUser } from './user-dialogs.tsx';

const Query = { user: idParam };

/** Where the page of a user is: the present page with the user in its query. Without a user, the page alone. */
export function useUserAddress(): (id?: string) => { to: string; query: Record<string, string> } {
  const { pathname, searchStr } = useLocation();
  return (id) => {
    const { user: _, ...others } = Object.fromEntries(new URLSearchParams(searchStr));
    return { to: pathname, query: id === undefined ? others : { ...others, user: id } };
  };
}

interface UserDrawerProps {
  menuOf: RowMenu<Person>;
}

/** The page of the user that the address names, beside the list; over it on a phone. */
export function UserDrawer({ menuOf }: UserDrawerProps): ReactNode {
  const t = useText('identity.users');
  const { user } = usePageQuery(Query);
  // the last one stays while the drawer closes
  const [shown, setShown] = useState(user);
  useEffect(() => {
    if (user !== undefined) setShown(user);
  }, [user]);
  const go = useNavigate();
  const addressOf = useUserAddress();
  const close = (): void => {
    const { to, query } = addressOf();
    go(to, query, { replace: true });
  };
  return (
    <Drawer
      open={user !== undefined}
      title={t('userPage')}
      size={520}
      onClose={close}
      afterOpenChange={(open) => !open && setShown(undefined)}
    >
      {shown !== undefined && <UserPage key={shown} id={shown} menuOf={menuOf} />}
    </Drawer>
  );
}

function UserPage({ id, menuOf }: { id: string; menuOf: RowMenu<Person> }): ReactNode {
  const t = useText('identity.users');
  const may = usePermissions();
  const found = useCall(people.user, { id });
  const { sections } = use(UserPageContext);
  if (found.error && !found.data) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  const person = found.data;
  if (person === undefined) return <Spinner label={t('loading')} delay={150} large />;
  return (
    <Stack as="article" aria-label={person.fullName}>
      <Head person={person} menuOf={menuOf} />
      <Profile person={person} />
      {person.guestOf === undefined && <Protection person={person} />}
      {may('sessions.see') && <Sessions id={id} />}
      <Suspense fallback={null}>
        {sections
          .filter(({ shown }) => shown(person))
          .map(({ id: section, Component }) => (
            <Component key={section} person={person} />
          ))}
      </Suspense>
    </Stack>
  );
}

function Head({ person, menuOf }: { person: PersonDetail; menuOf: RowMenu<Person> }): ReactNode {
  const t = useText('identity.users');
  const may = usePermissions();
  const items = menuOf(person);
  return (
    <Row gap={4} wrap>
      <Avatar name={person.fullName} url={person.avatarUrl} size={56} />
      <Stack grow>
        <Heading level={2} size="xl" truncate title={person.fullName}>
          {person.fullName}
        </Heading>
        <Row gap={2} wrap>
          <Text tone="muted">{person.loginName}</Text>
          <UserTags person={person} />
          {person.passwordDue === true && <Tag>{t('mustChange')}</Tag>}
        </Row>
      </Stack>
      <Row gap={2}>
        {person.guestOf === undefined && may('people.edit') && (
          <Button icon={<EditOutlined />} onClick={() => openEditUser(person)}>
            {t('editPerson')}
          </Button>
        )}
        {items.length > 0 && (
          <MenuDropdown placement="bottomRight" menu={{ items }}>
            <Button icon={<MoreOutlined />} aria-label={t('actionsOf', { name: person.fullName })} />
          </MenuDropdown>
        )}
      </Row>
    </Row>
  );
}

/** Whether somebody is disabled, or a guest of another organisation. */
export function UserTags({ person }: { person: Person }): ReactNode {
  const t = useText('identity.users');
  return (
    <>
      {!person.enabled && <Tag color="warning">{t('disabled')}</Tag>}
      {person.guestOf !== undefined && <Tag>{t('guestOf', { name: person.guestOf })}</Tag>}
    </>
  );
}

const namesOf = (list: readonly { name: string }[], nameOf: (name: string) => string = (name) => name): ReactNode =>
  list.length === 0 ? undefined : (
    <Row gap={1} wrap>
      {list.map(({ name }) => (
        <Tag key={name}>{nameOf(name)}</Tag>
      ))}
    </Row>
  );

function Profile({ person }: { person: PersonDetail }): ReactNode {
  const t = useText('identity.users');
  const roleName = useRoleName();
  const none = <Text tone="muted">{t('noneHere')}</Text>;
  const isOwn = person.guestOf === undefined;
  return (
    <Section title={t('profile')}>
      <Facts
        vertical
        facts={[
          isOwn && [t('mail'), person.mail ?? none],
          [t('departments'), namesOf(person.departments) ?? none],
          person.headOf.length > 0 && [t('headOf'), namesOf(person.headOf)],
          [t('roles'), namesOf(person.roles, roleName) ?? none],
          [t('groupsOf'), namesOf(person.groups) ?? none],
          person.lang !== undefined && [t('language'), languageNames[person.lang]],
          person.createTime !== undefined && [t('created'), <RelativeTime key="created" iso={person.createTime} />],
          isOwn && [t('lastSeen'), person.lastLoginTime ? <RelativeTime key="seen" iso={person.lastLoginTime} /> : t('never')],
        ]}
      />
    </Section>
  );
}

function Protection({ person }: { person: PersonDetail }): ReactNode {
  const t = useText('identity.users');
  const steps = [person.authenticator && t('stepAuthenticator'), person.codeByMail && t('stepMail')].filter((step) => step !== false);
  return (
    <Section title={t('security')}>
      <Facts
        vertical
        facts={[
          [t('filterSecondStep'), steps.length > 0 ? steps.join(', ') : t('secondStepOff')],
          [t('passkeys'), person.passkeys ?? 0],
          person.passwordTime !== undefined && [t('passwordSince'), <RelativeTime key="since" iso={person.passwordTime} />],
        ]}
      />
    </Section>
  );
}

const shownSessions = 5;

function Sessions({ id }: { id: string }): ReactNode {
  const t = useText('identity.users');
  const found = useCall(activeSessions.onlineSessions, { userId: id, pageNo: 1, pageSize: shownSessions });
  const list = found.data?.list ?? [];
  const total = found.data?.totalNumber ?? 0;
  return (
    <Section title={t('onliner')}>
      {found.error && !found.data ? <ErrorBox small error={found.error} retry={() => void found.refetch()} /> : null}
      {found.data && list.length === 0 && <Text tone="muted">{t('notSignedIn')}</Text>}
      <DividedList>
        {list.map((one) => (
          <SessionLine key={one.id} session={one} />
        ))}
      </DividedList>
      {total > shownSessions && <Text tone="muted">{t('moreSessions', { count: total - shownSessions })}</Text>}
    </Section>
  );
}

function SessionLine({ session }: { session: OnlineSession }): ReactNode {
  const t = useText('identity.users');
  const actionsOf = useSessionActions();
  const items = actionsOf(session);
  const device = [session.browser || t('aProgram'), session.system].filter((word) => word !== '').join(' · ');
  return (
    <ActionLine
      title={
        <>
          {device} {session.current && <Tag>{t('thisSession')}</Tag>}
        </>
      }
      details={[
        <>
          {session.address} · <RelativeTime iso={session.lastSeen} />
        </>,
      ]}
    >
      {items.length > 0 && (
        <MenuDropdown placement="bottomRight" menu={{ items }}>
          <Button
            type="text"
            size="small"
            icon={<MoreOutlined />}
            aria-label={t('actionsOfSession', { name: session.fullName, device, address: session.address })}
          />
        </MenuDropdown>
      )}
    </ActionLine>
  );
}

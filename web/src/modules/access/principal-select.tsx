import { ApartmentOutlined, BankOutlined, IdcardOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons';
import type { GranteeType } from '@dossier/contract/core/rights';
import { type Principal, builtInRoles, people } from '@dossier/contract/identity/users';
import { Select } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { Row, Text } from '../../platform/ui/layout.tsx';
import { isAdmin, useCurrentUser } from '../identity/current-user.ts';
import { usePrincipalName, useRoleName } from '../identity/role-names.ts';
import styles from './access.module.css';

const icons: Record<GranteeType, ReactNode> = {
  user: <UserOutlined />,
  group: <TeamOutlined />,
  department: <ApartmentOutlined />,
  organisation: <BankOutlined />,
  role: <IdcardOutlined />,
};

/** The icon of a type of principal, with its name as tooltip. */
export function PrincipalIcon({ type }: { type: GranteeType }): ReactNode {
  const t = useText('access');
  return (
    <Text tone="muted" nowrap title={t(type)} role="img" aria-label={t(type)}>
      {icons[type]}
    </Text>
  );
}

function Option({ grantee }: { grantee: Principal }): ReactNode {
  const t = useText('access');
  return (
    <Row as="span" gap={2}>
      {icons[grantee.type]}
      <span>{grantee.name}</span>
      <Text size="xs" tone="muted">
        {grantee.detail ?? t(grantee.type)}
      </Text>
    </Row>
  );
}

const drawOption = ({ data }: { data: { grantee: Principal } }): ReactNode => <Option grantee={data.grantee} />;

interface PrincipalSelectProps {
  value: Principal | undefined;
  onChange: (grantee: Principal | undefined) => void;
  /** Limits the choice to one type. */
  type?: GranteeType;
  label: string;
  /** The label stands above: the field says what to do instead of repeating it. */
  isLabeled?: boolean;
  autoFocus?: boolean;
  /** Shown while there is no result at all. */
  none?: string;
  size?: 'small' | 'middle';
}

const keyOf = (grantee: Principal): string => `${grantee.type}:${grantee.id}`;

/** The built-in role whose name in the current language matches the query; the server knows only its stored name. */
function useBuiltInRole(keyword: string, type: GranteeType | undefined): Principal[] {
  const roleName = useRoleName();
  const typed = keyword.toLocaleLowerCase();
  const meant = Object.values(builtInRoles).find((name) => roleName(name) !== name && roleName(name).toLocaleLowerCase().includes(typed));
  const hasMatch = typed !== '' && meant !== undefined && (type ?? 'role') === 'role';
  const found = useCall(people.grantees, { keyword: meant ?? '', type: 'role' }, { enabled: hasMatch, staleTime: 30_000 });
  return hasMatch ? (found.data ?? []).filter(({ name }) => name === meant) : [];
}

/** What a typed part of a name finds, and what to say where that is nothing. */
function useFoundPrincipals(text: string, type: GranteeType | undefined, none?: string) {
  const t = useText('access');
  const me = useCurrentUser();
  const keyword = useDeferredValue(text.trim());
  const granteeName = usePrincipalName();
  const found = useCall(people.grantees, { keyword, ...(type !== undefined && { type }) }, { keep: true, staleTime: 30_000 });
  const builtIn = useBuiltInRole(keyword, type);
  const answered = found.data ?? [];
  const list = [...builtIn.filter((role) => !answered.some((grantee) => keyOf(grantee) === keyOf(role))), ...answered].map((grantee) => ({
    ...grantee,
    name: granteeName(grantee.type, grantee.name),
  }));
  // the server returns no list to guests, who search for a known name
  const tooShort = me.guest && !isAdmin(me) && [...keyword].length < 2;
  const missing = keyword === '' && none !== undefined ? none : t('nobodyFound');
  const nobody = tooShort ? t('typeTwo') : missing;
  return {
    list,
    loading: found.isFetching,
    notFoundContent: found.isFetching ? t('searching') : found.error === null ? nobody : found.error.message,
  };
}

const optionOf = (grantee: Principal) => ({ value: keyOf(grantee), label: grantee.name, grantee });

/** Selects users, groups, departments, organisations and roles by part of their name. */
export function PrincipalSelect({
  value,
  onChange,
  type,
  label,
  isLabeled = false,
  autoFocus,
  none,
  size,
}: PrincipalSelectProps): ReactNode {
  const t = useText('access');
  const [text, setText] = useState('');
  const { list, ...found } = useFoundPrincipals(text, type, none);
  const known = value === undefined || list.some((grantee) => keyOf(grantee) === keyOf(value)) ? list : [value, ...list];
  return (
    <Select
      className={styles.grantee ?? ''}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      allowClear
      size={size ?? 'middle'}
      autoFocus={autoFocus ?? false}
      aria-label={label}
      placeholder={isLabeled ? t('typeName') : label}
      value={value === undefined ? null : keyOf(value)}
      onChange={(key: string | undefined) => onChange(known.find((grantee) => keyOf(grantee) === key))}
      {...found}
      options={known.map(optionOf)}
      optionRender={drawOption}
    />
  );
}

interface PrincipalsSelectProps {
  value: readonly Principal[];
  onChange: (grantees: Principal[]) => void;
  label: string;
  /** The most that can be chosen. */
  most: number;
  autoFocus?: boolean;
}

/** Selects several, one after the other; the list closes after each, so that it covers nothing. */
export function PrincipalsSelect({ value, onChange, label, most, autoFocus }: PrincipalsSelectProps): ReactNode {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const { list, ...found } = useFoundPrincipals(text, undefined);
  // a chosen one stands in the field, and would be taken out of it by a second choice
  const others = list.filter((grantee) => !value.some((chosen) => keyOf(chosen) === keyOf(grantee)));
  const choose = (chosen: readonly { value: string }[]): void => {
    setText('');
    setOpen(false);
    onChange(chosen.flatMap(({ value: key }) => [...value, ...list].find((grantee) => keyOf(grantee) === key) ?? []));
  };
  return (
    <Select<{ value: string; label: string }[], ReturnType<typeof optionOf>>
      mode="multiple"
      className={styles.grantee ?? ''}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      open={open}
      onOpenChange={setOpen}
      maxCount={most}
      autoFocus={autoFocus ?? false}
      aria-label={label}
      placeholder={label}
      labelInValue
      value={value.map((grantee) => ({ value: keyOf(grantee), label: grantee.name }))}
      onChange={choose}
      {...found}
      options={others.map(optionOf)}
      optionRender={drawOption}
    />
  );
}

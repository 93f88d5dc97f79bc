import {
  type Permission,
  type PermissionArea,
  departmentScopePermissions,
  permissionAreas,
  sitePermissions,
} from '@dossier/contract/core/administrative-permissions';
import { module } from '@dossier/contract/core/rights';
import { builtInRoles, people } from '@dossier/contract/identity/users';
import { Button, Checkbox, Switch } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { type TextKey, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { PageFoot } from '../../../platform/ui/page-layout.tsx';
import { areaKeys, permissionKeys } from '../permission-names.ts';
import styles from './roles.module.css';
import type { RoleOrGroup } from './use-roles-and-groups.ts';

type RoleOnly = Extract<RoleOrGroup, { kind: 'role' }>;

interface Draft {
  moduleTypes: number[];
  deeds: Permission[];
  branch: boolean;
}

const areas: [number, TextKey<'identity.users'>][] = [
  [module.home, 'areaHome'],
  [module.enterprise, 'areaEnterprise'],
  [module.my, 'areaMy'],
  [module.system, 'areaSystem'],
  [module.categories, 'areaCategories'],
  [module.flows, 'areaFlows'],
];
const rows = Object.entries(permissionAreas).map(([area, operations]) => ({
  area: area as PermissionArea,
  deeds: operations.map((operation) => `${area}.${operation}` as Permission),
}));
/** The fixed permissions of the built-in administrators: everything else depends on them. */
const fixed: readonly string[] = [builtInRoles.administrators, builtInRoles.staff];

const isSame = (a: Draft, b: Draft): boolean =>
  a.branch === b.branch &&
  new Set(a.deeds).symmetricDifference(new Set(b.deeds)).size === 0 &&
  areas.every(([type]) => a.moduleTypes.includes(type) === b.moduleTypes.includes(type));

/** The administrative permissions of a role: a row for each area, a checkbox for each permission. */
export function RolePermissions({ role }: { role: RoleOnly }): ReactNode {
  const t = useText('identity.users');
  const may = usePermissions();
  const ofSite = [...sitePermissions].some(may);
  const [draft, setDraft] = useState<Draft>(role);
  const locked = !may('roles.edit') || (role.deeds.some((permission) => sitePermissions.has(permission)) && !ofSite);
  const isFixed = fixed.includes(role.stored);
  const limit = (branch: boolean): void =>
    setDraft({
      ...draft,
      branch,
      deeds: branch ? draft.deeds.filter((permission) => departmentScopePermissions.has(permission)) : draft.deeds,
    });
  return (
    <Stack gap={6}>
      <Stack as="section" gap={2} align="start">
        <Heading level={3} size="m">
          {t('opens')}
        </Heading>
        <Boxes
          label={t('opens')}
          options={areas.map(([value, key]) => ({ value, label: t(key) }))}
          value={draft.moduleTypes}
          disabled={locked}
          onChange={(moduleTypes) => setDraft({ ...draft, moduleTypes })}
        />
      </Stack>
      <Stack as="section" gap={2} align="start">
        <Heading level={3} size="m">
          {t('officeTitle')}
        </Heading>
        <Text as="p" tone="muted">
          {t(isFixed ? 'officeFixed' : 'officeHint')}
        </Text>
        {!isFixed && <ScopeSwitch value={draft.branch} disabled={locked || role.stored === builtInRoles.heads} onChange={limit} />}
        <Matrix draft={draft} disabled={locked || isFixed} ofSite={ofSite} onChange={(deeds) => setDraft({ ...draft, deeds })} />
      </Stack>
      {!locked && <Foot role={role} draft={draft} fixed={isFixed} discard={() => setDraft(role)} />}
    </Stack>
  );
}

interface MatrixProps {
  draft: Draft;
  disabled: boolean;
  /** Whether the user has site permissions; otherwise they are shown only where the role has some. */
  ofSite: boolean;
  onChange: (deeds: Permission[]) => void;
}

function Matrix({ draft, disabled, ofSite, onChange }: MatrixProps): ReactNode {
  const t = useText('identity.permissions');
  const isShown = (permission: Permission): boolean =>
    (!draft.branch || departmentScopePermissions.has(permission)) &&
    (ofSite || !sitePermissions.has(permission) || draft.deeds.includes(permission));
  return (
    <table className={styles.matrix}>
      <tbody>
        {rows
          .map(({ area, deeds }) => ({ area, deeds: deeds.filter(isShown) }))
          .filter(({ deeds }) => deeds.length > 0)
          .map(({ area, deeds }) => (
            <tr key={area}>
              <th scope="row">{t(areaKeys[area])}</th>
              <td>
                <Boxes
                  label={t(areaKeys[area])}
                  options={deeds.map((permission) => ({ value: permission, label: t(permissionKeys[permission]) }))}
                  value={draft.deeds}
                  disabled={disabled}
                  onChange={(chosen) => onChange([...draft.deeds.filter((permission) => !deeds.includes(permission)), ...chosen])}
                />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

interface FootProps {
  role: RoleOnly;
  draft: Draft;
  fixed: boolean;
  discard: () => void;
}

function Foot({ role, draft, fixed: isFixed, discard }: FootProps): ReactNode {
  const t = useText('identity.users');
  const update = useCallMutation(people.updateRole, { refresh: [people.roles, people.users] });
  const unchanged = isSame(draft, role);
  const save = async (): Promise<void> => {
    const { moduleTypes, deeds, branch } = draft;
    await update.mutateAsync({ id: role.id, moduleTypes, ...(!isFixed && { deeds, branch }) });
    notice.success(t('roleSaved', { name: role.name }));
  };
  return (
    <PageFoot justify="end">
      <Button disabled={unchanged} onClick={discard}>
        {t('discard')}
      </Button>
      <Button type="primary" disabled={unchanged} loading={update.isPending} onClick={() => void save().catch(() => undefined)}>
        {t('save')}
      </Button>
    </PageFoot>
  );
}

interface BoxesProps<V> {
  label: string;
  options: { value: V; label: string }[];
  value: V[];
  disabled: boolean;
  onChange: (chosen: V[]) => void;
}

function Boxes<V extends string | number>({ label, options, value, disabled, onChange }: BoxesProps<V>): ReactNode {
  const shown = options.map((option) => option.value);
  return (
    <Checkbox.Group<V>
      className={styles.boxes ?? ''}
      role="group"
      aria-label={label}
      options={options}
      value={value.filter((one) => shown.includes(one))}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

function ScopeSwitch({ value, disabled, onChange }: { value: boolean; disabled: boolean; onChange: (on: boolean) => void }): ReactNode {
  const t = useText('identity.users');
  const id = useId();
  return (
    <Row as="label" gap={2} htmlFor={id}>
      <Switch id={id} size="small" checked={value} disabled={disabled} onChange={onChange} />
      <span>{t('officeBranch')}</span>
    </Row>
  );
}

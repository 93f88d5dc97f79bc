import { branchDeeds, type Deed, type DeedArea, deedAreas, siteDeeds } from '@dossier/contract/deeds';
import { builtInRoles, people } from '@dossier/contract/people';
import { module } from '@dossier/contract/rights';
import { Button, Checkbox, Switch } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { isSiteAdmin, useCurrentUser } from '../session/current-user.ts';
import { useMay } from '../session/roles.ts';
import { areaKeys, deedKeys } from './office-words.ts';
import styles from './role-office.module.css';
import type { Keys } from './text/cn.ts';
import type { Circle } from './use-circles.ts';

type RoleCircle = Extract<Circle, { kind: 'role' }>;

interface Draft {
  moduleTypes: number[];
  deeds: Deed[];
  branch: boolean;
}

const areas: [number, Keys][] = [
  [module.home, 'areaHome'],
  [module.enterprise, 'areaEnterprise'],
  [module.my, 'areaMy'],
  [module.system, 'areaSystem'],
];
const rows = Object.entries(deedAreas).map(([area, ways]) => ({
  area: area as DeedArea,
  deeds: ways.map((way) => `${area}.${way}` as Deed),
}));
/** What these let do belongs to them: everything else hangs on it. */
const fixed: readonly string[] = [builtInRoles.administrators, builtInRoles.staff];

const isSame = (a: Draft, b: Draft): boolean =>
  a.branch === b.branch &&
  new Set(a.deeds).symmetricDifference(new Set(b.deeds)).size === 0 &&
  areas.every(([type]) => a.moduleTypes.includes(type) === b.moduleTypes.includes(type));

/** What a role lets do: a row for each area of administration, a box for each deed in it. */
export function RoleOffice({ role }: { role: RoleCircle }): ReactNode {
  const t = useText('people');
  const may = useMay();
  const ofSite = isSiteAdmin(useCurrentUser());
  const [draft, setDraft] = useState<Draft>(role);
  const update = useSend(people.updateRole, { refresh: [people.roles, people.users] });
  const locked = !may('roles.edit') || (role.deeds.some((deed) => siteDeeds.has(deed)) && !ofSite);
  const deedsLocked = locked || fixed.includes(role.stored);
  const save = async (): Promise<void> => {
    const { moduleTypes, deeds, branch } = draft;
    await update.mutateAsync({ id: role.id, moduleTypes, ...(!deedsLocked && { deeds, branch }) });
    notice.success(t('roleSaved', { name: role.name }));
  };
  const limit = (branch: boolean): void =>
    setDraft({ ...draft, branch, deeds: branch ? draft.deeds.filter((deed) => branchDeeds.has(deed)) : draft.deeds });
  return (
    <div className={styles.office}>
      <section className={styles.part}>
        <h3>{t('opens')}</h3>
        <Boxes
          label={t('opens')}
          options={areas.map(([value, key]) => ({ value, label: t(key) }))}
          value={draft.moduleTypes}
          disabled={locked}
          onChange={(moduleTypes) => setDraft({ ...draft, moduleTypes })}
        />
      </section>
      <section className={styles.part}>
        <h3>{t('officeTitle')}</h3>
        <p className={styles.hint}>{t(fixed.includes(role.stored) ? 'officeFixed' : 'officeHint')}</p>
        {!fixed.includes(role.stored) && (
          <BranchSwitch value={draft.branch} disabled={deedsLocked || role.stored === builtInRoles.heads} onChange={limit} />
        )}
        <table className={styles.matrix}>
          <tbody>
            {rows.map(({ area, deeds }) => {
              const usable = deeds.filter(
                (deed) => (!draft.branch || branchDeeds.has(deed)) && (ofSite || !siteDeeds.has(deed) || draft.deeds.includes(deed)),
              );
              if (usable.length === 0) return null;
              return (
                <tr key={area}>
                  <th scope="row">{t(areaKeys[area])}</th>
                  <td>
                    <Boxes
                      label={t(areaKeys[area])}
                      options={usable.map((deed) => ({ value: deed, label: t(deedKeys[deed]) }))}
                      value={draft.deeds}
                      disabled={deedsLocked}
                      onChange={(chosen) =>
                        setDraft({ ...draft, deeds: [...draft.deeds.filter((deed) => !deeds.includes(deed)), ...chosen] })
                      }
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {!locked && (
        <footer className={styles.foot} data-dirty={!isSame(draft, role) || undefined}>
          <Button disabled={isSame(draft, role)} onClick={() => setDraft(role)}>
            {t('discard')}
          </Button>
          <Button
            type="primary"
            disabled={isSame(draft, role)}
            loading={update.isPending}
            onClick={() => void save().catch(() => undefined)}
          >
            {t('save')}
          </Button>
        </footer>
      )}
    </div>
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

function BranchSwitch({ value, disabled, onChange }: { value: boolean; disabled: boolean; onChange: (on: boolean) => void }): ReactNode {
  const t = useText('people');
  const id = useId();
  return (
    <label htmlFor={id} className={styles.switch}>
      <Switch id={id} size="small" checked={value} disabled={disabled} onChange={onChange} />
      <span>{t('officeBranch')}</span>
    </label>
  );
}

import { branchDeeds, type Deed, type DeedArea, deedAreas, siteDeeds } from '@dossier/contract/deeds';
import { builtInRoles, people } from '@dossier/contract/people';
import { module } from '@dossier/contract/rights';
import { Button, Checkbox, Switch } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { useMay } from '../../ground/office.ts';
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
  [module.categories, 'areaCategories'],
  [module.flows, 'areaFlows'],
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
  const ofSite = [...siteDeeds].some(may);
  const [draft, setDraft] = useState<Draft>(role);
  const locked = !may('roles.edit') || (role.deeds.some((deed) => siteDeeds.has(deed)) && !ofSite);
  const isFixed = fixed.includes(role.stored);
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
        <p className={styles.hint}>{t(isFixed ? 'officeFixed' : 'officeHint')}</p>
        {!isFixed && <BranchSwitch value={draft.branch} disabled={locked || role.stored === builtInRoles.heads} onChange={limit} />}
        <Matrix draft={draft} disabled={locked || isFixed} ofSite={ofSite} onChange={(deeds) => setDraft({ ...draft, deeds })} />
      </section>
      {!locked && <Foot role={role} draft={draft} fixed={isFixed} discard={() => setDraft(role)} />}
    </div>
  );
}

interface MatrixProps {
  draft: Draft;
  disabled: boolean;
  /** The deeds of the site are shown to whom it belongs, and where somebody has them. */
  ofSite: boolean;
  onChange: (deeds: Deed[]) => void;
}

function Matrix({ draft, disabled, ofSite, onChange }: MatrixProps): ReactNode {
  const t = useText('circles');
  const isShown = (deed: Deed): boolean =>
    (!draft.branch || branchDeeds.has(deed)) && (ofSite || !siteDeeds.has(deed) || draft.deeds.includes(deed));
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
                  options={deeds.map((deed) => ({ value: deed, label: t(deedKeys[deed]) }))}
                  value={draft.deeds}
                  disabled={disabled}
                  onChange={(chosen) => onChange([...draft.deeds.filter((deed) => !deeds.includes(deed)), ...chosen])}
                />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

interface FootProps {
  role: RoleCircle;
  draft: Draft;
  fixed: boolean;
  discard: () => void;
}

function Foot({ role, draft, fixed: isFixed, discard }: FootProps): ReactNode {
  const t = useText('people');
  const update = useSend(people.updateRole, { refresh: [people.roles, people.users] });
  const unchanged = isSame(draft, role);
  const save = async (): Promise<void> => {
    const { moduleTypes, deeds, branch } = draft;
    await update.mutateAsync({ id: role.id, moduleTypes, ...(!isFixed && { deeds, branch }) });
    notice.success(t('roleSaved', { name: role.name }));
  };
  return (
    <footer className={styles.foot}>
      <Button disabled={unchanged} onClick={discard}>
        {t('discard')}
      </Button>
      <Button type="primary" disabled={unchanged} loading={update.isPending} onClick={() => void save().catch(() => undefined)}>
        {t('save')}
      </Button>
    </footer>
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

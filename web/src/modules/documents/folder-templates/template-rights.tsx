import { DeleteOutlined } from '@ant-design/icons';
import { type Reach, level } from '@dossier/contract/core/rights';
import { type TemplateFolder, type TemplateRight, mostOfTemplates, templates } from '@dossier/contract/documents/folder-templates';
import type { Principal } from '@dossier/contract/identity/users';
import { Button, Switch, Tag } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { Hint } from '../../../platform/ui/hint.tsx';
import { DividedList, Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import { GrantableSelect, InheritanceScopeSelect, LevelSelect } from '../../access/grant-fields.tsx';
import { PrincipalIcon, PrincipalSelect } from '../../access/principal-select.tsx';
import { usePrincipalName } from '../../identity/role-names.ts';
import styles from './templates.module.css';
import { refreshTemplate } from './use-template-folders.tsx';

/** A template grant as input, without the fields for display only. */
type TemplateRightTerms = Omit<TemplateRight, 'granteeName' | 'gone'>;

/** Actions on the grants of a template folder; each change is saved at once. */
interface TemplateRightsActions {
  busy: boolean;
  inherit: (inherit: boolean) => void;
  /** Returns whether it was saved. */
  add: (right: TemplateRightTerms) => Promise<boolean>;
  change: (right: TemplateRight, terms: Partial<TemplateRightTerms>) => void;
  remove: (right: TemplateRight) => void;
}

const isSame = (candidate: TemplateRightTerms, other: TemplateRightTerms): boolean =>
  candidate.granteeType === other.granteeType && candidate.granteeId === other.granteeId && candidate.reach === other.reach;
const termsOf = ({ granteeType, granteeId, level: bits, handOn, reach, days }: TemplateRightTerms): TemplateRightTerms => ({
  granteeType,
  granteeId,
  level: bits,
  reach,
  ...(handOn !== undefined && { handOn }),
  ...(days !== undefined && { days }),
});

function useTemplateRights({ id, inherit, rights }: TemplateFolder): TemplateRightsActions {
  const t = useText('documents.folder-templates');
  const [busy, setBusy] = useState(false);
  const send = async (next: { inherit?: boolean; rights?: TemplateRightTerms[] }): Promise<boolean> => {
    setBusy(true);
    try {
      await call(templates.setRights, { id, inherit: next.inherit ?? inherit, grants: (next.rights ?? rights).map(termsOf) });
      await refreshTemplate();
      return true;
    } catch {
      // The refusal has been shown; the grants stay unchanged.
      return false;
    } finally {
      setBusy(false);
    }
  };
  const remove = async (right: TemplateRight): Promise<void> => {
    if (!(await send({ rights: rights.filter((candidate) => !isSame(candidate, right)) }))) return;
    const run = (): void => void send({ rights });
    notice.undo(t('rightRemoved', { name: right.granteeName }), { label: t('undo'), about: [id], run });
  };
  return {
    busy,
    inherit: (next) => void send({ inherit: next }),
    add: (right) => send({ rights: [...rights.filter((candidate) => !isSame(candidate, right)), right] }),
    change: (right, terms) =>
      void send({ rights: rights.map((candidate) => (isSame(candidate, right) ? { ...candidate, ...terms } : candidate)) }),
    remove: (right) => void remove(right),
  };
}

const longest = 36_500;

/** The validity of a grant in days from the creation of the folder; empty for no deadline. Committed on blur or Enter. */
function DaysField({ value, onChange }: { value: number | undefined; onChange: (days: number | undefined) => void }): ReactNode {
  const t = useText('documents.folder-templates');
  const [typed, setTyped] = useState<number | null>(value ?? null);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value ?? null);
  }
  const take = (): void => {
    if ((typed ?? undefined) !== value) onChange(typed ?? undefined);
  };
  return (
    <NumberInput<number>
      className={styles.days ?? ''}
      min={1}
      max={longest}
      precision={0}
      changeOnWheel={false}
      aria-label={t('days')}
      title={t('daysHint')}
      placeholder={t('forGood')}
      suffix={typed === null ? undefined : t('daysSign')}
      value={typed}
      onChange={setTyped}
      onBlur={take}
      onPressEnter={take}
    />
  );
}

/** Adds a grant; `full`: the limit is reached. */
function AddRight({ rights, full }: { rights: TemplateRightsActions; full: number }): ReactNode {
  const t = useText('documents.folder-templates');
  const [grantee, setGrantee] = useState<Principal>();
  const [bits, setBits] = useState<number>(level.view);
  const [handOn, setHandOn] = useState<number>();
  const [reach, setReach] = useState<Reach>('all');
  const [days, setDays] = useState<number>();
  if (full >= mostOfTemplates.rights) return <Hint>{t('rightsFull', { count: mostOfTemplates.rights })}</Hint>;
  const add = async (): Promise<void> => {
    if (grantee === undefined) return;
    const terms = { granteeType: grantee.type, granteeId: grantee.id, level: bits, reach };
    if (!(await rights.add({ ...terms, ...(handOn !== undefined && { handOn }), ...(days !== undefined && { days }) }))) return;
    setGrantee(undefined);
    setDays(undefined);
  };
  const choose = (next: number): void => {
    setBits(next);
    setHandOn(undefined);
  };
  return (
    <Row gap={2} wrap className={styles.grants} role="group" aria-label={t('addRight')}>
      <PrincipalSelect value={grantee} onChange={setGrantee} label={t('whom')} />
      <LevelSelect value={bits} mine={level.full} onChange={choose} />
      <GrantableSelect given={bits} mayGive={level.full} capped={false} value={handOn} onChange={setHandOn} />
      <InheritanceScopeSelect value={reach} onChange={setReach} />
      <DaysField value={days} onChange={setDays} />
      <Button type="primary" disabled={grantee === undefined} loading={rights.busy} onClick={() => void add()}>
        {t('add')}
      </Button>
    </Row>
  );
}

/** A grant of a template folder, editable and removable. */
function RightRow({ right, rights }: { right: TemplateRight; rights: TemplateRightsActions }): ReactNode {
  const t = useText('documents.folder-templates');
  const granteeName = usePrincipalName();
  const name = granteeName(right.granteeType, right.granteeName);
  return (
    <Row as="li" gap={2} wrap className={styles.grant} aria-busy={rights.busy}>
      <Row as="span" gap={2} className={styles.grantee} data-gone={right.gone || undefined}>
        <PrincipalIcon type={right.granteeType} />
        <Text truncate title={name}>
          {name}
        </Text>
        {right.gone && (
          <Tag color="warning" title={t('goneHint')}>
            {t('gone')}
          </Tag>
        )}
      </Row>
      <LevelSelect
        value={right.level}
        mine={level.full}
        disabled={rights.busy}
        onChange={(next) => rights.change(right, { level: next, handOn: undefined })}
      />
      <GrantableSelect
        given={right.level}
        mayGive={level.full}
        capped={false}
        value={right.handOn}
        disabled={rights.busy}
        onChange={(handOn) => rights.change(right, { handOn })}
      />
      <InheritanceScopeSelect value={right.reach} onChange={(reach) => rights.change(right, { reach })} />
      <DaysField value={right.days} onChange={(days) => rights.change(right, { days })} />
      <Button
        type="text"
        danger
        icon={<DeleteOutlined />}
        disabled={rights.busy}
        aria-label={t('removeRight', { name })}
        title={t('removeRight', { name })}
        onClick={() => rights.remove(right)}
      />
    </Row>
  );
}

interface FolderRightsProps {
  folder: TemplateFolder;
  /** The names from the top down to it; empty for the root. */
  way: string[];
}

/** The rights that a folder of a template will get. */
export function FolderRights({ folder, way }: FolderRightsProps): ReactNode {
  const t = useText('documents.folder-templates');
  const rights = useTemplateRights(folder);
  const label = useId();
  const top = folder.parentId === undefined;
  const keyOf = (candidate: TemplateRight): string => `${candidate.granteeType} ${candidate.granteeId} ${candidate.reach}`;
  return (
    <Stack as="section" gap={2} grow scroll className={styles.rights} aria-label={t('rights')}>
      <Heading level={2} size="l" truncate title={way.join('/')}>
        {top ? t('topFolder') : folder.name}
      </Heading>
      {(top || way.length > 1) && <Hint>{top ? t('topHint') : way.join(' / ')}</Hint>}
      <Row as="label" gap={2} id={label}>
        <Switch
          size="small"
          aria-labelledby={label}
          checked={folder.inherit}
          loading={rights.busy}
          onChange={(inherit) => rights.inherit(inherit)}
        />
        {t('inherit')}
      </Row>
      {!folder.inherit && <Hint>{t('inheritsNothingHint')}</Hint>}
      <Heading level={3}>{t('rightsThen')}</Heading>
      {folder.rights.length === 0 ? (
        <Hint>{t(folder.inherit ? 'noRights' : 'noRightsClosed')}</Hint>
      ) : (
        <DividedList className={styles.grants}>
          {folder.rights.map((candidate) => (
            <RightRow key={keyOf(candidate)} right={candidate} rights={rights} />
          ))}
        </DividedList>
      )}
      <AddRight rights={rights} full={folder.rights.length} />
    </Stack>
  );
}

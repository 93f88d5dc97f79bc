import { ReloadOutlined } from '@ant-design/icons';
import type { Principal } from '@dossier/contract/identity/users';
import { type ShareRules, maxRecipients, sharePassword, unlimited } from '@dossier/contract/sharing/share-shapes';
import { Button, Checkbox, DatePicker, Input, Segmented, Select, Tag } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useId, useState } from 'react';
import { joinedNames, useText } from '../../../platform/i18n.ts';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import { PrincipalIcon, PrincipalSelect } from '../../access/principal-select.tsx';
import { type ShareBox, type ShareDraft, endIn, isRecipient, isUploadOnly, makePassword, withPermission } from './share-draft.ts';
import styles from './shares.module.css';

interface AddressFieldProps {
  label: string;
  value: string[];
  onChange: (value: string[]) => void;
  /** Whether an entry is valid; others are listed below the field. */
  accepts: (text: string) => boolean;
  /** The error text for invalid entries. */
  wrong: (list: string) => string;
  /** The server's refusal. */
  refused?: string | undefined;
}

/** A list of addresses, typed or pasted; invalid ones are reported. */
export function AddressField({ label, value, onChange, accepts, wrong, refused }: AddressFieldProps): ReactNode {
  const id = useId();
  const others = value.filter((text) => !accepts(text));
  const words = others.length > 0 ? wrong(joinedNames(others)) : refused;
  return (
    <>
      <Select
        mode="tags"
        aria-label={label}
        placeholder={label}
        value={value}
        tokenSeparators={[',', ';', ' ', '，', '；']}
        maxCount={maxRecipients}
        open={false}
        suffixIcon={null}
        {...(words !== undefined && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': id })}
        onChange={(texts: string[]) => onChange(texts.map((one) => one.trim()).filter(Boolean))}
      />
      {words !== undefined && (
        <Text as="p" size="s" tone="danger" id={id} role="alert">
          {words}
        </Text>
      )}
    </>
  );
}

interface RecipientsFieldProps {
  draft: ShareDraft;
  change: (changes: Partial<ShareDraft>) => void;
  rules: ShareRules;
}

/** The recipients of a share: verified addresses, domains, colleagues; empty for anyone with the link. */
function RecipientsField({ draft, change, rules }: RecipientsFieldProps): ReactNode {
  const t = useText('sharing.links');
  const isOpen = draft.recipients.length === 0 && draft.colleagues.length === 0;
  return (
    <Stack gap={2} className={styles.permissions}>
      {rules.external && rules.mail && (
        <AddressField
          label={t('addresses')}
          value={draft.recipients}
          accepts={isRecipient}
          wrong={(list) => t('noAddress', { list })}
          onChange={(recipients) => change({ recipients })}
        />
      )}
      {rules.external && !rules.mail && <Hint>{t('noMailHint')}</Hint>}
      <Colleagues list={draft.colleagues} change={(colleagues) => change({ colleagues })} />
      <Hint>{hint()}</Hint>
    </Stack>
  );

  function hint(): string {
    if (!isOpen) return draft.recipients.length > 0 ? t('provenHint') : t('colleaguesHint');
    return rules.external ? t('everybodyHint') : t('onlyColleagues');
  }
}

function Colleagues({ list, change }: { list: Principal[]; change: (list: Principal[]) => void }): ReactNode {
  const t = useText('sharing.links');
  const [chosen, setChosen] = useState(0);
  const add = (grantee: Principal | undefined): void => {
    if (grantee === undefined || grantee.type === 'role') return;
    setChosen(chosen + 1);
    change([...list.filter((one) => one.id !== grantee.id || one.type !== grantee.type), grantee]);
  };
  return (
    <>
      {/* a new field after each choice, as the choices are listed below */}
      <Row>
        <PrincipalSelect key={chosen} value={undefined} onChange={add} label={t('colleagues')} />
      </Row>
      {list.length > 0 && (
        <Row gap={2} wrap>
          {list.map((one) => (
            <Tag key={`${one.type} ${one.id}`} closable onClose={() => change(list.filter((other) => other !== one))}>
              <PrincipalIcon type={one.type} /> {one.name}
            </Tag>
          ))}
        </Row>
      )}
    </>
  );
}

/** The permissions that the user could grant by a share. */
export interface OfferedPermissions {
  download: boolean;
  print: boolean;
  upload: boolean;
  edit: boolean;
}

interface PermissionsFieldProps {
  draft: ShareDraft;
  change: (changes: Partial<ShareDraft>) => void;
  may: OfferedPermissions;
}

/** The permissions of visitors. An upload-only share excludes all others. */
function PermissionsField({ draft, change, may, rules }: PermissionsFieldProps & Pick<ShareFormProps, 'rules'>): ReactNode {
  const t = useText('sharing.links');
  const isCollecting = isUploadOnly(draft);
  const mayFetch = draft.allowDownload && !isCollecting;
  const mayPrint = draft.allowPrint && !isCollecting;
  // who edits online has the file, whatever number is given
  const hasAll = draft.allowEdit && !draft.downloadLimit;
  const box = (field: ShareBox): ReactNode => {
    const isOff = isCollecting && field !== 'allowUpload' && field !== 'onlyUpload';
    return (
      <Checkbox
        checked={draft[field] && !isOff}
        disabled={isOff}
        onChange={(event) => change(withPermission(field, event.target.checked, may.download))}
      >
        {t(field)}
      </Checkbox>
    );
  };
  return (
    <>
      <Checkbox checked={!isCollecting} disabled>
        {t('allowView')}
      </Checkbox>
      {may.download && (
        <Row as="span" gap={2} wrap>
          {box('allowDownload')}
          {mayFetch && !hasAll && <LimitField {...{ draft, change }} field="downloadLimit" label={t('mostDownloads')} />}
          {mayFetch && hasAll && (
            <Text size="s" tone="muted">
              {t('editedTimes', { count: unlimited })}
            </Text>
          )}
        </Row>
      )}
      {may.print && (
        <Row as="span" gap={2} wrap>
          {box('allowPrint')}
          {mayPrint && <LimitField {...{ draft, change }} field="printLimit" label={t('mostPrints')} />}
        </Row>
      )}
      {may.upload && box('allowUpload')}
      {may.upload && draft.allowUpload && <span className={styles.under}>{box('onlyUpload')}</span>}
      {may.edit && box('allowEdit')}
      {may.edit && draft.allowEdit && !isCollecting && <EditHint draft={draft} rules={rules} />}
      {box('allowComment')}
      {draft.allowComment && !isCollecting && <Hint>{t(canBeProven(draft, rules) ? 'commentNameHint' : 'commentNoMailHint')}</Hint>}
    </>
  );
}

/** Whether those who open the link can prove a name: by an account, or by a code, which takes mail. */
const canBeProven = (draft: ShareDraft, rules: ShareRules): boolean =>
  rules.mail || draft.recipients.length > 0 || draft.colleagues.length > 0;

/** What else it takes to edit online, beyond sending new versions. */
function EditHint({ draft, rules }: { draft: ShareDraft; rules: ShareRules }): ReactNode {
  const t = useText('sharing.links');
  if (!draft.allowDownload || draft.watermark || (draft.downloadLimit ?? 0) > 0) return <Hint>{t('editHint')}</Hint>;
  return <Hint>{t(canBeProven(draft, rules) ? 'editNameHint' : 'editNoMailHint')}</Hint>;
}

interface LimitProps extends Omit<PermissionsFieldProps, 'may'> {
  field: 'downloadLimit' | 'printLimit';
  label: string;
}

/** A limit for all visitors together. */
function LimitField({ draft, change, field, label }: LimitProps): ReactNode {
  const t = useText('sharing.links');
  return (
    <>
      <NumberInput
        size="small"
        controls={false}
        className={styles.number ?? ''}
        min={1}
        max={unlimited}
        precision={0}
        aria-label={label}
        placeholder={String(unlimited)}
        value={draft[field]}
        onChange={(value) => change({ [field]: value })}
      />
      <Text size="s" tone="muted">
        {t('timesTogether', { count: unlimited })}
      </Text>
    </>
  );
}

interface ShareFormProps {
  draft: ShareDraft;
  change: (changes: Partial<ShareDraft>) => void;
  may: OfferedPermissions;
  /** Whether audio or video is shared, or may be. */
  mayPlay: boolean;
  rules: ShareRules;
  /** Whether a password is already set. */
  kept?: boolean;
}

/** The terms of a share: name, password, deadline, permissions and recipients. */
export function ShareForm(props: ShareFormProps): ReactNode {
  const t = useText('sharing.links');
  const { draft, change, may, mayPlay, rules } = props;
  const name = useId();
  const isCollecting = isUploadOnly(draft);
  const isLimited = !isCollecting && draft.allowDownload && (draft.downloadLimit ?? 0) > 0;
  return (
    <div className={styles.form}>
      <label htmlFor={name}>{t('name')}</label>
      <Input id={name} autoFocus value={draft.name} maxLength={200} onChange={(event) => change({ name: event.target.value })} />
      <PasswordField {...props} />
      <ValidityField {...props} />
      <span>{t('lets')}</span>
      <Stack gap={2} className={styles.permissions}>
        <PermissionsField {...{ draft, change, may, rules }} />
      </Stack>
      <span>{t('forWhom')}</span>
      <RecipientsField draft={draft} change={change} rules={rules} />
      <span />
      <Stack gap={2} className={styles.permissions}>
        {(may.download || may.print) && (
          <Checkbox
            checked={draft.watermark && !isCollecting}
            disabled={isCollecting}
            onChange={(event) => change({ watermark: event.target.checked })}
          >
            {t('watermark')}
          </Checkbox>
        )}
        {!draft.watermark && isLimited && <Hint>{t('pictureHint')}</Hint>}
        {mayPlay && !isCollecting && (draft.watermark || !draft.allowDownload) && <Hint>{t('playedHint')}</Hint>}
        <Checkbox checked={draft.notice} onChange={(event) => change({ notice: event.target.checked })}>
          {t('notice')}
        </Checkbox>
      </Stack>
    </div>
  );
}

function PasswordField({ draft, change, kept, rules }: ShareFormProps): ReactNode {
  const t = useText('sharing.links');
  const id = useId();
  const length = useId();
  const isNeeded = rules.forcePassword ? t('passwordNeeded') : t('noPassword');
  const isShort = draft.password !== undefined && draft.password !== '' && draft.password.length < sharePassword.least;
  return (
    <>
      <label htmlFor={id}>{t('password')}</label>
      <Row gap={2} wrap className={styles.line}>
        <Input
          id={id}
          value={draft.password ?? ''}
          placeholder={kept && draft.password === undefined ? t('passwordKept') : isNeeded}
          maxLength={sharePassword.most}
          autoComplete="off"
          {...(isShort && { status: 'error', 'aria-invalid': true, 'aria-describedby': length })}
          onChange={(event) => change({ password: event.target.value })}
        />
        <Button
          icon={<ReloadOutlined />}
          aria-label={t('newPassword')}
          title={t('newPassword')}
          onClick={() => change({ password: makePassword() })}
        />
        {kept && draft.password === undefined && !rules.forcePassword && (
          <Button onClick={() => change({ password: '' })}>{t('removePassword')}</Button>
        )}
      </Row>
      {isShort && (
        <>
          <span />
          <Text as="p" size="s" tone="muted" id={length}>
            {t('passwordShort')}
          </Text>
        </>
      )}
    </>
  );
}

const presets = [1, 7, 30] as const;

function ValidityField({ draft, change, rules }: ShareFormProps): ReactNode {
  const t = useText('sharing.links');
  const longest = rules.longestDays;
  const chosen = presets.find((days) => draft.deadline === endIn(days));
  const allowed = presets.filter((days) => longest === 0 || days <= longest);
  return (
    <>
      <span>{t('validUntil')}</span>
      <Row gap={2} wrap className={styles.line}>
        <Segmented<number>
          aria-label={t('validUntil')}
          value={draft.deadline === null ? 0 : (chosen ?? -1)}
          options={[
            ...allowed.map((days) => ({ value: days, label: t('nDays', { count: days }) })),
            ...(longest === 0 ? [{ value: 0, label: t('forGood') }] : []),
          ]}
          onChange={(days) => change({ deadline: days === 0 ? null : endIn(days) })}
        />
        <DatePicker
          aria-label={t('lastDay')}
          placeholder={t('forGood')}
          allowClear={longest === 0}
          value={draft.deadline === null ? null : dayjs(draft.deadline)}
          minDate={dayjs()}
          {...(longest > 0 && { maxDate: dayjs().add(longest, 'day') })}
          onChange={(day) => change({ deadline: day === null || Array.isArray(day) ? null : day.endOf('day').toDate().toISOString() })}
        />
      </Row>
    </>
  );
}

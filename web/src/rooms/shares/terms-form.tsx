import { ReloadOutlined } from '@ant-design/icons';
import { sharePassword, type ShareRules } from '@dossier/contract/share-shapes';
import { Button, Checkbox, DatePicker, Input, Segmented } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useId } from 'react';
import { useText } from '../../ground/text.ts';
import { collects, type Draft, endIn } from './draft.ts';
import { type Allowable, LetsField } from './lets-field.tsx';
import { makePassword } from './make-password.ts';
import { RecipientsField } from './recipients-field.tsx';
import styles from './shares.module.css';

interface TermsProps {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  may: Allowable;
  /** Whether films or sounds are shared, or may be. */
  mayPlay: boolean;
  rules: ShareRules;
  /** A password that is kept already. */
  kept?: boolean;
}

/** The terms of a share: its name, password and end, what it lets visitors do, and whom it is for. */
export function TermsForm(props: TermsProps): ReactNode {
  const t = useText('shares');
  const { draft, change, may, mayPlay, rules } = props;
  const name = useId();
  const isCollecting = collects(draft);
  const isLimited = !isCollecting && draft.allowDownload && (draft.downloadLimit ?? 0) > 0;
  return (
    <div className={styles.form}>
      <label htmlFor={name}>{t('name')}</label>
      <Input id={name} autoFocus value={draft.name} maxLength={200} onChange={(event) => change({ name: event.target.value })} />
      <PasswordField {...props} />
      <ValidityField {...props} />
      <span>{t('lets')}</span>
      <div className={styles.lets}>
        <LetsField {...{ draft, change, may }} />
      </div>
      <span>{t('forWhom')}</span>
      <RecipientsField draft={draft} change={change} rules={rules} />
      <span />
      <div className={styles.lets}>
        {(may.download || may.print) && (
          <Checkbox
            checked={draft.watermark && !isCollecting}
            disabled={isCollecting}
            onChange={(event) => change({ watermark: event.target.checked })}
          >
            {t('watermark')}
          </Checkbox>
        )}
        {!draft.watermark && isLimited && <p className={styles.hint}>{t('pictureHint')}</p>}
        {mayPlay && !isCollecting && (draft.watermark || !draft.allowDownload) && <p className={styles.hint}>{t('playedHint')}</p>}
        <Checkbox checked={draft.notice} onChange={(event) => change({ notice: event.target.checked })}>
          {t('notice')}
        </Checkbox>
      </div>
    </div>
  );
}

function PasswordField({ draft, change, kept, rules }: TermsProps): ReactNode {
  const t = useText('shares');
  const id = useId();
  const length = useId();
  const isNeeded = rules.forcePassword ? t('passwordNeeded') : t('noPassword');
  const isShort = draft.password !== undefined && draft.password !== '' && draft.password.length < sharePassword.least;
  return (
    <>
      <label htmlFor={id}>{t('password')}</label>
      <div className={styles.line}>
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
      </div>
      {isShort && (
        <>
          <span />
          <p id={length} className={styles.hint}>
            {t('passwordShort')}
          </p>
        </>
      )}
    </>
  );
}

const presets = [1, 7, 30] as const;

function ValidityField({ draft, change, rules }: TermsProps): ReactNode {
  const t = useText('shares');
  const longest = rules.longestDays;
  const chosen = presets.find((days) => draft.deadline === endIn(days));
  const allowed = presets.filter((days) => longest === 0 || days <= longest);
  return (
    <>
      <span>{t('validUntil')}</span>
      <div className={styles.line}>
        <Segmented<number>
          aria-label={t('validUntil')}
          value={draft.deadline === null ? 0 : (chosen ?? -1)}
          options={[
            ...allowed.map((days) => ({ value: days, label: t('nDays', { n: days }) })),
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
      </div>
    </>
  );
}

import { limits, type PersonQuota } from '@dossier/contract/limits';
import { Form, Radio } from 'antd';
import type { ReactNode } from 'react';
import { sizeText } from '../../ground/amounts.ts';
import { openDialog } from '../../ground/dialogs.ts';
import { notice } from '../../ground/notice.ts';
import { textOf, useLang, useText } from '../../ground/text.ts';
import { BytesInput } from '../../ground/ui/bytes-input.tsx';
import { useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import { Meter } from '../limits/meter.tsx';

/** Opens the dialog that sets what the own areas of people may hold. */
export function openQuota(people: readonly PersonQuota[], onDone: () => void = () => undefined): void {
  openDialog((close) => <QuotaDialog people={people} onDone={onDone} close={close} />);
}

interface QuotaDialogProps {
  people: readonly PersonQuota[];
  onDone: () => void;
  close: () => void;
}

function QuotaDialog({ people, onDone, close }: QuotaDialogProps): ReactNode {
  const t = useText('limits');
  const set = useSend(limits.setQuota, { refresh: [limits.quotas, limits.ownQuota] });
  const [first] = people;
  if (first === undefined) return null;
  const save = async ({ most }: { most: number | null }): Promise<void> => {
    await set.mutateAsync({ userIds: people.map(({ id }) => id), most: most ?? '' });
    notice.success(t('quotaSaved'));
    onDone();
  };
  const alone = people.length === 1;
  return (
    <AskDialog<{ most: number | null }>
      title={alone ? t('setQuotaOf', { name: first.fullName }) : t('setQuotaOfMany', { n: people.length })}
      ok={t('save')}
      initial={{ most: alone ? (first.most ?? null) : null }}
      save={save}
      close={close}
    >
      {alone && first.most !== undefined && <Meter quota={{ used: first.used, most: first.most }} label={t('ownArea')} />}
      <Form.Item name="most" label={t('quotaLabel')} extra={t('quotaHint')}>
        <BytesInput autoFocus />
      </Form.Item>
    </AskDialog>
  );
}

interface Default {
  /** What new people of the organisation start with; 0 without a limit, undefined as the site says. */
  own?: number | undefined;
  site?: number | undefined;
}

type Kind = 'site' | 'none' | 'own';

/** Opens the dialog that sets what new people start with. */
export function openDefaultQuota(now: Default): void {
  openDialog((close) => <DefaultDialog now={now} close={close} />);
}

function DefaultDialog({ now, close }: { now: Default; close: () => void }): ReactNode {
  const t = useText('limits');
  const language = useLang();
  const set = useSend(limits.setDefaultQuota, { refresh: [limits.defaultQuota] });
  const site = now.site === undefined ? textOf('limits')('withoutLimit') : sizeText(now.site, language);
  const save = async ({ kind, most }: { kind: Kind; most?: number | null }): Promise<void> => {
    await set.mutateAsync({ most: kind === 'site' ? '' : kind === 'none' ? 0 : (most ?? 0) });
    notice.success(t('quotaSaved'));
  };
  return (
    <AskDialog<{ kind: Kind; most: number | null }>
      title={t('newPeopleTitle')}
      ok={t('save')}
      initial={{ kind: now.own === undefined ? 'site' : now.own === 0 ? 'none' : 'own', most: now.own ? now.own : null }}
      save={save}
      close={close}
    >
      <Form.Item name="kind" extra={t('defaultHint')}>
        <Radio.Group
          aria-label={t('newPeopleTitle')}
          vertical
          options={[
            { value: 'site', label: t('asSite', { size: site }) },
            { value: 'none', label: t('withoutLimit') },
            { value: 'own', label: t('ownLimit') },
          ]}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['kind']}>
        {({ getFieldValue }) =>
          getFieldValue('kind') === 'own' && (
            <Form.Item name="most" label={t('quotaLabel')}>
              <BytesInput autoFocus />
            </Form.Item>
          )
        }
      </Form.Item>
    </AskDialog>
  );
}

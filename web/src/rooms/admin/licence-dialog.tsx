import { type Licence, limits } from '@dossier/contract/limits';
import { DatePicker, Form, InputNumber } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { BytesInput } from '../../ground/ui/bytes-input.tsx';
import { useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import styles from './limits.module.css';

const counted = ['people', 'guests', 'organisations'] as const;

type Given = Record<(typeof counted)[number] | 'bytes', number | null> & { ends: Dayjs | null };

/** Opens the dialog with what the licence allows. */
export function openLicence(licence: Licence): void {
  openDialog((close) => <LicenceDialog licence={licence} close={close} />);
}

function LicenceDialog({ licence, close }: { licence: Licence; close: () => void }): ReactNode {
  const t = useText('limits');
  const set = useSend(limits.setLicence, { refresh: [limits.licence] });
  const before = licence.ends === undefined ? null : dayjs(licence.ends);
  const save = async ({ ends, ...most }: Given): Promise<void> => {
    const limit = (amount: number | null | undefined): number | '' => amount ?? '';
    await set.mutateAsync({
      people: limit(most.people),
      guests: limit(most.guests),
      organisations: limit(most.organisations),
      bytes: limit(most.bytes),
      // a day that was left alone stays to the second
      ends: ends && before && ends.isSame(before, 'day') ? before.toISOString() : (ends?.endOf('day').toISOString() ?? ''),
    });
    notice.success(t('limitsSaved'));
  };
  const most = (kind: (typeof counted)[number] | 'bytes'): number | null => licence[kind].most ?? null;
  return (
    <AskDialog<Given>
      title={t('limitsTitle')}
      ok={t('save')}
      initial={{ people: most('people'), guests: most('guests'), organisations: most('organisations'), bytes: most('bytes'), ends: before }}
      save={save}
      close={close}
    >
      <p className={styles.ends}>{t('limitsHint')}</p>
      {counted.map((kind) => (
        <Form.Item key={kind} name={kind} label={t(`kind_${kind}`)}>
          <InputNumber min={0} max={10_000_000} precision={0} controls={false} placeholder={t('noLimitSet')} style={{ width: 150 }} />
        </Form.Item>
      ))}
      <Form.Item name="bytes" label={t('kind_bytes')}>
        <BytesInput />
      </Form.Item>
      <Form.Item name="ends" label={t('ends')} extra={t('lastDayHint')}>
        <DatePicker placeholder={t('never')} style={{ width: '100%' }} />
      </Form.Item>
    </AskDialog>
  );
}

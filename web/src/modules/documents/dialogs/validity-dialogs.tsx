import type { Item } from '@dossier/contract/documents/library';
import { validity } from '@dossier/contract/documents/validity';
import { DatePicker, Form } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactNode, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { refreshLists } from '../areas.ts';
import { type DateField, DateFields, dateValue, useExpiryWarning } from './validity-fields.tsx';

interface Values {
  validUntil?: Dayjs | null;
  reviewTime?: Dayjs | null;
}

/** The date that all of some documents have, if they have the same. */
function shared(items: readonly Item[], field: 'validUntil' | 'reviewTime'): Dayjs | null {
  const all = new Set(items.map((item) => item[field]));
  const [only] = all;
  return all.size === 1 && only !== undefined ? dayjs(only) : null;
}

/** The dates that are not the same in some documents. */
const differingDates = (items: readonly Item[]): ReadonlySet<DateField> =>
  new Set((['validUntil', 'reviewTime'] as const).filter((field) => new Set(items.map((item) => item[field])).size > 1));

function ValidityDialog({ items, close }: { items: Item[]; close: () => void }): ReactNode {
  const t = useText('documents.validity');
  const [initial] = useState(() => ({ validUntil: shared(items, 'validUntil'), reviewTime: shared(items, 'reviewTime') }));
  const [touched, setTouched] = useState<ReadonlySet<DateField>>(new Set());
  const [until, setUntil] = useState<Dayjs | null>();
  const warning = useExpiryWarning(items, until);
  const differing = new Set([...differingDates(items)].filter((field) => !touched.has(field)));
  const touch = (field: DateField, day: Dayjs | null): void => {
    setTouched((known) => new Set([...known, field]));
    if (field === 'validUntil') setUntil(day);
  };
  const save = async (values: Values): Promise<void> => {
    // a date that was not touched stays, also where the documents have different ones
    const changes = Object.fromEntries([...touched].map((field) => [field, dateValue(values[field])]));
    if (touched.size > 0) await call(validity.set, { objIds: items.map((item) => item.id), ...changes });
    await refreshLists();
    if (warning === undefined) notice.success(t('saved', { count: items.length }));
    else notice.warning(t('savedExpired', { count: items.length }));
  };
  const [first] = items;
  const title = items.length === 1 && first !== undefined ? t('titleOf', { name: first.name }) : t('titleOfMany', { count: items.length });
  return (
    <FormDialog<Values> title={title} ok={t('save')} initial={initial} save={save} close={close}>
      {differingDates(items).size > 0 && (
        <Text as="p" size="s" tone="muted" spaced>
          {t('differ')}
        </Text>
      )}
      <DateFields warning={warning} differing={differing} touch={touch} />
    </FormDialog>
  );
}

/** Sets until when documents are valid, and when they are to be reviewed. */
export const openValidity = (items: Item[]): void => openDialog((close) => <ValidityDialog items={items} close={close} />);

interface Review {
  next?: Dayjs | null;
}

function ReviewDialog({ item, close }: { item: Item; close: () => void }): ReactNode {
  const t = useText('documents.validity');
  const save = async ({ next }: Review): Promise<void> => {
    await call(validity.review, { id: item.id, reviewTime: dateValue(next) });
    await refreshLists();
    notice.success(t('reviewed', { name: item.name }));
  };
  return (
    <FormDialog<Review>
      title={t('reviewTitle', { name: item.name })}
      ok={t('confirmReview')}
      initial={{ next: dayjs().add(1, 'year') }}
      save={save}
      close={close}
    >
      <Text as="p" size="s" tone="muted" spaced>
        {t('reviewHint')}
      </Text>
      <Form.Item name="next" label={t('nextReview')}>
        <DatePicker style={{ width: '100%' }} placeholder={t('noReview')} disabledDate={(day) => day.isBefore(dayjs(), 'day')} />
      </Form.Item>
    </FormDialog>
  );
}

/** Records that a document was reviewed, and asks for the next time. */
export const openReview = (item: Item): void => openDialog((close) => <ReviewDialog item={item} close={close} />);

import { moduleType, objType } from '@dossier/contract/core/rights';
import type { OutputOf } from '@dossier/contract/core/route';
import { type Item, library } from '@dossier/contract/documents/library';
import { Checkbox, Form, Input, Modal, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactNode, Suspense, use, useId, useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { type TextOf, joinedNames, textOf, useText } from '../../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../../platform/item-actions.ts';
import { notice } from '../../../platform/notices.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { useCloseChanged } from '../../../platform/ui/close-changed.ts';
import { focusList } from '../../../platform/ui/data-table/list-focus.ts';
import { NumberInput } from '../../../platform/ui/number-input.tsx';
import { can, refreshLists } from '../areas.ts';
import { presentNew } from '../highlight.ts';
import { useGrantAccess } from '../owner-only.tsx';
import styles from './dialogs.module.css';
import { DateFields, dateValue, useExpiryWarning } from './validity-fields.tsx';

/** The editable properties of a cabinet, folder or document. */
export interface FolderValues {
  name: string;
  description?: string;
  sortNumber?: number;
  /** Of a cabinet: its documents may be commented on. */
  comments?: boolean;
  /** Of a cabinet: documents come into it by flows alone. */
  publishing?: boolean;
  /** Of a cabinet: who sees its expired documents. */
  expiredFor?: 'everybody' | 'modify' | 'manage';
  /** Of a document: the last day on which it is valid, and the day of its review. */
  validUntil?: Dayjs | null;
  reviewTime?: Dayjs | null;
}

const illegal = /[/\\:*?"<>|]/;

/** The fields of a cabinet, folder or document. */
export function FolderFields(): ReactNode {
  const t = useText('documents.library');
  return (
    <>
      <Form.Item
        name="name"
        label={t('name')}
        rules={[
          { required: true, whitespace: true, message: t('nameRequired') },
          {
            validator: (_, value: string) => (illegal.test(value ?? '') ? Promise.reject(new Error(t('nameIllegal'))) : Promise.resolve()),
          },
        ]}
      >
        <Input autoFocus maxLength={255} autoComplete="off" onFocus={(event) => event.target.select()} />
      </Form.Item>
      <Form.Item name="description" label={t('description')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </>
  );
}

/** The order among its neighbours, which few people set. */
function OrderField(): ReactNode {
  const t = useText('documents.library');
  return (
    <details className={styles.more}>
      <summary>{t('moreFacts')}</summary>
      <Form.Item name="sortNumber" label={t('sortNumber')} extra={t('sortNumberHint')}>
        <NumberInput min={0} max={999} precision={0} />
      </Form.Item>
    </details>
  );
}

/** Whether a cabinet of a shared area is a publishing one. */
function PublishingField(): ReactNode {
  const t = useText('documents.library');
  const hint = useId();
  return (
    <Form.Item name="publishing" valuePropName="checked" extra={<span id={hint}>{t('publishingHint')}</span>}>
      <Checkbox aria-describedby={hint}>{t('publishingCabinet')}</Checkbox>
    </Form.Item>
  );
}

/** Who sees the expired documents of a cabinet. */
function ExpiredForField(): ReactNode {
  const t = useText('documents.validity');
  const options = (['everybody', 'modify', 'manage'] as const).map((value) => ({ value, label: t(`expiredFor_${value}`) }));
  return (
    <Form.Item name="expiredFor" label={t('expiredFor')} extra={t('expiredForHint')}>
      <Select options={options} />
    </Form.Item>
  );
}

/** A date as it is sent, where it was changed. */
function changedDate<F extends 'validUntil' | 'reviewTime'>(
  item: Item,
  field: F,
  day: Dayjs | null | undefined,
): Partial<Record<F, string | null>> {
  const before = item[field] === undefined ? undefined : Date.parse(item[field]);
  if (day === undefined || day?.valueOf() === before) return {};
  return { [field]: dateValue(day) } as Record<F, string | null>;
}

/** The fields of the dialog as the item has them. */
const valuesOf = (item: Item): FolderValues => ({
  name: item.name,
  ...(item.description !== undefined && { description: item.description }),
  sortNumber: item.sortNumber,
  comments: item.commentsOff !== true,
  publishing: item.publishing === true,
  expiredFor: item.expiredFor ?? 'everybody',
  validUntil: item.validUntil === undefined ? null : dayjs(item.validUntil),
  reviewTime: item.reviewTime === undefined ? null : dayjs(item.reviewTime),
});

function EditDialog({ item, close }: { item: Item; close: () => void }): ReactNode {
  const t = useText('documents.library');
  const dateWords = useText('documents.validity');
  const [open, setOpen] = useState(true);
  const [form] = Form.useForm<FolderValues>();
  const update = useCallMutation(library.update);
  const closing = useCloseChanged(
    () => form.isFieldsTouched(),
    () => setOpen(false),
  );
  const until = Form.useWatch('validUntil', form);
  const isDateChanged = until !== undefined && until !== null && until.valueOf() !== Date.parse(item.validUntil ?? '');
  const warning = useExpiryWarning([item], isDateChanged ? until : undefined);
  const save = async () => {
    const { name, description, sortNumber, comments, publishing, expiredFor, ...dates } = await form.validateFields();
    await update.mutateAsync({
      id: item.id,
      name: name.trim(),
      description: description?.trim() ?? '',
      sortNumber: sortNumber ?? item.sortNumber,
      ...(comments !== undefined && comments === (item.commentsOff === true) && { commentsOff: !comments }),
      ...(publishing !== undefined && publishing !== (item.publishing === true) && { publishing }),
      ...(expiredFor !== undefined && expiredFor !== (item.expiredFor ?? 'everybody') && { expiredFor }),
      ...changedDate(item, 'validUntil', dates.validUntil),
      ...changedDate(item, 'reviewTime', dates.reviewTime),
    });
    await refreshLists();
    if (warning !== undefined) notice.warning(dateWords('savedExpired', { count: 1 }));
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('editTitle', { name: item.name })}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={update.isPending}
      onOk={() => void save().catch(() => undefined)}
      {...closing}
      afterClose={close}
      width={460}
    >
      <Form form={form} layout="vertical" initialValues={valuesOf(item)} onFinish={() => void save().catch(() => undefined)}>
        <FolderFields />
        {item.objType === objType.document && <DateFields warning={warning} />}
        {item.objType === objType.cabinet && can(item.rights, 'manage') && <ExpiredForField />}
        {item.objType === objType.cabinet && can(item.rights, 'manage') && (
          <Form.Item name="comments" valuePropName="checked">
            <Checkbox>{t('commentsAllowed')}</Checkbox>
          </Form.Item>
        )}
        {item.objType === objType.cabinet && item.moduleType !== moduleType.my && can(item.rights, 'manage') && <PublishingField />}
        <OrderField />
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}

/** Changes the name, description and order of an item. */
export function openEdit(item: Item): void {
  openDialog((close) => <EditDialog item={item} close={close} />);
}

/** The parent of a new one: a cabinet goes into an area, a folder into a folder. */
export type NewFolderTarget = { moduleType: number } | { parentId: string };

const firstOrder = 99;

/** Creates a cabinet or folder; returns its id. */
function useCreate(place: NewFolderTarget) {
  const t = useText('documents.library');
  const cabinet = useCallMutation(library.createCabinet);
  const folder = useCallMutation(library.createFolder);
  const make = async ({ templateId, ...values }: FolderValues & { templateId: string | undefined }): Promise<string> => {
    const description = values.description?.trim();
    const input = { ...values, name: values.name.trim(), description: description === '' ? undefined : description };
    if ('moduleType' in place) return (await cabinet.mutateAsync({ ...input, moduleType: place.moduleType })).id;
    const from = templateId === undefined ? {} : { templateId };
    const { id, notGiven } = await folder.mutateAsync({ ...input, ...from, parentId: place.parentId });
    if (notGiven !== undefined) notice.warning(notGivenWords(t, notGiven));
    return id;
  };
  return { make, making: cabinet.isPending || folder.isPending };
}

function NewFolderDialog({ place, close }: { place: NewFolderTarget; close: () => void }): ReactNode {
  const t = useText('documents.library');
  const [open, setOpen] = useState(true);
  const [form] = Form.useForm<FolderValues>();
  const { make, making } = useCreate(place);
  const { newFolder: MadeFrom } = use(ItemExtensionsContext);
  const grantAccess = useGrantAccess();
  const [templateId, setTemplateId] = useState<string>();
  const isMade = useRef(false);
  const closing = useCloseChanged(
    () => form.isFieldsTouched() || templateId !== undefined,
    () => setOpen(false),
  );
  const create = async () => {
    const id = await make({ ...(await form.validateFields()), templateId });
    await refreshLists();
    presentNew([id]);
    if ('moduleType' in place && place.moduleType !== moduleType.my) tellOwnerOnly(id, grantAccess);
    isMade.current = true;
    setOpen(false);
  };
  const leave = (): void => {
    close();
    // the new item gets the focus, whatever opened the dialog
    if (isMade.current) requestAnimationFrame(focusList);
  };
  return (
    <Modal
      open={open}
      title={t('moduleType' in place ? 'newCabinet' : 'newFolder')}
      okText={t('create')}
      cancelText={t('cancel')}
      confirmLoading={making}
      onOk={() => void create().catch(() => undefined)}
      {...closing}
      afterClose={leave}
      width={460}
    >
      <Form form={form} layout="vertical" initialValues={{ sortNumber: firstOrder }} onFinish={() => void create().catch(() => undefined)}>
        <FolderFields />
        {'moduleType' in place && place.moduleType !== moduleType.my && <PublishingField />}
        {'parentId' in place && MadeFrom !== undefined && (
          <Suspense fallback={null}>
            <MadeFrom parentId={place.parentId} value={templateId} onChange={setTemplateId} />
          </Suspense>
        )}
        <OrderField />
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}

/** A new cabinet is seen by who made it alone: says so, and offers to grant others access. */
function tellOwnerOnly(id: string, grantAccess: ReturnType<typeof useGrantAccess>): void {
  const open = async (): Promise<void> => grantAccess(await call(library.cabinetDetail, { id }))?.();
  const run = () => void open().catch(() => undefined);
  notice.success(textOf('documents.library')('cabinetCreated'), { label: textOf('access')('addGrant'), run });
}

type NotGiven = NonNullable<OutputOf<typeof library.createFolder>['notGiven']>;

/** The principals that did not get all of a template's grants. */
function notGivenWords(t: TextOf<'documents.library'>, notGiven: NotGiven): string {
  // guests receive no names of principals
  const names = [...new Set(notGiven.map((missed) => missed.granteeName))].filter(Boolean).slice(0, 5);
  return names.length === 0 ? t('notAllGiven') : t('notGiven', { count: notGiven.length, names: joinedNames(names) });
}

/** Asks for the name of a new cabinet or folder and creates it. */
export function openNewFolder(place: NewFolderTarget): void {
  openDialog((close) => <NewFolderDialog place={place} close={close} />);
}

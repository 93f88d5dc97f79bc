import { Form, Input, Modal } from 'antd';
import { type FocusEvent, type ReactNode, useId, useRef, useState } from 'react';
import { openDialog } from '../dialogs.ts';
import { useText } from '../i18n.ts';
import { useCloseChanged } from './close-changed.ts';

/** The options of a form dialog. */
export interface FormDialogOptions<T> {
  title: string;
  /** The label of the submit button. */
  ok: string;
  /** Returns `false` to keep the dialog open. */
  save: (values: T) => Promise<unknown>;
}

interface FormDialogProps<T> extends FormDialogOptions<T> {
  initial?: Partial<T>;
  /** A single short text: Escape discards it without a question. */
  isBrief?: boolean;
  close: () => void;
  children: ReactNode;
}

const isDateField = (target: EventTarget): boolean => target instanceof Element && target.closest('.ant-picker') !== null;

/** A dialog with a few fields that closes after saving, and stays open after a refusal. */
export function FormDialog<T extends object>(props: FormDialogProps<T>): ReactNode {
  const { title, ok, save, initial, isBrief = false, close, children } = props;
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const fields = useRef<HTMLDivElement>(null);
  const isChanged = useRef(false);
  const closing = useCloseChanged(
    () => isChanged.current,
    () => setOpen(false),
    isBrief,
  );
  const send = async (values: T): Promise<void> => {
    setBusy(true);
    try {
      if ((await save(values)) === false) setBusy(false);
      else setOpen(false);
    } catch {
      // `call` has shown the reason.
      setBusy(false);
    }
  };
  return (
    <Modal
      open={open}
      title={title}
      width={440}
      okText={ok}
      confirmLoading={busy}
      // a submit button of the form, so that Enter submits from any field
      okButtonProps={{ htmlType: 'submit', form: id }}
      afterOpenChange={(shown) => shown && fields.current?.querySelector<HTMLElement>('input, textarea')?.focus()}
      {...closing}
      afterClose={close}
    >
      {/* Enter takes the date that was typed, and sends nothing yet */}
      <div ref={fields} onKeyDown={(event) => event.key === 'Enter' && isDateField(event.target) && event.preventDefault()}>
        <Form<T>
          id={id}
          layout="vertical"
          {...(initial && { initialValues: initial })}
          onValuesChange={() => {
            isChanged.current = true;
          }}
          onFinish={(values) => void send(values)}
        >
          {children}
        </Form>
      </div>
    </Modal>
  );
}

interface NameDialogOptions extends FormDialogOptions<string> {
  name?: string;
  maxLength?: number;
}

/** Asks for a name, and saves it. */
export function openNameDialog({ name = '', maxLength = 100, save, ...terms }: NameDialogOptions): void {
  openDialog((close) => (
    <FormDialog<{ name: string }> {...terms} isBrief initial={{ name }} save={(values) => save(values.name.trim())} close={close}>
      <NameField maxLength={maxLength} />
    </FormDialog>
  ));
}

/** The name, required. */
function NameField({ maxLength }: { maxLength: number }): ReactNode {
  const t = useText('platform');
  const wasSelected = useRef(false);
  // a name that stands there is replaced by typing
  const selectOnce = ({ target }: FocusEvent<HTMLInputElement>): void => {
    if (!wasSelected.current) target.select();
    wasSelected.current = true;
  };
  return (
    <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
      <Input autoFocus maxLength={maxLength} onFocus={selectOnce} />
    </Form.Item>
  );
}

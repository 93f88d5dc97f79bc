import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { AskDialog, type AskTerms } from './ask-dialog.tsx';

interface NameTerms extends AskTerms<string> {
  name?: string;
}

/** Asks for the name of a department or group, and saves it. */
export function askName({ name = '', save, ...terms }: NameTerms): void {
  openDialog((close) => (
    <AskDialog<{ name: string }> {...terms} initial={{ name }} save={(values) => save(values.name.trim())} close={close}>
      <NameField />
    </AskDialog>
  ));
}

/** The name, which must not be missing. */
export function NameField(): ReactNode {
  const t = useText('people');
  return (
    <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
      <Input autoFocus maxLength={100} />
    </Form.Item>
  );
}

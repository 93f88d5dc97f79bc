import { Form } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { textOf, useText } from '../../ground/text.ts';
import { AskDialog, type AskTerms } from './ask-dialog.tsx';
import { PersonSelect } from './person-select.tsx';

/** Asks whom to put into a department, group or role. */
export function askPeople({ save, ...terms }: Omit<AskTerms<string[]>, 'ok'>): void {
  const ok = textOf('people')('add');
  openDialog((close) => (
    <AskDialog<{ userIds: string[] }> {...terms} ok={ok} save={({ userIds }) => save(userIds)} close={close}>
      <PeopleField />
    </AskDialog>
  ));
}

function PeopleField(): ReactNode {
  const t = useText('people');
  return (
    <Form.Item name="userIds" label={t('people')} rules={[{ required: true, message: t('peopleNeeded') }]}>
      <PersonSelect />
    </Form.Item>
  );
}

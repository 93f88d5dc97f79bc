import { module } from '@dossier/contract/rights';
import { Checkbox, Form } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { AskDialog, type AskTerms } from './ask-dialog.tsx';
import { NameField } from './name-dialog.tsx';

interface RoleFields {
  name: string;
  moduleTypes: number[];
}

interface RoleTerms extends AskTerms<RoleFields> {
  role?: RoleFields;
}

const usual: number[] = [module.home, module.enterprise, module.my];

/** Asks for the name of a role and the areas that it opens. */
export function askRole({ role = { name: '', moduleTypes: usual }, save, ...terms }: RoleTerms): void {
  openDialog((close) => (
    <AskDialog<RoleFields> {...terms} initial={role} save={(values) => save({ ...values, name: values.name.trim() })} close={close}>
      <NameField />
      <AreasField />
    </AskDialog>
  ));
}

function AreasField(): ReactNode {
  const t = useText('people');
  return (
    <Form.Item name="moduleTypes" label={t('opens')}>
      <Checkbox.Group
        style={{ display: 'grid', gap: 8 }}
        options={[
          { value: module.home, label: t('areaHome') },
          { value: module.enterprise, label: t('areaEnterprise') },
          { value: module.my, label: t('areaMy') },
          { value: module.system, label: t('areaSystem') },
        ]}
      />
    </Form.Item>
  );
}

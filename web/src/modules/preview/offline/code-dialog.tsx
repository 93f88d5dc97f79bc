import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { setOfflineCode, shortestOfflineCode } from '../../../platform/offline-copies.ts';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Stack, Text } from '../../../platform/ui/layout.tsx';

interface CodeTerms {
  owner: string;
  days: number;
}

/** Lets the user choose the code of this device, and keeps its keys; answers whether that was done. */
export function askOfflineCode(terms: CodeTerms): Promise<boolean> {
  return new Promise((answer) => openDialog((close) => <CodeDialog terms={terms} answer={answer} close={close} />));
}

interface CodeDialogProps {
  terms: CodeTerms;
  answer: (isSet: boolean) => void;
  close: () => void;
}

interface CodeValues {
  code: string;
  again: string;
}

function CodeDialog({ terms, answer, close }: CodeDialogProps): ReactNode {
  const t = useText('preview.offline');
  const save = async ({ code }: CodeValues): Promise<void> => {
    await setOfflineCode(code, terms);
    answer(true);
  };
  const end = (): void => {
    // without effect after a success
    answer(false);
    close();
  };
  return (
    <FormDialog<CodeValues> title={t('codeTitle')} ok={t('setCode')} save={save} close={end}>
      <Stack gap={4}>
        <Text as="p">{t('codeText', { count: terms.days })}</Text>
        <Stack>
          <Form.Item
            name="code"
            label={t('code')}
            extra={t('codeHint')}
            rules={[
              { required: true, message: t('codeNeeded') },
              { min: shortestOfflineCode, message: t('codeShort', { count: shortestOfflineCode }) },
            ]}
          >
            <Input.Password autoComplete="off" maxLength={200} />
          </Form.Item>
          <Form.Item
            name="again"
            label={t('codeAgain')}
            dependencies={['code']}
            rules={[
              ({ getFieldValue }) => ({
                validator: (_, value?: string) =>
                  (value ?? '') === getFieldValue('code') ? Promise.resolve() : Promise.reject(new Error(t('codesDiffer'))),
              }),
            ]}
          >
            <Input.Password autoComplete="off" maxLength={200} />
          </Form.Item>
        </Stack>
      </Stack>
    </FormDialog>
  );
}

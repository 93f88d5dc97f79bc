import { Form, Input, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../ground/text.ts';

/** What can be said of a cabinet, folder or document. */
export interface PlaceValues {
  name: string;
  description?: string;
  sortNumber?: number;
}

const illegal = /[/\\:*?"<>|]/;

/** The fields of a cabinet, folder or document. */
export function PlaceFields({ order }: { order: boolean }): ReactNode {
  const t = useText('library');
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
      {order && (
        // The step buttons have English labels that cannot be changed; the arrow keys step without them.
        <Form.Item name="sortNumber" label={t('sortNumber')} extra={t('sortNumberHint')}>
          <InputNumber min={0} max={999} precision={0} controls={false} />
        </Form.Item>
      )}
    </>
  );
}

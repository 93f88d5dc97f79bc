import { type TagColour, tagColours } from '@dossier/contract/core/tag-mark';
import { Checkbox, Form, Input, Radio } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { Row } from '../../../platform/ui/layout.tsx';
import { Grid } from '../../../platform/ui/page-layout.tsx';
import { TagDot } from '../../documents/tag-marks.tsx';

/** The form values of a tag. */
export interface TagValues {
  name: string;
  colour: TagColour;
  listed: boolean;
}

/** The name and colour of a tag, and whether lists show it. */
export function TagFields(): ReactNode {
  const t = useText('classification.labels');
  return (
    <>
      <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="colour" label={t('colour')}>
        <Radio.Group style={{ width: '100%' }}>
          <Grid min={96} gap={1}>
            {tagColours.map((colour) => (
              <Radio key={colour} value={colour}>
                <Row as="span" gap={1}>
                  <TagDot colour={colour} />
                  {t(`colour_${colour}`)}
                </Row>
              </Radio>
            ))}
          </Grid>
        </Radio.Group>
      </Form.Item>
      <Form.Item name="listed" valuePropName="checked" extra={t('listedHint')}>
        <Checkbox>{t('listed')}</Checkbox>
      </Form.Item>
    </>
  );
}

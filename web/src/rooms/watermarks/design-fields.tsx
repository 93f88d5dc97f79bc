import { type MarkField, markDensities, markFields, markPlaces, mostOfMarks } from '@dossier/contract/watermarks';
import { Button, ColorPicker, Form, type FormInstance, Input, Segmented, Slider } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useText } from '../../ground/text.ts';
import type { Said } from './said.ts';
import { fieldKeys } from './watermark-words.ts';
import styles from './watermarks.module.css';

const colours = ['#808080', '#595959', '#d4380d', '#c41d7f', '#1d39c4', '#1890ff', '#389e0d'];

/** What a mark says and how it looks. */
export function DesignFields({ form }: { form: FormInstance<Said> }): ReactNode {
  const t = useText('watermarks');
  const place = Form.useWatch('place', form);
  const choices = <T extends string>(all: readonly T[], word: (one: T) => string) => all.map((value) => ({ value, label: word(value) }));
  return (
    <>
      <TextField form={form} />
      <Form.Item name="qr" label={t('qr')} extra={t('qrHint')}>
        <Input maxLength={mostOfMarks.qr} placeholder="{loginName} {document}" autoComplete="off" />
      </Form.Item>
      <Form.Item name="place" label={t('placing')}>
        <Segmented options={choices(markPlaces, (one) => t(`place_${one}`))} />
      </Form.Item>
      <Form.Item name="density" label={t('density')} hidden={place !== 'tiled'}>
        <Segmented options={choices(markDensities, (one) => t(`density_${one}`))} />
      </Form.Item>
      <div className={styles.sliders}>
        <Form.Item name="size" label={t('size')}>
          <Slider min={6} max={96} tooltip={{ formatter: (value) => `${value} pt` }} ariaLabelForHandle={t('size')} />
        </Form.Item>
        <Form.Item name="angle" label={t('angle')}>
          <Slider min={-90} max={90} step={5} tooltip={{ formatter: (value) => `${value}°` }} ariaLabelForHandle={t('angle')} />
        </Form.Item>
        <Form.Item name="opacity" label={t('opacity')}>
          <Slider min={3} max={100} tooltip={{ formatter: (value) => `${value} %` }} ariaLabelForHandle={t('opacity')} />
        </Form.Item>
        <Form.Item
          name="colour"
          label={t('colour')}
          getValueFromEvent={(value: { toHexString: () => string }) => value.toHexString().slice(0, 7)}
        >
          <ColorPicker disabledAlpha showText presets={[{ label: t('colour'), colors: colours }]} />
        </Form.Item>
      </div>
    </>
  );
}

/** The lines, with what can be filled in at the place of the cursor. */
function TextField({ form }: { form: FormInstance<Said> }): ReactNode {
  const t = useText('watermarks');
  const area = useRef<{ resizableTextArea?: { textArea: HTMLTextAreaElement } }>(null);
  const put = (field: MarkField): void => {
    const element = area.current?.resizableTextArea?.textArea;
    const text: string = form.getFieldValue('text') ?? '';
    const [from, to] = [element?.selectionStart ?? text.length, element?.selectionEnd ?? text.length];
    const next = `${text.slice(0, from)}{${field}}${text.slice(to)}`;
    form.setFieldValue('text', next);
    // a value that is set by hand tells nobody
    form.setFields([{ name: 'text', touched: true }]);
    element?.focus();
    requestAnimationFrame(() => element?.setSelectionRange(from + field.length + 2, from + field.length + 2));
  };
  return (
    <>
      <Form.Item name="text" label={t('text')} className={styles.tight ?? ''}>
        <Input.TextArea ref={area as never} autoSize={{ minRows: 2, maxRows: mostOfMarks.lines }} maxLength={mostOfMarks.line * 2} />
      </Form.Item>
      <div className={styles.fields} role="group" aria-label={t('fields')}>
        {markFields.map((field) => (
          <Button key={field} size="small" onClick={() => put(field)}>
            {t(fieldKeys[field])}
          </Button>
        ))}
      </div>
    </>
  );
}

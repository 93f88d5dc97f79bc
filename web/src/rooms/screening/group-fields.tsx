import { wordActions, wordPlace } from '@dossier/contract/screening';
import { Checkbox, Form, Input, Radio, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import styles from './screening.module.css';

/** What the form of a group says: words one a line. */
export interface Said {
  name: string;
  level: number;
  action: (typeof wordActions)[number];
  places: number[];
  words: string;
  exceptions: string;
  enabled: boolean;
}

/** The lines of a field that say something. */
export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

const longest = 100;
const placeNames = Object.keys(wordPlace) as (keyof typeof wordPlace)[];

/** A group of words: what is looked for, where, and what becomes of it. */
export function GroupFields(): ReactNode {
  const t = useText('screening');
  const action = Form.useWatch<Said['action'] | undefined>('action');
  const short = (needed: boolean) => ({
    validator: (_: unknown, text = '') => {
      const lines = linesOf(text);
      if (needed && lines.length === 0) return Promise.reject(new Error(t('wordsNeeded')));
      return lines.some((line) => line.length > longest) ? Promise.reject(new Error(t('wordTooLong', { n: longest }))) : Promise.resolve();
    },
  });
  return (
    <>
      <Form.Item name="name" label={t('name')} rules={[{ required: true, whitespace: true, message: t('nameNeeded') }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="level" label={t('level')}>
        <Radio.Group options={([1, 2, 3] as const).map((value) => ({ value, label: t(`level_${value}`) }))} />
      </Form.Item>
      <Form.Item name="action" label={t('action')} extra={action && t(`hint_${action}`)}>
        <Select options={wordActions.map((value) => ({ value, label: t(`action_${value}`) }))} />
      </Form.Item>
      <Form.Item name="places" label={t('places')} rules={[{ required: true, message: t('placesNeeded') }]}>
        <Checkbox.Group options={placeNames.map((name) => ({ value: wordPlace[name], label: t(`place_${wordPlace[name]}`) }))} />
      </Form.Item>
      <Form.Item name="words" label={t('words')} extra={t('wordsHint')} rules={[short(true)]}>
        <Input.TextArea className={styles.words ?? ''} rows={8} spellCheck={false} />
      </Form.Item>
      <Form.Item name="exceptions" label={t('exceptions')} extra={t('exceptionsHint')} rules={[short(false)]}>
        <Input.TextArea className={styles.words ?? ''} rows={3} spellCheck={false} />
      </Form.Item>
      <Form.Item name="enabled" label={t('enabled')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  );
}

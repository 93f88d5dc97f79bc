import { InputNumber } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import styles from './templates.module.css';

const longest = 36_500;

/** For how many days a right stands, from the day on which the folder is made; empty is for good. Taken when the field is left, or by Enter. */
export function DaysField({ value, onChange }: { value: number | undefined; onChange: (days: number | undefined) => void }): ReactNode {
  const t = useText('templates');
  const [typed, setTyped] = useState<number | null>(value ?? null);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value ?? null);
  }
  const take = (): void => {
    if ((typed ?? undefined) !== value) onChange(typed ?? undefined);
  };
  return (
    <InputNumber<number>
      className={styles.days ?? ''}
      min={1}
      max={longest}
      precision={0}
      changeOnWheel={false}
      aria-label={t('days')}
      title={t('daysHint')}
      placeholder={t('forGood')}
      suffix={typed === null ? undefined : t('daysSign')}
      value={typed}
      onChange={setTyped}
      onBlur={take}
      onPressEnter={take}
    />
  );
}

import { mostRecipients } from '@dossier/contract/share-shapes';
import { Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { useText } from '../../ground/text.ts';
import styles from './shares.module.css';

interface FieldProps {
  label: string;
  value: string[];
  onChange: (value: string[]) => void;
  /** What may stand there; anything else is named below the field. */
  accepts: (text: string) => boolean;
  /** What the server said of them. */
  refused?: string | undefined;
}

/** Addresses one after the other, typed or pasted in a row; what is none is said where it stands. */
export function AddressField({ label, value, onChange, accepts, refused }: FieldProps): ReactNode {
  const t = useText('shares');
  const id = useId();
  const wrong = value.filter((text) => !accepts(text));
  const words = wrong.length > 0 ? t('noAddress', { list: wrong.join(', ') }) : refused;
  return (
    <>
      <Select
        mode="tags"
        aria-label={label}
        placeholder={label}
        value={value}
        tokenSeparators={[',', ';', ' ', '，', '；']}
        maxCount={mostRecipients}
        open={false}
        suffixIcon={null}
        {...(words !== undefined && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': id })}
        onChange={(texts: string[]) => onChange(texts.map((one) => one.trim()).filter(Boolean))}
      />
      {words !== undefined && (
        <p id={id} role="alert" className={styles.wrong}>
          {words}
        </p>
      )}
    </>
  );
}

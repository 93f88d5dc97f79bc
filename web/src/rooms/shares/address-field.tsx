import { mostRecipients } from '@dossier/contract/share-shapes';
import { Select } from 'antd';
import { type ReactNode, useId } from 'react';
import styles from './shares.module.css';

interface FieldProps {
  label: string;
  value: string[];
  onChange: (value: string[]) => void;
  /** What may stand there; anything else is named below the field. */
  accepts: (text: string) => boolean;
  /** What is wrong with others. */
  wrong: (list: string) => string;
  /** What the server said of them. */
  refused?: string | undefined;
}

/** Addresses one after the other, typed or pasted in a row; what is none is said where it stands. */
export function AddressField({ label, value, onChange, accepts, wrong, refused }: FieldProps): ReactNode {
  const id = useId();
  const others = value.filter((text) => !accepts(text));
  const words = others.length > 0 ? wrong(others.join(', ')) : refused;
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

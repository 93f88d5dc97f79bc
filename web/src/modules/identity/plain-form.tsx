import { type FormEvent, type InputHTMLAttributes, type ReactNode, useId, useRef, useState } from 'react';
import { CallError } from '../../platform/call.ts';
import { NativeButton, inputClass } from '../../platform/ui/native-controls.tsx';
import styles from './sign-in/sign-in.module.css';

/** Why a sign-in form was refused, and at which field. */
export interface FormFailure {
  text: string;
  field?: string | undefined;
}

interface PlainFormProps {
  /** The label of the submit button. */
  ok: string;
  /** Submits; a returned failure or thrown refusal is shown. */
  send: (values: Record<string, string>) => Promise<FormFailure | undefined>;
  /** The field that a refusal is about. */
  fieldOf?: (code: number) => string | undefined;
  children: (field: (name: string) => InputHTMLAttributes<HTMLInputElement>) => ReactNode;
  /** Content below the button. */
  below?: ReactNode;
}

/** A form of the sign-in pages, without Ant Design: errors appear above the button, and their field gets the focus. */
export function PlainForm({ ok, send, fieldOf, children, below }: PlainFormProps): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const error = useId();
  const [failure, setFailure] = useState<FormFailure>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const fieldValues = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    );
    setBusy(true);
    setFailure(undefined);
    const failed = await send(fieldValues).catch((thrown: unknown) => {
      if (!(thrown instanceof CallError)) throw thrown;
      return { text: thrown.message, field: fieldOf?.(thrown.code) };
    });
    setBusy(false);
    setFailure(failed);
    if (failed?.field) form.current?.querySelector<HTMLInputElement>(`[name=${failed.field}]`)?.select();
  };
  const field = (name: string): InputHTMLAttributes<HTMLInputElement> => ({
    className: inputClass,
    name,
    'aria-invalid': failure?.field === name,
    'aria-describedby': error,
  });
  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {children(field)}
      <p id={error} className={styles.error} role="alert">
        {failure?.text}
      </p>
      <NativeButton primary type="submit" disabled={busy}>
        {ok}
      </NativeButton>
      {below}
    </form>
  );
}

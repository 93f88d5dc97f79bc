import { type GetRef, InputNumber, type InputNumberProps } from 'antd';
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { useText } from '../i18n.ts';

type NumberField = GetRef<typeof InputNumber>;

/** A field for a number. Ant Design's has names for its steps in English alone, and no setting for them. */
export function NumberInput<T extends string | number = string | number>({
  ref,
  ...props
}: InputNumberProps<T> & { ref?: Ref<NumberField> }): ReactNode {
  const t = useText('platform');
  const field = useRef<NumberField>(null);
  useImperativeHandle(ref, () => field.current as NumberField);
  const [up, down] = [t('stepUp'), t('stepDown')];
  useLayoutEffect(() => {
    const within = field.current?.nativeElement;
    within?.querySelector('[class*="-action-up"]')?.setAttribute('aria-label', up);
    within?.querySelector('[class*="-action-down"]')?.setAttribute('aria-label', down);
  });
  return <InputNumber<T> {...props} ref={field} />;
}

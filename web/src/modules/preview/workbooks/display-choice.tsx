import { Segmented } from 'antd';
import type { ReactNode } from 'react';

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choose: (value: Value) => void;
  options: { value: Value; label: string }[];
}

/** A choice of views of a workbook. In a file of its own, so that it does not pull in all of Ant Design. */
export function DisplayChoice<Value extends string>({ label, value, choose, options }: ChoiceProps<Value>): ReactNode {
  return <Segmented size="small" aria-label={label} value={value} onChange={choose} options={options} />;
}

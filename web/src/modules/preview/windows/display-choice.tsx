import { Segmented } from 'antd';
import type { ReactNode } from 'react';

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choose: (value: Value) => void;
  options: { value: Value; label: string }[];
}

/** One of a few ways to see a workbook. In a file of its own: the toolkit asked for as a whole would come as a whole. */
export function DisplayChoice<Value extends string>({ label, value, choose, options }: ChoiceProps<Value>): ReactNode {
  return <Segmented size="small" aria-label={label} value={value} onChange={choose} options={options} />;
}

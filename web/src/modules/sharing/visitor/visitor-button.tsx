import type { ComponentProps, ReactNode } from 'react';
import { PlainButton, classNames } from '../../../platform/ui/layout.tsx';
import styles from './visitor.module.css';

/** A button of the share pages, which have no Ant Design. */
export function VisitorButton({ primary, ...rest }: { primary?: boolean } & ComponentProps<typeof PlainButton>): ReactNode {
  return <PlainButton {...rest} className={classNames(styles.button, primary && styles.main)} />;
}

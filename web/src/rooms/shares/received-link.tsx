import type { ReceivedShare } from '@dossier/contract/share-shapes';
import type { ReactNode } from 'react';
import { linkPath } from './paths.ts';

interface LinkProps {
  share: ReceivedShare;
  className?: string;
  children?: ReactNode;
}

/** A received share, which opens in a tab of its own: there the person's account takes the place of its password. */
export function ReceivedLink({ share, className, children }: LinkProps): ReactNode {
  return (
    <a href={linkPath(share.token)} target="_blank" rel="noopener" title={share.name} {...(className !== undefined && { className })}>
      {children ?? share.name}
    </a>
  );
}

import type { ReactNode } from 'react';

function Sign({ path }: { path: string }): ReactNode {
  return (
    <svg viewBox="0 0 20 20" width={18} height={18} aria-hidden="true" style={{ flex: 'none' }}>
      <path d={path} fill="none" stroke="currentColor" strokeWidth={1.6} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

export const DownloadSign = (): ReactNode => <Sign path="M10 3v9m-4-3.5 4 4 4-4M4 16.5h12" />;
export const UploadSign = (): ReactNode => <Sign path="M10 12.5v-9m-4 3.5 4-4 4 4M4 16.5h12" />;

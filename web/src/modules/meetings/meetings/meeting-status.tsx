import type { MeetingState } from '@dossier/contract/meetings/meetings';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { StatusText } from '../../../platform/ui/page-parts.tsx';

const stateTones = { planned: 'accent', running: 'done', cancelled: 'danger', ended: undefined, archived: undefined } as const;

/** The state of a meeting, as text with a coloured dot. */
export function MeetingTag({ state }: { state: MeetingState }): ReactNode {
  const t = useText('meetings.meetings');
  return <StatusText tone={stateTones[state]}>{t(`state_${state}`)}</StatusText>;
}

import type { Texts } from './cn.ts';

export const text = {
  invitedSubject: 'Invitation: {name}',
  invitedText: '{by} invites you to the meeting “{name}”.',
  movedSubject: 'Meeting changed: {name}',
  movedText: '{by} changed the time or place of the meeting “{name}”.',
  cancelledSubject: 'Meeting called off: {name}',
  cancelledText: '{by} called off the meeting “{name}”.',
  when: 'Time: {from} to {to}',
  where: 'Place: {place}',
  open: 'Agenda and answer: {url}',
  calendar: 'Add to your calendar: {url}',
} satisfies Texts;

import type { Grantee } from '@dossier/contract/people';
import dayjs from 'dayjs';
import { useMemo, useState } from 'react';

/** What a report is asked: calendar days, and whose. */
export interface Question {
  from: string;
  to: string;
  department: Grantee | undefined;
  person: Grantee | undefined;
}

const day = 'YYYY-MM-DD';
const monthAgo = (): Question => ({
  from: dayjs().subtract(29, 'day').format(day),
  to: dayjs().format(day),
  department: undefined,
  person: undefined,
});

/** What the server is asked; a day begins and ends where the browser is. */
const askedOf = ({ from, to, department, person }: Question) => ({
  from: dayjs(from).startOf('day').toISOString(),
  to: dayjs(to).add(1, 'day').startOf('day').toISOString(),
  zone: -new Date(to).getTimezoneOffset(),
  ...(department && { departmentId: department.id }),
  ...(person && { userId: person.id }),
});

export type Asked = ReturnType<typeof askedOf>;

/** What is asked of a report: the last thirty days until somebody says otherwise. */
export function useQuestion() {
  const [question, setQuestion] = useState(monthAgo);
  const asked = useMemo(() => askedOf(question), [question]);
  return { question, asked, change: (changes: Partial<Question>): void => setQuestion((now) => ({ ...now, ...changes })) };
}

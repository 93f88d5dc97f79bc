import { useCallback, useState } from 'react';

interface Chosen {
  /** Which difference; -1 while none is. */
  at: number;
  /** Rises with each choice, of the same one too. */
  round: number;
}

const none: Chosen = { at: -1, round: 0 };
const first: Chosen = { at: 0, round: 0 };

/** The difference that is looked at, at once the first one, and the way to the next; after the last comes the first. */
export function useChosen(count: number, show: () => void) {
  const [picked, setChosen] = useState<Chosen>();
  const chosen = picked ?? (count > 0 ? first : none);
  const choose = useCallback(
    (at: number): void => {
      show();
      setChosen((before) => ({ at, round: (before?.round ?? 0) + 1 }));
    },
    [show],
  );
  const step = (by: 1 | -1) => (): void => {
    if (count > 0) choose((chosen.at + by + count) % count);
  };
  return { chosen, choose, step, forget: () => setChosen(undefined) };
}

import { useCallback, useState } from 'react';

interface Chosen {
  /** Which difference; -1 while none is. */
  at: number;
  /** Rises with each choice, of the same one too. */
  round: number;
}

const none: Chosen = { at: -1, round: 0 };

/** The difference that is looked at, and the way to the next one; after the last comes the first. */
export function useChosen(count: number, show: () => void) {
  const [chosen, setChosen] = useState(none);
  const choose = useCallback(
    (at: number): void => {
      show();
      setChosen(({ round }) => ({ at, round: round + 1 }));
    },
    [show],
  );
  const step = (by: 1 | -1) => (): void => {
    if (count === 0) return;
    const first = by === 1 ? 0 : count - 1;
    choose(chosen.at < 0 ? first : (chosen.at + by + count) % count);
  };
  return { chosen, choose, step, forget: () => setChosen(none) };
}

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { platformText } from '../i18n.ts';
import type { Notice } from '../notices.ts';
import { Row, Text } from './layout.tsx';
import { LinkButton } from './native-controls.tsx';
import styles from './undo-stack.module.css';

/** A notice with an action, shown until it expires. */
export interface UndoOffer {
  id: number;
  entry: Notice;
}

/** Notices with an action, at the lower left, where they cover neither navigation nor content; hover and focus stop their timers. */
export function UndoStack({ offers, drop }: { offers: readonly UndoOffer[]; drop: (id: number) => void }): ReactNode {
  return (
    <div className={styles.stack} role="status" data-notices>
      {offers.map(({ id, entry }) => (
        <UndoNotice key={id} entry={entry} drop={() => drop(id)} />
      ))}
    </div>
  );
}

function UndoNotice({ entry, drop }: { entry: Notice; drop: () => void }): ReactNode {
  const [selection, setHeld] = useState(false);
  const last = useRef(drop);
  last.current = drop;
  const { action, also, seconds = 10 } = entry;
  useEffect(() => {
    if (selection || seconds === 0) return;
    const timer = setTimeout(() => last.current(), seconds * 1000);
    return () => clearTimeout(timer);
  }, [selection, seconds]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <Row gap={3} className={styles.offer} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <Text grow>{entry.text}</Text>
      {[also, action].map(
        (one) =>
          one && (
            <LinkButton
              key={one.label}
              onClick={() => {
                drop();
                one.run();
              }}
            >
              {one.label}
            </LinkButton>
          ),
      )}
      <LinkButton aria-label={platformText('close')} title={platformText('close')} onClick={drop}>
        ×
      </LinkButton>
    </Row>
  );
}

import { type ReactNode, useState } from 'react';
import styles from './avatar.module.css';

/** A user's avatar, or their initials. Decorative: the name is beside it, or on the button around it. */
export function Avatar({ name, url, size }: { name: string; url?: string | undefined; size: number }): ReactNode {
  const [broken, setBroken] = useState<string>();
  const box = { width: size, height: size, fontSize: Math.round(size * 0.4) };
  if (url !== undefined && broken !== url)
    return <img className={styles.avatar} style={box} src={url} alt="" loading="lazy" onError={() => setBroken(url)} />;
  return (
    <span className={styles.avatar} style={box} data-hue={hueOf(name)} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** One of eight hues, always the same for a name: people in a list are told apart by more than two letters. */
const hueOf = (name: string): number => [...name].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973, 7) % 8;

/** The initials of a Latin name, the first character of a Chinese or Japanese one, which stands for itself. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  if (/[\u3040-\u30ff\u3400-\u9fff]/.test(name)) return [...name.trim()][0] ?? '';
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}

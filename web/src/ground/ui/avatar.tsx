import { type ReactNode, useState } from 'react';
import styles from './avatar.module.css';

/** A person's picture, or two letters of the name. Decoration: the name stands beside it, or on the button around it. */
export function Avatar({ name, url, size }: { name: string; url?: string | undefined; size: number }): ReactNode {
  const [broken, setBroken] = useState<string>();
  const box = { width: size, height: size, fontSize: Math.round(size * 0.4) };
  if (url !== undefined && broken !== url)
    return <img className={styles.avatar} style={box} src={url} alt="" loading="lazy" onError={() => setBroken(url)} />;
  return (
    <span className={styles.avatar} style={box} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** Two letters of a Latin name, the last two characters of a Chinese or Japanese one. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  if (/[\u3040-\u30ff\u3400-\u9fff]/.test(name)) return [...name.replace(/\s/g, '')].slice(-2).join('');
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}

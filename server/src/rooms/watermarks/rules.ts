import { right } from '@dossier/contract/rights';
import type { MarkDesign, MarkField, MarkUse } from '@dossier/contract/watermarks';
import type { Watermark } from './watermarks-of.ts';

/** What is looked at, by whom and what for. */
export interface Looked {
  area: number;
  cabinetId: number;
  use: MarkUse;
  bits: number;
}

/** The first watermark that is on and fits; where none does, nothing is drawn. */
export const firstFitting = (all: readonly Watermark[], looked: Looked): Watermark | undefined =>
  all.find(({ enabled, rule }) => {
    const { areas, cabinetIds, uses, holders } = rule;
    return (
      enabled &&
      uses.includes(looked.use) &&
      (areas.length === 0 || areas.includes(looked.area)) &&
      (cabinetIds.length === 0 || cabinetIds.includes(String(looked.cabinetId))) &&
      (holders === 'all' || (looked.bits & right.download) === 0)
    );
  });

const field = /\{([a-zA-Z]+)\}/g;
const mostOfLine = 200;

/** The fields that a design asks for. */
export const fieldsIn = ({ lines, qr }: MarkDesign): Set<string> =>
  new Set([...lines, qr].flatMap((text) => Array.from(text.matchAll(field), ([, name]) => name ?? '')));

/** A text with its fields filled in; what is no field stays as it is. */
export const filled = (text: string, facts: Partial<Record<MarkField, string>>): string =>
  text.replace(field, (whole, name: string) => (Object.hasOwn(facts, name) ? (facts[name as MarkField] ?? '') : whole));

/** The lines of a mark: without the brackets and lines that came out empty, and none without an end. */
export const filledLines = (lines: readonly string[], facts: Partial<Record<MarkField, string>>): string[] =>
  lines.flatMap((line) => {
    const text = filled(line, facts)
      .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
      .replace(/\s*(?:\(\s*\)|（\s*）)/g, '')
      .trim();
    return text === '' ? [] : [Array.from(text).slice(0, mostOfLine).join('')];
  });

const two = (value: number): string => String(value).padStart(2, '0');

/** The day and the minute of a time where this server stands; the minute says how far that is from UTC. */
export function dayAndMinute(at: number): { date: string; time: string } {
  const then = new Date(at);
  const ahead = -then.getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  const zone = ahead === 0 ? 'UTC' : `${ahead < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
  return {
    date: `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`,
    time: `${two(then.getHours())}:${two(then.getMinutes())} ${zone}`,
  };
}

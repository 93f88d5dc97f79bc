import { expect, test } from 'vitest';
import { dayNumber, plainNumber, readValue } from './card-values.ts';

test('values are read by their kind, and anything else is refused', () => {
  expect(readValue('text', ' Größe ', {})).toEqual({ shown: 'Größe', words: 'grösse', number: null });
  expect(readValue('text', 'two\nlines', {})).toBeUndefined();
  expect(readValue('text', 'abc', { maxLength: 2 })).toBeUndefined();
  expect(readValue('text', 'x'.repeat(501), {})).toBeUndefined();
  expect(readValue('longText', 'two\nlines', {})?.shown).toBe('two\nlines');
  expect(readValue('longText', 'a\u0000b', {})).toBeUndefined();
  expect(readValue('text', '\ud800', {})).toBeUndefined();
  expect(readValue('number', '12.50', { min: 0, max: 13 })).toEqual({ shown: '12.5', words: '', number: 12.5 });
  const shownNumber = (text: string) => readValue('number', text, {})?.shown;
  expect(['0.0000001', '-00.50', '-0.0', '007', '100', '123456789012345.1234567891'].map(shownNumber)).toEqual([
    '0.0000001',
    '-0.5',
    '0',
    '7',
    '100',
    '123456789012345.1234567891',
  ]);
  expect(readValue('number', '14', { max: 13 })).toBeUndefined();
  expect(readValue('choice', 'Blue', { choices: ['Red', 'Blue'] })?.words).toBe('blue');
  expect(readValue('choice', 'Green', { choices: ['Red', 'Blue'] })).toBeUndefined();
  expect(readValue('yesNo', 'true', {})?.number).toBe(1);
  expect(readValue('yesNo', 'yes', {})).toBeUndefined();
  expect(readValue('person', '-1', {})).toBeUndefined();
});

test('days must exist in the calendar, and numbers must be plain decimals', () => {
  expect(dayNumber('1970-01-02')).toBe(1);
  expect([dayNumber('2026-02-30'), dayNumber('2026-1-1'), dayNumber('tomorrow')]).toEqual([undefined, undefined, undefined]);
  expect([plainNumber('1e9'), plainNumber('Infinity'), plainNumber(' 1'), plainNumber('0x10')]).toEqual(Array.from({ length: 4 }));
});

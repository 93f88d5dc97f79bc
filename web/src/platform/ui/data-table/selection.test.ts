import { describe, expect, test } from 'vitest';
import { cover, extend, focusOn, nothing, pick, selectAll, toggle, without } from './list-state.ts';

const rows = ['a', 'b', 'c', 'd', 'e'];
const idAt = (index: number) => rows[index];
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].join('');

describe('selection', () => {
  test('a click selects one row, ctrl adds and removes', () => {
    const single = pick(1, idAt);
    expect(ids(single)).toBe('b');
    const two = toggle(single, 3, idAt);
    expect(ids(two)).toBe('bd');
    expect(ids(toggle(two, 1, idAt))).toBe('d');
  });

  test('shift extends and shrinks from the anchor, both ways', () => {
    const start = pick(2, idAt);
    const down = extend(start, 4, idAt);
    expect(ids(down)).toBe('cde');
    const up = extend(down, 0, idAt);
    expect(ids(up)).toBe('abc');
    expect(up.anchor).toBe(2);
    expect(up.focus).toBe(0);
  });

  test('shift without an anchor selects the row itself', () => {
    expect(ids(extend(nothing, 3, idAt))).toBe('d');
  });

  test('moving the focus keeps the selection and the anchor', () => {
    const moved = focusOn(pick(1, idAt), 4);
    expect(ids(moved)).toBe('b');
    expect(moved.anchor).toBe(1);
    expect(moved.focus).toBe(4);
  });

  test('a marquee adds to the selection; rows not loaded are skipped', () => {
    expect(ids(cover(pick(0, idAt), [2, 3, 9], idAt))).toBe('acd');
  });

  test('selects all, and removes deleted rows', () => {
    const all = selectAll(nothing, rows);
    expect(all.focus).toBe(0);
    expect(ids(without(all, ['b', 'e']))).toBe('acd');
    expect(without(all, ['x'])).toBe(all);
  });

  test('a row that is not loaded cannot be toggled', () => {
    expect(toggle(nothing, 7, idAt)).toBe(nothing);
  });
});

import { areasMeet } from '@dossier/contract/editing/shift-edits';
import type { Area } from '@dossier/contract/editing/workbook-edits';

/** Areas of up to so many cells are kept by each of them. */
const mostSingle = 64;

const sizeOf = ({ row, lastRow, column, lastColumn }: Area): number => (lastRow - row + 1) * (lastColumn - column + 1);

/** Cells by what their formulas look at. */
export class LookingCells<C> {
  /** How many areas were compared so far. */
  compared = 0;
  private readonly single = new Map<string, C[]>();
  /** By sheet and place, as many formulas look at the same area. */
  private readonly wide = new Map<number, Map<string, { area: Area; cells: C[] }>>();
  private readonly anywhere: C[] = [];

  /** `looks`: undefined where it may be any cell. */
  add(cell: C, looks: readonly { sheet: number | undefined; area: Area }[] | undefined): void {
    if (looks === undefined) return void this.anywhere.push(cell);
    for (const { sheet, area } of looks) {
      if (sheet === undefined) continue;
      if (sizeOf(area) > mostSingle) this.addWide(cell, sheet, area);
      else
        for (let { row } = area; row <= area.lastRow; row++)
          for (let { column } = area; column <= area.lastColumn; column++) {
            const key = `${sheet} ${row} ${column}`;
            const cells = this.single.get(key);
            if (cells === undefined) this.single.set(key, [cell]);
            else cells.push(cell);
          }
    }
  }

  private addWide(cell: C, sheet: number, area: Area): void {
    let areas = this.wide.get(sheet);
    if (areas === undefined) this.wide.set(sheet, (areas = new Map()));
    const key = `${area.row} ${area.column} ${area.lastRow} ${area.lastColumn}`;
    const known = areas.get(key);
    if (known === undefined) areas.set(key, { area, cells: [cell] });
    else known.cells.push(cell);
  }

  /** The cells that look at any cell of an area; those of a wide area are answered once. */
  *at(sheet: number, area: Area): Generator<C> {
    yield* this.anywhere.splice(0);
    for (let { row } = area; row <= area.lastRow; row++)
      for (let { column } = area; column <= area.lastColumn; column++) {
        this.compared++;
        yield* this.single.get(`${sheet} ${row} ${column}`) ?? [];
      }
    const areas = this.wide.get(sheet);
    for (const [key, one] of areas ?? []) {
      this.compared++;
      if (!areasMeet(one.area, area)) continue;
      areas?.delete(key);
      yield* one.cells;
    }
  }
}

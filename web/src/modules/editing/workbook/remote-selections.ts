import type { CellSelection } from '@dossier/contract/editing/workbook-edits';
import { LifecycleService, LifecycleStages, type Univer } from '@univerjs/core';
import { IMarkSelectionService, SheetCanvasPopManagerService } from '@univerjs/sheets-ui';
import { ComponentManager } from '@univerjs/ui';
import { bookId } from './grid-data.ts';
import { NameLabel, nameLabel } from './name-label.tsx';

/** The cell that a colleague has selected. */
export interface RemoteSelection {
  id: number;
  name: string;
  color: string;
  at: CellSelection;
}

type Get = <T>(id: Parameters<ReturnType<Univer['__getInjector']>['get']>[0]) => T;

/** The name beside the cell of a colleague is shown so long after it was selected. */
const labelledMs = 4000;
const drawAgainMs = 300;

/** The cells that colleagues have selected, drawn over a grid. */
export class RemoteSelections {
  private readonly get: Get;
  private readonly grid: { gridIdOf(sheet: number): string; shown(): string | undefined };
  private shapes: string[] = [];
  private labels: { dispose(): void }[] = [];
  private selections: readonly RemoteSelection[] = [];

  constructor(get: Get, grid: { gridIdOf(sheet: number): string; shown(): string | undefined }) {
    this.get = get;
    this.grid = grid;
    this.get<ComponentManager>(ComponentManager).register(nameLabel, NameLabel);
  }

  /** Forgets what was drawn: the grid is filled anew. */
  clear(): void {
    this.shapes = [];
    for (const label of this.labels) label.dispose();
    this.labels = [];
  }

  stop(): void {
    clearTimeout(this.labelTimer);
  }

  /** Frames the cells that colleagues have selected, each in its colour. */
  show(selections: readonly RemoteSelection[]): void {
    const before = new Map(this.selections.map((one) => [one.id, JSON.stringify(one.at)]));
    for (const { id, at } of selections) if (before.get(id) !== JSON.stringify(at)) this.movedAt.set(id, Date.now());
    this.selections = selections;
    clearTimeout(this.labelTimer);
    this.labelTimer = setTimeout(() => this.draw(), labelledMs);
    this.draw();
  }

  /** When colleagues selected their cells: their names are shown for a while, as they hide the cell above. */
  private readonly movedAt = new Map<number, number>();
  private labelTimer: ReturnType<typeof setTimeout> | undefined;

  draw(): void {
    // before that there is nothing to draw on
    if (this.get<LifecycleService>(LifecycleService).stage < LifecycleStages.Rendered) {
      clearTimeout(this.labelTimer);
      this.labelTimer = setTimeout(() => this.draw(), drawAgainMs);
      return;
    }
    const marks = this.get<IMarkSelectionService>(IMarkSelectionService);
    for (const shape of this.shapes) marks.removeShape(shape);
    this.clear();
    const shown = this.grid.shown();
    for (const { id, name, color, at } of this.selections) {
      if (shown === undefined || this.grid.gridIdOf(at.sheet) !== shown) continue;
      const shape = marks.addShape({
        range: { startRow: at.row, endRow: at.row, startColumn: at.column, endColumn: at.column },
        primary: null,
        style: { stroke: color, strokeWidth: 2, fill: 'rgba(0, 0, 0, 0)', widgets: {}, widgetSize: 0 },
      });
      if (shape !== null) this.shapes.push(shape);
      if (Date.now() - (this.movedAt.get(id) ?? 0) >= labelledMs) continue;
      const popup = { componentKey: nameLabel, direction: 'top-center' as const, extraProps: { name, color }, hideOnInvisible: true };
      const label = this.get<SheetCanvasPopManagerService>(SheetCanvasPopManagerService).attachPopupToCell(
        at.row,
        at.column,
        popup,
        bookId,
        shown,
      );
      if (label) this.labels.push(label);
    }
  }
}

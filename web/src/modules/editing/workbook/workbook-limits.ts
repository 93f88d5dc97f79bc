import type { EditableWorkbook } from '@dossier/formats/workbook/editable-workbook';

/** What keeps rows and columns where they are. */
const inTheWay = [
  'pivotTables',
  'dataTables',
  'severalSheets',
  'unreadableFormulas',
  'threadedComments',
  'controls',
  'slicers',
  'queryTables',
  'sharedBook',
  'unknownCharts',
  'otherParts',
] as const;
type InTheWay = (typeof inTheWay)[number];

const objectKinds: ReadonlySet<string> = new Set(['charts', 'pictures']);

/** What of a workbook the grid does not show or change: for the line above it. */
export function limitsOf({ obstacles, canShift }: EditableWorkbook) {
  const has = (kind: string): boolean => obstacles.some((one) => one.kind === kind);
  const objects = obstacles.reduce((sum, { kind, detail }) => sum + (objectKinds.has(kind) ? Number(detail ?? 1) || 1 : 0), 0);
  const notes = [
    ...(has('macros') ? (['macros'] as const) : []),
    ...(has('signature') ? (['signature'] as const) : []),
    ...(has('protectedSheet') ? (['protectedSheets'] as const) : []),
    ...(has('protectedBook') ? (['protectedBook'] as const) : []),
  ];
  return { objects, notes, canShift };
}

/** Why rows and columns cannot be inserted or removed, each kind once. */
export function kindsInTheWay({ obstacles }: EditableWorkbook): InTheWay[] {
  const known = inTheWay.filter((kind) => obstacles.some((one) => one.kind === kind));
  return known.length === 0 ? ['otherParts'] : known;
}

/** Whether something of the workbook cannot be changed here at all: neither its rows and columns, nor what is protected or drawn. */
export const hasObstacle = (book: EditableWorkbook): boolean => {
  const { objects, notes, canShift } = limitsOf(book);
  return !canShift || objects > 0 || notes.some((note) => note === 'protectedSheets' || note === 'protectedBook');
};

interface Changed {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** The difference between two states of the same fields, as the log keeps it: each changed field with its old and new value. */
export function changedFields(was: Record<string, unknown>, is: Record<string, unknown>): Changed {
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]),
  );
  const of = (state: Record<string, unknown>) => Object.fromEntries(fields.map((field) => [field, state[field] ?? null]));
  return { before: of(was), after: of(is) };
}

/** So many names are kept in a log line. */
const mostNames = 20;

/** Names joined for a log line, cut after the first `mostNames`. */
export const namesInLine = (names: readonly string[]): string =>
  [...names.slice(0, mostNames), ...(names.length > mostNames ? [`… (${names.length})`] : [])].join(', ');

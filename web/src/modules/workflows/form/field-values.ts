import {
  type DescribedValues,
  type FieldProblem,
  type FieldValues,
  type FlowField,
  fieldProblem,
  valuesByField,
} from '@dossier/contract/workflows/flow-fields';

/** A value in a form, with the name of what it refers to. */
export interface FormValue {
  value: string;
  name: string;
  ext?: string;
}

/** The values of a form by the id of their field. */
export type FormValues = Readonly<Record<string, readonly FormValue[]>>;

/** The values as a call takes them. */
export const valuesInput = (values: FormValues): FieldValues[] =>
  Object.entries(values).flatMap(([field, list]) => {
    const given = list.map(({ value }) => value.trim()).filter((value) => value !== '');
    return given.length === 0 ? [] : [{ field, values: given }];
  });

/** The values of a flow, without those that the reader may not see. */
export const formValues = (list: readonly DescribedValues[], isKept: (field: string) => boolean = () => true): FormValues =>
  Object.fromEntries(
    list.flatMap(({ field, values }) => {
      const known = values.flatMap(({ value, name, ext, hidden }) =>
        hidden === true || value === '' ? [] : [{ value, name, ...(ext !== undefined && { ext }) }],
      );
      return known.length > 0 && isKept(field) ? [[field, known]] : [];
    }),
  );

/** Why fields cannot be submitted as they are. */
export function problemsOfValues(fields: readonly FlowField[], values: FormValues): Map<string, FieldProblem> {
  const given = valuesByField(valuesInput(values));
  return new Map(
    fields.flatMap((field): [string, FieldProblem][] => {
      const problem = fieldProblem(field, given.get(field.id) ?? [], { complete: true });
      return problem === undefined ? [] : [[field.id, problem]];
    }),
  );
}

/** The id of a field in the document. */
export const fieldId = (field: string): string => `flow-field-${field}`;

/** Moves the focus into a field. */
export const focusField = (field: string): void =>
  document.getElementById(fieldId(field))?.querySelector<HTMLElement>('input, textarea, button, [tabindex="0"]')?.focus();

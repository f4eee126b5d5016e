import { oneOf } from './words.ts';

/**
 * What a member of a family can be set to, or an option of a call. Plain data: the contract, the choices of the page and
 * the tables of the docs are written from it (src/tools/write-families.ts).
 */
export type Parameter = {
  /** A sentence without a subject: what it sets, and what happens unless it is given. */
  readonly purpose: string;
  readonly unit?: string;
  readonly default?: number | string | boolean;
} & (
  | { readonly kind: 'boolean' }
  | { readonly kind: 'text' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  /** `above`: `from` itself is not allowed. */
  | {
      readonly kind: 'integer' | 'number';
      readonly from?: number;
      readonly to?: number;
      readonly above?: true;
    }
);

/** Parameters by name. */
export type Parameters = Readonly<Record<string, Parameter>>;

type ValueOf<P extends Parameter> = P extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : P extends { readonly kind: 'boolean' }
    ? boolean
    : P extends { readonly kind: 'text' }
      ? string
      : number;

/** Values of parameters; each may be left out. */
export type ValuesOf<Table extends Parameters> = {
  readonly [Name in keyof Table]?: ValueOf<Table[Name]> | undefined;
};

/** Whether a value is one that the parameter can have. */
export function fits(parameter: Parameter, value: unknown): boolean {
  switch (parameter.kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string';
    case 'choice':
      return typeof value === 'string' && parameter.choices.includes(value);
    default: {
      if (typeof value !== 'number' || !Number.isFinite(value)) return false;
      if (parameter.kind === 'integer' && !Number.isInteger(value)) return false;
      const { from = -Infinity, to = Infinity, above } = parameter;
      return value <= to && (above ? value > from : value >= from);
    }
  }
}

/** The values that a parameter can have, in words. */
export function allowed(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'boolean':
      return 'true or false';
    case 'text':
      return 'a text';
    case 'choice':
      return oneOf(parameter.choices);
    default: {
      const { from, to, above } = parameter;
      const what = parameter.kind === 'integer' ? 'a whole number' : 'a number';
      if (above) return `${what} above ${from}${to === undefined ? '' : ` and up to ${to}`}`;
      if (from !== undefined && to !== undefined) return `${what} from ${from} to ${to}`;
      if (from === undefined) return to === undefined ? what : `${what} up to ${to}`;
      return `${what} of at least ${from}`;
    }
  }
}

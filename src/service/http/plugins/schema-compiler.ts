/** What checks values against schemas: a module of its own, because `validation.ts` loads it with its first use. */
export { Compile } from 'typebox/compile';
export { Check, Errors } from 'typebox/value';

/** What checks values against schemas: a module of its own, as `validation.ts` loads it when its first use comes. */
export { Compile } from 'typebox/compile';
export { Check, Errors } from 'typebox/value';

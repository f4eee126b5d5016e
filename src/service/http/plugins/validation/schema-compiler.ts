import { Set as setFormat } from 'typebox/format';

/** Without embeddings, overrides and isolates of direction (UAX 9), which would reorder the text around a name. */
const isOneLine = /^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*$/u;
/** Neither white space nor a sign that shows nothing, such as a space without width. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;

// As `line` in contract/schema-parts.ts says.
setFormat('line', (text) => isOneLine.test(text) && (text === '' || visible.test(text)));

/** What checks values against schemas: a module of its own, because `validation.ts` loads it with its first use. */
export { Compile } from 'typebox/compile';
export { Check, Errors } from 'typebox/value';

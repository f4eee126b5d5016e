/** Formats of files that tables are read from, apart from the schemas: the page needs them without these. */

/** By the names of the API. */
export const tableFormats = ['csv', 'xlsx', 'ods', 'parquet', 'json'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** In a sentence. */
export const tableFormatWords = 'CSV, XLSX, ODS, Parquet or JSON';

/** How a text begins that a spreadsheet takes for a formula, some by signs of full width. An apostrophe before it makes it text again. */
export const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/** What a dialog for files offers. */
export const tableFiles = '.csv,.tsv,.txt,.xlsx,.ods,.parquet,.json,.jsonl,text/csv';

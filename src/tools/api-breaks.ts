/**
 * What a client of an earlier API document could no longer do: the promise of docs/versioning.md, checked. Additions are no breaks,
 * with one exception: a new required field of a request.
 *
 * `node src/tools/api-breaks.ts` compares with the kept document; `--record` keeps the present one, at a release.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from './write-client.ts';

/** The document of the last release. */
export const keptFile = join(import.meta.dirname, '../../test/data/openapi-kept.json');

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** A value that clients send, or one that they receive. */
type Direction = 'request' | 'response';

/** Compares two documents; `then` is what clients were written for. */
class Comparison {
  readonly #then: ApiDocument;
  readonly #now: ApiDocument;
  /** Pairs of components that are compared already: schemas refer to themselves. */
  readonly #seen = new Set<string>();
  readonly breaks: string[] = [];

  constructor(then: ApiDocument, now: ApiDocument) {
    this.#then = then;
    this.#now = now;
  }

  run(): void {
    for (const [path, methods] of Object.entries(this.#then.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const where = `${method.toUpperCase()} ${path}`;
        const now = this.#now.paths[path]?.[method];
        if (now === undefined) this.breaks.push(`${where}: removed`);
        else this.#operation(where, operation, now);
      }
    }
  }

  #operation(where: string, then: Operation, now: Operation): void {
    for (const { name, in: place, schema } of then.parameters ?? []) {
      const found = now.parameters?.find((one) => one.name === name && one.in === place);
      if (found === undefined) this.breaks.push(`${where}: ${place} parameter ${name} removed`);
      else this.#schema(`${where} ${place} ${name}`, schema, found.schema, 'request');
    }
    for (const { name, in: place, required } of now.parameters ?? []) {
      const before = then.parameters?.find((one) => one.name === name && one.in === place);
      if (required === true && before?.required !== true)
        this.breaks.push(`${where}: ${place} parameter ${name} became required`);
    }
    if (now.requestBody?.required === true && then.requestBody?.required !== true)
      this.breaks.push(`${where}: a body became required`);
    this.#content(`${where} body`, then.requestBody, now.requestBody, 'request');
    for (const [status, response] of Object.entries(then.responses)) {
      if (Number(status) >= 300) continue;
      if (now.responses[status] === undefined) this.breaks.push(`${where}: no longer answers ${status}`);
      else this.#content(`${where} ${status}`, response, now.responses[status], 'response');
    }
  }

  #content(where: string, then: Content | undefined, now: Content | undefined, direction: Direction): void {
    for (const [type, { schema }] of Object.entries(then?.content ?? {})) {
      const found = now?.content?.[type];
      if (found === undefined) this.breaks.push(`${where}: ${type} removed`);
      else this.#schema(where, schema, found.schema, direction);
    }
  }

  #resolve(document: ApiDocument, schema: Schema): Schema {
    return schema.$ref === undefined
      ? schema
      : (document.components?.schemas?.[schema.$ref.split('/').at(-1)!] ?? {});
  }

  #schema(where: string, before: Schema, after: Schema, direction: Direction): void {
    if (before.$ref !== undefined || after.$ref !== undefined) {
      const pair = `${direction} ${before.$ref} ${after.$ref}`;
      if (before.$ref !== undefined && this.#seen.has(pair)) return;
      this.#seen.add(pair);
    }
    const then = this.#resolve(this.#then, before);
    const now = this.#resolve(this.#now, after);
    if (then.anyOf !== undefined || now.anyOf !== undefined)
      this.#alternatives(where, then.anyOf ?? [then], now.anyOf ?? [now], direction);
    else this.#single(where, then, now, direction);
  }

  #single(where: string, then: Schema, now: Schema, direction: Direction): void {
    this.#values(where, then, now, direction);
    this.#properties(where, then, now, direction);
    if (then.items !== undefined && now.items !== undefined)
      this.#schema(`${where}[]`, then.items, now.items, direction);
    for (const [pattern, schema] of Object.entries(then.patternProperties ?? {})) {
      const found = now.patternProperties?.[pattern];
      if (found !== undefined) this.#schema(`${where}.*`, schema, found, direction);
    }
  }

  /** Each former alternative must still be one. */
  #alternatives(where: string, then: readonly Schema[], now: readonly Schema[], direction: Direction): void {
    for (const one of then) {
      const tries = now.map((other) => {
        const trial = new Comparison(this.#then, this.#now);
        for (const pair of this.#seen) trial.#seen.add(pair);
        trial.#schema(where, one, other, direction);
        return trial.breaks;
      });
      if (tries.some((breaks) => breaks.length === 0)) continue;
      const nearest = tries.sort((a, b) => a.length - b.length)[0] ?? [`${where}: removed`];
      this.breaks.push(...nearest);
    }
  }

  #values(where: string, then: Schema, now: Schema, direction: Direction): void {
    const listed = (schema: Schema) =>
      schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
    const types = (schema: Schema) => (schema.type === undefined ? [] : [schema.type].flat());
    if (direction === 'request') {
      const allowed = listed(now);
      const gone = (listed(then) ?? []).filter((value) => allowed !== undefined && !allowed.includes(value));
      if (gone.length > 0) this.breaks.push(`${where}: no longer takes ${gone.map(String).join(', ')}`);
      if (allowed !== undefined && listed(then) === undefined)
        this.breaks.push(`${where}: takes only ${allowed.map(String).join(', ')}`);
    }
    const [wide, narrow] = direction === 'request' ? [now, then] : [then, now];
    const fits = (type: string) =>
      types(wide).includes(type) || (type === 'integer' && types(wide).includes('number'));
    if (types(wide).length > 0 && !(types(narrow).length > 0 && types(narrow).every(fits)))
      this.breaks.push(
        `${where}: was ${types(then).join('|') || 'any'}, is ${types(now).join('|') || 'any'}`,
      );
  }

  #properties(where: string, then: Schema, now: Schema, direction: Direction): void {
    // An object with free keys takes whatever a client sent.
    const isOpen = now.properties === undefined && now.additionalProperties !== false;
    for (const [name, schema] of Object.entries(then.properties ?? {})) {
      const found = now.properties?.[name];
      if (found !== undefined) this.#schema(`${where}.${name}`, schema, found, direction);
      else if (!(isOpen && direction === 'request')) this.breaks.push(`${where}.${name}: removed`);
    }
    const [less, more] = direction === 'request' ? [then, now] : [now, then];
    const what = direction === 'request' ? 'became required' : 'is no longer always there';
    for (const name of more.required ?? []) {
      const known = direction === 'request' || now.properties?.[name] !== undefined;
      if (known && !less.required?.includes(name)) this.breaks.push(`${where}.${name}: ${what}`);
    }
  }
}

/** One line for each thing that clients of `then` relied on and `now` does not give; none when `now` is compatible. */
export function apiBreaks(then: ApiDocument, now: ApiDocument): string[] {
  const comparison = new Comparison(then, now);
  comparison.run();
  return [...new Set(comparison.breaks)];
}

if (import.meta.main) {
  const now = await openApiDocument();
  if (process.argv.includes('--record')) {
    writeFileSync(keptFile, now);
    console.log(`kept ${keptFile}`);
  } else if (!existsSync(keptFile)) {
    console.log('no document is kept: --record keeps the present one');
  } else {
    const breaks = apiBreaks(JSON.parse(readFileSync(keptFile, 'utf8')), JSON.parse(now));
    for (const line of breaks) console.log(line);
    process.exitCode = breaks.length === 0 ? 0 : 1;
  }
}

import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Strategy } from '../engine/acquisition/strategies/definition.ts';
import { strategies } from '../engine/acquisition/strategies/table.ts';
import { suggestOptions } from '../engine/acquisition/suggest-options.ts';
import type { DesignMethod } from '../engine/design/definition.ts';
import { designMethods } from '../engine/design/methods.ts';
import { type DesignParameter, designOptions } from '../engine/design/options.ts';
import { changeLevels, hardLevels } from '../engine/design/task.ts';
import type { CovarianceDefinition } from '../engine/gp/covariance/definition.ts';
import { covariances } from '../engine/gp/covariance/index.ts';
import { smoothness } from '../engine/gp/covariance/requests.ts';
import { usualTransforms } from '../engine/gp/recipes/recipe.ts';
import { trainOptions } from '../engine/gp/train-options.ts';
import { transformNames } from '../engine/gp/transforms/scaling.ts';
import { allowed, type Parameter, type Parameters } from '../engine/parameter.ts';
import { snake } from '../engine/words.ts';

/**
 * Writes what follows from the families of the engine: the literals of the contract (which the page takes its choices
 * from) and the tables of the docs. A test compares the files with what this writes.
 */

const strategyEntries = Object.entries<Strategy>(strategies);
const methodEntries = Object.entries<DesignMethod>(designMethods);
const optionEntries = Object.entries<DesignParameter>(designOptions);

const text = (value: unknown): string => JSON.stringify(value);

/** A parameter as TypeBox writes it. */
function schemaOf(parameter: DesignParameter): string {
  const { unit, purpose } = parameter;
  const description = text(unit === undefined ? purpose : `${purpose} (${unit})`);
  const annotations = [
    `description: ${description}`,
    ...(parameter.default === undefined ? [] : [`default: ${text(parameter.default)}`]),
  ];
  if (parameter.kind === 'boolean') return `Type.Boolean({ ${annotations.join(', ')} })`;
  if (parameter.kind === 'text') return `Type.String({ ${annotations.join(', ')} })`;
  if (parameter.kind === 'choice')
    return `Type.Enum(${text(parameter.choices)}, { ${annotations.join(', ')} })`;
  const { from = parameter.from, to = parameter.to } = parameter.wire ?? {};
  const limits = [
    ...(from === undefined ? [] : [`${parameter.above ? 'exclusiveMinimum' : 'minimum'}: ${from}`]),
    ...(to === undefined ? [] : [`maximum: ${to}`]),
  ];
  const type = parameter.kind === 'integer' ? 'Integer' : 'Number';
  return `Type.${type}({ ${[...limits, ...annotations].join(', ')} })`;
}

function optional(name: string, parameter: DesignParameter): string {
  const schema = schemaOf(parameter);
  return `  ${name}: Type.Optional(${parameter.nullable ? `Type.Union([${schema}, Type.Null()])` : schema}),\n`;
}

const optionsObject = (title: string, table: Parameters): string =>
  `export const ${title} = Type.Object(\n{\n${Object.entries(table)
    .map(([name, parameter]) => optional(name, parameter))
    .join('')}},\n{ title: '${title}', additionalProperties: false },\n);\n`;

/** The strategies in words, for the field of the request. */
function strategyWords(): string {
  const names = (objectives: Strategy['objectives']) =>
    strategyEntries.flatMap(([name, one]) => (one.objectives === objectives ? [name] : [])).join(', ');
  return `auto: trains what it needs and decides the rest; or ${names('one')}; several objectives: ${names('several')}; EI or qEHVI by default`;
}

const head = '// Written by src/tools/write-families.ts from the tables of the engine; do not edit.\n';

/** Names of parameters; `kappa` is left out where it is another name of `beta`. */
const namesOf = (parameters: Parameters = {}): string[] =>
  Object.keys(parameters).filter((name) => !(name === 'kappa' && 'beta' in parameters));

/** src/contract/families.ts: plain data, which the page loads too. */
/** The strategies that the page offers. */
const strategyChoices = () =>
  strategyEntries.flatMap(
    ([name, { label, purpose, batch, recipes, objectives, usual = [], weighsCosts = false, parameters }]) =>
      label === undefined
        ? []
        : [
            {
              name,
              label,
              purpose,
              batch,
              recipes,
              objectives,
              usual,
              weighsCosts,
              parameters: { sklearn: namesOf(parameters.sklearn), botorch: namesOf(parameters.botorch) },
            },
          ],
  );

/** The kernels that a training may name, those of both recipes first. */
function kernelChoices() {
  const requests = Object.values<CovarianceDefinition>(covariances).flatMap(({ request }) => request ?? []);
  return [...Map.groupBy(requests, ({ kernel }) => kernel)]
    .map(([name, members]) => ({
      name,
      label: members[0]?.label ?? name,
      recipes: members[0]?.recipes ?? [],
      smoothness: members.flatMap(({ smoothness: nu }) => nu ?? []),
    }))
    .toSorted((a, b) => b.recipes.length - a.recipes.length);
}

/** The kernels in words, for the field of the request. */
function kernelWords(): string {
  const only = (...recipes: readonly string[]) =>
    kernelChoices()
      .flatMap((one) => (one.recipes.toSorted().join() === recipes.join() ? [one.name] : []))
      .join(', ');
  return `${only('botorch', 'sklearn')}; sklearn also ${only('sklearn')}, botorch also ${only('botorch')}; any letter case`;
}

const kernelsSource = (): string => `/** What field \`kernel\` of a training may be. */
export const kernelText = ${text(kernelWords())};

/** A kernel that a training may name. */
export interface KernelChoice {
  readonly name: string;
  readonly label: string;
  readonly recipes: readonly string[];
  /** Values of its smoothness ν, rough ones first; empty where it has none. */
  readonly smoothness: readonly number[];
}

export const kernelChoices: readonly KernelChoice[] = ${text(kernelChoices())};

/** Field of the smoothness ν in \`kernel_params\`, and its default, by recipe. */
export const smoothnessOf = ${text(smoothness)} as const;
`;

const transformsSource =
  (): string => `/** What fields \`input_transform_type\` and \`output_transform_type\` of a training may be. */
export const transformText = ${text(`${transformNames.join(', ')}; any letter case`)};

/** Those of a training that names none, by recipe. */
export const usualTransforms = ${text(usualTransforms)} as const;
`;

function familiesSource(): string {
  const choices = strategyChoices();
  const ordered = methodEntries.toSorted(
    ([, a], [, b]) => Number(b.usual ?? false) - Number(a.usual ?? false),
  );
  const methods = ordered.map(([name, { label, purpose, parameters }]) => ({
    name,
    label,
    purpose,
    parameters: parameters.map(snake),
  }));
  return `${head}
/** What field \`strategy\` of a suggestion may be. */
export const strategyText = ${text(strategyWords())};

/** A strategy that the page offers. */
export interface StrategyChoice {
  readonly name: string;
  readonly label: string;
  readonly purpose: string;
  readonly batch: boolean;
  readonly recipes: readonly string[];
  readonly objectives: 'one' | 'several';
  /** Recipes for which it is the first choice. */
  readonly usual: readonly string[];
  /** Whether gains can be weighed against costs. */
  readonly weighsCosts: boolean;
  /** Numbers that it reads, by recipe. */
  readonly parameters: Readonly<Record<'sklearn' | 'botorch', readonly string[]>>;
}

export const strategyChoices: readonly StrategyChoice[] = ${text(choices)};

${kernelsSource()}
${transformsSource()}
/** Methods of initial designs. */
export const designMethodNames = ${text(methodEntries.map(([name]) => name))} as const;

/** A design method with the parameters that it reads. */
export interface DesignMethodChoice {
  readonly name: (typeof designMethodNames)[number];
  readonly label: string;
  readonly purpose: string;
  readonly parameters: readonly string[];
}

/** The usual one first. */
export const designMethodChoices: readonly DesignMethodChoice[] = ${text(methods)};

/** How hard a variable is to change between runs, hardest first. */
export const changeLevels = ${text(changeLevels)} as const;
export type ChangeLevel = (typeof changeLevels)[number];

/** The levels that plots keep. */
export const hardLevels = ${text(hardLevels)} as const;
export type HardLevel = (typeof hardLevels)[number];
`;
}

/** src/contract/family-options.ts. */
function optionsSource(): string {
  const methods = optionEntries.map(([name, parameter]) => optional(snake(name), parameter));
  return `${head}import { Type } from 'typebox';

/** Parameters of design methods; each method reads its own. */
export const methodOptions = {
${methods.join('')}};

/** Choices of a suggestion beyond those of the interface. */
${optionsObject('SuggestOptions', suggestOptions)}
/** Choices of a training beyond those of the interface. */
${optionsObject('TrainOptions', trainOptions)}`;
}

const cell = (content: string): string => content.replaceAll('|', '\\|') || '–';
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))]
    .map((row) => (row[0] === '---' ? `|${row.join('|')}|` : `| ${row.join(' | ')} |`))
    .join('\n');

function parameterCell(parameters: Strategy['parameters']): string {
  return (['sklearn', 'botorch'] as const)
    .flatMap((recipe) => {
      const own = Object.entries(parameters[recipe] ?? {});
      const named = own.map(([name, parameter]) => `\`${name}\` ${parameter.default ?? ''}`.trim());
      return own.length === 0 ? [] : [`${recipe}: ${named.join(', ')}`];
    })
    .join('; ');
}

const optionRows = (options: Parameters): string =>
  table(
    ['option', 'values', 'default', 'what it does'],
    Object.entries<Parameter>(options).map(([name, parameter]) => [
      `\`${name}\``,
      allowed(parameter) + (parameter.unit === undefined ? '' : ` (${parameter.unit})`),
      parameter.default === undefined ? '' : `${parameter.default}`,
      parameter.purpose,
    ]),
  );

function methodTable(structured: boolean): string {
  const parameters = ({ parameters: names }: DesignMethod) =>
    names.map((name) => `\`${snake(name)}\``).join(', ');
  const own = methodEntries.filter(([, { runs }]) => (runs !== undefined) === structured);
  return structured
    ? table(
        ['method', 'description', 'runs without centre', 'needs', 'parameters'],
        own.map(([name, one]) => [`\`${name}\``, one.purpose, one.runs ?? '', one.needs, parameters(one)]),
      )
    : table(
        ['method', 'description', 'how it is made', 'parameters'],
        own.map(([name, one]) => [`\`${name}\``, one.purpose, one.about ?? '', parameters(one)]),
      );
}

/** Tables of the docs, by file and name of their place. */
const docTables: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/experiments/strategies.md': {
    strategies: () =>
      table(
        ['name', 'recipe', 'points', 'value', 'parameters (default)'],
        strategyEntries.map(([name, one]) => [
          `\`${name}\``,
          `${one.recipes.length > 1 ? 'both' : one.recipes[0]}${one.objectives === 'several' ? ', several objectives' : ''}`,
          one.batch ? 'batch' : '1',
          one.value,
          parameterCell(one.parameters),
        ]),
      ),
    'suggest options': () => optionRows(suggestOptions),
    'train options': () => optionRows(trainOptions),
  },
  'docs/designs.md': {
    'classical designs': () => methodTable(true),
    'space-filling designs': () => methodTable(false),
    'design parameters': () =>
      table(
        ['parameter', 'values', 'default', 'what it does'],
        optionEntries.map(([name, parameter]) => {
          const shown = parameter.wire === undefined ? parameter : { ...parameter, ...parameter.wire };
          return [`\`${snake(name)}\``, allowed(shown), `${parameter.default ?? ''}`, parameter.purpose];
        }),
      ),
  },
};

/** A document with its tables rewritten, between `<!-- written: NAME -->` and `<!-- end -->`. */
export function withTables(document: string, tables: Readonly<Record<string, () => string>>): string {
  return Object.entries(tables).reduce((done, [name, write]) => {
    const begin = `<!-- written: ${name} -->`;
    const from = done.indexOf(begin);
    const to = done.indexOf('<!-- end -->', from);
    if (from < 0 || to < 0)
      throw new Error(`no place for the table '${name}': expected ${begin} … <!-- end -->`);
    return `${done.slice(0, from + begin.length)}\n${write()}\n${done.slice(to)}`;
  }, document);
}

const root = new URL('../../', import.meta.url);

/** Source as the formatter of this project has it. */
function formatted(path: string, source: string): string {
  const biome = fileURLToPath(new URL('node_modules/.bin/biome', root));
  return execFileSync(biome, ['format', '--vcs-enabled=false', `--stdin-file-path=${path}`], {
    cwd: fileURLToPath(root),
    input: source,
    encoding: 'utf8',
  });
}

/** Every file that follows from the families, by its path from the root. */
export async function familyFiles(): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  for (const [path, write] of [
    ['src/contract/families.ts', familiesSource],
    ['src/contract/family-options.ts', optionsSource],
  ] as const)
    files[path] = formatted(path, write());
  for (const [path, tables] of Object.entries(docTables))
    files[path] = withTables(await readFile(new URL(path, root), 'utf8'), tables);
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, content] of Object.entries(await familyFiles()))
    await writeFile(new URL(path, root), content);

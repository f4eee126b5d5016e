import { binaryCodes, reduceCodes, unaryCodes } from '../engine/compute/elementwise-codes.ts';
import { type BufferDefinition, flagsOf, type OpDefinition } from '../engine/compute/op-definition.ts';
import { ops } from '../engine/compute/ops.ts';
import { camel, staleFiles, writeFiles } from './written-files.ts';

/**
 * Writes what the kernels need to know of the ops, from their definitions: the list, and per op a struct with the sizes
 * by name, the places of the buffers and the lengths that they need.
 */

const origin = 'Written by src/tools/write-op-table.ts from src/engine/compute/ops.ts; not to be edited.';
const definitions: Readonly<Record<string, OpDefinition>> = ops;

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
function list(): string {
  const lines = Object.keys(definitions).map((name) => `ATHANOR_OP(${name}, ${camel(name)})`);
  return `// ${origin}\n// ATHANOR_OP(name, struct of op-table.h), in the order of their numbers.\n${lines.join('\n')}\n`;
}

function lengthOf(definition: BufferDefinition): string {
  if (typeof definition === 'object' && 'flag' in definition) {
    const flag = snake(definition.flag);
    const condition = definition.bits === 0 ? `${flag} == 0` : `(${flag} & ${definition.bits}) != 0`;
    return `${condition} ? ${lengthOf(definition.shape)} : 0`;
  }
  if (definition === 'own') return '0';
  const terms = definition.map((term) =>
    typeof term === 'number' ? `${term}` : term.split('+').map(snake).join(' + '),
  );
  return `times(${terms.length === 1 ? [...terms, '1'].join(', ') : terms.join(', ')})`;
}

function places(buffers: Readonly<Record<string, BufferDefinition>>, count: string): string {
  return `enum { ${[...Object.keys(buffers).map((name) => `k${camel(name)}`), count].join(', ')} };`;
}

function lengths(side: string, buffers: Readonly<Record<string, BufferDefinition>>): string {
  const lines = Object.entries(buffers).map(
    ([name, definition]) => `    lengths[k${camel(name)}] = ${lengthOf(definition)};`,
  );
  return `  void ${side}_lengths(size_t* lengths) const {\n${lines.join('\n')}\n  }`;
}

/** Ranges of places that hold counts or flags; seeds use all 32 bits. */
function runsOfCounts(sizes: readonly string[]): [number, number][] {
  const runs: [number, number][] = [];
  sizes.forEach((size, i) => {
    if (size.startsWith('seed')) return;
    const last = runs.at(-1);
    if (last?.[1] === i) last[1] = i + 1;
    else runs.push([i, i + 1]);
  });
  return runs;
}

function struct(name: string, definition: OpDefinition): string {
  const { sizes, most = 2 ** 26, inputs, outputs } = definition;
  const count = sizes.length;
  const bounds = runsOfCounts(sizes).map(([from, to]) => `!in_range(dims, ${from}, ${to}, ${most})`);
  const flags = flagsOf(definition).map((flag) => `dims[${sizes.indexOf(flag)}] > 1`);
  return `struct ${camel(name)} {
  int ${sizes.map(snake).join(', ')};
  const int32_t* rest;
  size_t rest_length;
  ${places(inputs, 'kInputs')}
  ${places(outputs, 'kOutputs')}
  bool read(const int32_t* dims, size_t n_dims) {
    if (${[`n_dims < ${count}`, ...bounds, ...flags].join(' || ')}) return false;
${sizes.map((size, i) => `    ${snake(size)} = dims[${i}];`).join('\n')}
    rest = dims + ${count};
    rest_length = n_dims - ${count};
    return true;
  }
${lengths('input', inputs)}
${lengths('output', outputs)}
};
`;
}

function codes(kind: string, table: Readonly<Record<string, number>>): string {
  const names = Object.entries(table).map(([name, code]) => `  k${kind}${camel(name)} = ${code},`);
  return `enum ${kind}Function {\n${names.join('\n')}\n};\n`;
}

function header(): string {
  return `/**
 * ${origin}
 *
 * Per op a struct of its sizes. \`read\` is false where dims are too few or out of range; the rest is what follows them.
 * Lengths are what buffers need at least: 0 for one that a step of these sizes does not have, and for one that the op
 * itself measures. The includer defines ATHANOR_OP_TABLE, the namespace of its copy (see kernels/cpu/simd.h).
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifndef ATHANOR_OP_TABLE
#error "ATHANOR_OP_TABLE must name the namespace of this copy"
#endif

namespace ATHANOR_OP_TABLE {

/** Product of sizes; SIZE_MAX when it does not fit, so that no buffer is ever long enough. */
static inline size_t times(size_t a, size_t b) {
  size_t product;
  return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}
static inline size_t times(size_t a, size_t b, size_t c) { return times(times(a, b), c); }

/** True when the dims from … to − 1 lie in [0, most]. */
static inline bool in_range(const int32_t* dims, size_t from, size_t to, int most) {
  for (size_t i = from; i < to; i++) {
    if (dims[i] < 0 || dims[i] > most) return false;
  }
  return true;
}

${codes('Unary', unaryCodes)}
${codes('Binary', binaryCodes)}
${codes('Reduce', reduceCodes)}
${Object.entries(definitions)
  .map(([name, definition]) => struct(name, definition))
  .join('\n')}
}  // namespace ATHANOR_OP_TABLE
`;
}

/** The files with what is to stand in them. */
const opTables = (): Readonly<Record<string, string>> => ({
  'kernels/include/athanor/ops.def': list(),
  'kernels/include/athanor/op-table.h': header(),
});

export const staleOpTables = (): string[] => staleFiles(opTables());

if (import.meta.main) writeFiles(opTables());

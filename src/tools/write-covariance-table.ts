import { codeLimits, operatorTokens } from '../engine/compute/covariance-code.ts';
import type { CovarianceDefinition } from '../engine/gp/covariance/definition.ts';
import { covariances } from '../engine/gp/covariance/index.ts';
import { camel, staleFiles, writeFiles } from './written-files.ts';

/**
 * Writes what the kernels need to know of the covariances, from their definitions: tokens and parameter counts, for
 * TypeScript, and for C++ and CUDA.
 */

const typescriptFile = 'src/engine/compute/covariance-table.ts';
const headerFile = 'kernels/include/athanor/covariance-table.h';
const origin =
  'Written by src/tools/write-covariance-table.ts from src/engine/gp/covariance; not to be edited.';

interface Row {
  readonly name: string;
  readonly token: number;
  /** Parameters per column, and those that serve all columns. */
  readonly perColumn: number;
  readonly perLeaf: number;
}

/** Those with kernels, by token. */
function rows(): Row[] {
  return Object.entries(covariances as Readonly<Record<string, CovarianceDefinition>>)
    .filter(([, { kernel }]) => kernel)
    .map(([name, { token, parameters }]) => ({
      name,
      token,
      perColumn: parameters.filter(({ per }) => per === 'column').length,
      perLeaf: parameters.filter(({ per }) => per === 'leaf').length,
    }))
    .sort((a, b) => a.token - b.token);
}

function typescript(): string {
  const tokens = rows().map(({ name, token }) => `  ${name}: ${token},`);
  const counts = rows().map(
    ({ name, perColumn, perLeaf }) => `  ${name}: { perColumn: ${perColumn}, perLeaf: ${perLeaf} },`,
  );
  return `/** ${origin} */

/** Tokens of the covariances that have kernels. */
export const leafTokens = {
${tokens.join('\n')}
} as const;

/** Log parameters that a leaf consumes: per column, and besides. */
export const parameterCounts = {
${counts.join('\n')}
} as const satisfies Record<keyof typeof leafTokens, object>;
`;
}

function header(): string {
  const own = rows();
  const enumerators = [
    ...own.map(({ name, token }) => `  k${camel(name)} = ${token},`),
    ...Object.entries(operatorTokens).map(([name, token]) => `  k${camel(name)} = ${token},`),
  ];
  const cases = own.map(({ name, perColumn, perLeaf }) => {
    const parts = [perColumn === 1 ? 'columns' : `${perColumn} * columns`, `${perLeaf}`];
    const kept = parts.filter((_, i) => (i === 0 ? perColumn : perLeaf) > 0);
    return `    case k${camel(name)}:\n      return ${kept.join(' + ') || '0'};`;
  });
  const list = own.map(({ name }) => `  X(k${camel(name)}, ${camel(name)})`);
  return `/** ${origin} */
#pragma once

/** A function that is compiled for the device too; each translation unit has its own copy (see kernels/cpu/simd.h). */
#ifdef __CUDACC__
#define ATH_HD __host__ __device__ __forceinline__
#else
#define ATH_HD inline
#endif

namespace athanor {

/** Tokens of a covariance code. */
enum Token {
${enumerators.join('\n')}
};

/** Log parameters that a leaf consumes over so many columns; −1: the token is no leaf. */
static ATH_HD constexpr int leaf_parameters(int token, int columns) {
  switch (token) {
${cases.join('\n')}
    default:
      return -1;
  }
}

/** Every leaf: X(token, functor of covariance.h). */
#define ATHANOR_LEAVES(X) \\
${list.join(' \\\n')}

/** What every backend takes of one code: tokens, height of the stack, parameters. */
constexpr int kMaxTokens = ${codeLimits.tokens};
constexpr int kMaxStack = ${codeLimits.depth};
constexpr int kMaxParameters = ${codeLimits.parameters};

}  // namespace athanor
`;
}

/** The files with what is to stand in them. */
export const covarianceTables = (): Readonly<Record<string, string>> => ({
  [typescriptFile]: typescript(),
  [headerFile]: header(),
});

export const staleTables = (): string[] => staleFiles(covarianceTables());

if (import.meta.main) writeFiles(covarianceTables());

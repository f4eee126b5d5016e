import type { ModelBackend, TrainingConfig, TrainRequest } from '../../../contract/models/model.ts';
import type { Goal, Goals } from '../../../contract/values.ts';
import { ValueError } from '../../../engine/errors.ts';
import { kernelParametersOf, kernelsOf } from '../../../engine/gp/covariance/requests.ts';
import type { Recipe } from '../../../engine/gp/recipes/recipe.ts';
import { checkTogether, checkTrainOptions } from '../../../engine/gp/train-options.ts';
import { scalingRule } from '../../../engine/gp/transforms/scaling.ts';
import { counted, namesToUse } from '../../../engine/words.ts';
import { fieldError } from '../../errors.ts';
import type { State } from '../state.ts';
import { didYouMean, list, show } from '../words.ts';

export type TrainOptions = Readonly<Record<string, number | string | boolean>>;

/** A training call with every default filled in. */
export interface Call {
  readonly config: TrainingConfig;
  readonly targets: readonly string[];
  readonly goals: readonly Goal[] | null;
  readonly options: TrainOptions | null;
}

/** `auto` has one covariance and chooses its smoothness automatically. */
const kernels: Readonly<Record<ModelBackend, readonly string[]>> = {
  sklearn: kernelsOf('sklearn'),
  botorch: kernelsOf('botorch'),
  auto: ['Matern'],
};

/** Choices that `auto` makes automatically; the call that it remembers has them at these values. */
const inferred = [
  'kernel_params',
  'input_transform_type',
  'input_transform',
  'output_transform_type',
  'output_transform',
  'optimizer',
  'options',
] as const satisfies readonly (keyof TrainRequest)[];

/** @throws ValueError naming a choice that `auto` makes automatically */
function checkInferred(request: TrainRequest): void {
  const given = inferred.find((name) => request[name] != null);
  if (given !== undefined) {
    throw new ValueError(
      `${given}: backend 'auto' infers it from the data, got ${show(request[given])}; leave it out, or choose backend 'botorch'`,
    );
  }
  if (request.calibration_enabled === true) {
    throw new ValueError(
      `calibration_enabled: the intervals of backend 'auto' need no calibration; leave it out, or choose backend 'botorch'`,
    );
  }
}

/** A transform under one of its two names. @throws ValueError naming the one that was sent: they differ, or it is unknown */
function transformOf(side: 'input' | 'output', request: TrainRequest): string | undefined {
  const [name, short] = [`${side}_transform_type`, `${side}_transform`] as const;
  const { [name]: a, [short]: b } = request;
  if (a != null && b != null && a !== b) {
    throw fieldError(
      ['body', name],
      `${show(a)} and ${show(b)} differ; send one spelling of ${name}`,
      'differ',
    );
  }
  const given = a ?? b ?? undefined;
  if (given !== undefined) scalingRule(a == null ? short : name, given);
  return given;
}

/** The name of a covariance as the backend spells it, whatever its letter case. @throws ValueError the backend has none of that name */
export function kernelOf(backend: ModelBackend, kernel: string): string {
  const known = kernels[backend];
  const found = known.find((name) => name.toLowerCase() === kernel.toLowerCase());
  if (found !== undefined) return found;
  throw new ValueError(`kernel ${show(kernel)} is unknown to ${backend}; ${namesToUse(known, kernel)}`);
}

/** @throws ValueError a parameter that no covariance of the recipe has */
function checkKernelParams(backend: Recipe, given: TrainRequest['kernel_params']): void {
  const known = [...new Set(['nu', 'matern_nu', ...kernelParametersOf(backend)])];
  const unknown = Object.keys(given ?? {}).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new ValueError(`kernel_params: ${backend} has no '${unknown}'; ${namesToUse(known, unknown)}`);
}

/** Numbers of `kernel_params` under the engine's names; null entries count as absent. */
export function kernelNumbers({ backend, kernel_params }: TrainingConfig): Record<string, number> {
  const numbers: Record<string, number> = {};
  const nu = backend === 'sklearn' ? 'matern_nu' : 'nu';
  for (const [name, value] of Object.entries(kernel_params ?? {})) {
    if (value === null) continue;
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw new ValueError(`kernel_params: '${name}' must be a finite number, got ${show(value)}`);
    }
    numbers[name === 'nu' || name === 'matern_nu' ? nu : name] = value;
  }
  return numbers;
}

function targetsOf(state: State, wanted: TrainRequest['target_column']): readonly string[] {
  if (wanted == null) return state.targets;
  const targets = typeof wanted === 'string' ? [wanted] : wanted;
  const unknown = targets.filter((target) => !state.targets.includes(target));
  if (unknown.length > 0) {
    throw new ValueError(
      `target_column: ${list(unknown)} is not an objective; ${didYouMean(unknown[0], state.targets)}the objectives are ${list(state.targets)}`,
    );
  }
  return targets;
}

/** One goal per objective. */
export function goalsFor(targets: readonly string[], goal: Goals): readonly Goal[] {
  if (!Array.isArray(goal)) return targets.map(() => goal);
  if (goal.length !== targets.length) {
    throw new ValueError(
      `goal: the session has ${counted(targets.length, 'objective')} (${list(targets)}), got ${counted(goal.length, 'goal')}; send one for each`,
    );
  }
  return goal;
}

/** What a training does, with all that the request leaves open filled in. @throws ValueError options that the backend or the data rule out */
export function callOf(state: State, request: TrainRequest): Call {
  const backend = request.backend ?? 'sklearn';
  if (backend === 'auto') checkInferred(request);
  else checkKernelParams(backend, request.kernel_params);
  checkTrainOptions(request.options ?? {});
  if (backend !== 'auto') checkTogether(request.options ?? {}, backend);
  const kernel = kernelOf(backend, request.kernel ?? 'Matern');
  const input = transformOf('input', request);
  const output = transformOf('output', request);
  const targets = targetsOf(state, request.target_column);
  return {
    config: {
      backend,
      kernel,
      kernel_params: request.kernel_params ?? null,
      ...(input === undefined ? {} : { input_transform_type: input }),
      ...(output === undefined ? {} : { output_transform_type: output }),
      calibration_enabled: request.calibration_enabled ?? false,
      ...(request.optimizer == null ? {} : { optimizer: request.optimizer }),
    },
    targets,
    goals: request.goal == null ? null : goalsFor(targets, request.goal),
    options: request.options ?? null,
  };
}

import { ValueError } from '../errors.ts';
import { allowed, fits } from '../parameter.ts';
import type { RunContext } from '../run-context.ts';
import { createFeasibleRegion } from '../space/feasible-region.ts';
import { didYouMean } from '../words.ts';
import { ineffectiveOptions } from './ineffective-options.ts';
import { designMethods, findDesignMethod } from './methods.ts';
import { type DesignOptionName, designOptions } from './options.ts';
import type { InitialDesignResult, InitialDesignTask } from './task.ts';

function checkOptions(task: InitialDesignTask): void {
  const { method, searchEffort = 1 } = task;
  if (!(searchEffort > 0 && searchEffort <= 1))
    throw new ValueError(`${method}: searchEffort must lie above 0 and up to 1, got ${searchEffort}`);
  for (const name of Object.keys(designOptions) as DesignOptionName[]) {
    const value = task[name];
    if (value === undefined || fits(designOptions[name], value)) continue;
    throw new ValueError(`${method}: ${name} must be ${allowed(designOptions[name])}, got ${value}`);
  }
}

/**
 * Makes an initial design over the variables of a space (the controllable ones: observed ones are left out by the
 * caller).
 *
 * Same task, same design. With constraints, runs of a classical design that miss them are dropped, and the design is
 * refused when the rest cannot estimate the model that it implies.
 *
 * @throws ValueError for options or variables that the method cannot work with
 * @throws InfeasibleRegionError when the constraints leave no point, or none that the method can reach
 * @throws DesignNotEstimableError naming the terms lost, unless `allowInfeasible`
 * @throws CancelledError
 */
export function initialDesign(task: InitialDesignTask, context: RunContext): InitialDesignResult {
  const { space } = task;
  const method = findDesignMethod(task.method);
  if (method === undefined)
    throw new ValueError(
      `design: method '${task.method}' is not known; ${didYouMean(task.method, Object.keys(designMethods))}use one of ${Object.keys(designMethods).join(', ')}`,
    );
  if (space.dimensions.length === 0)
    throw new ValueError(`${task.method}: there are no variables to choose; add a controllable one`);
  checkOptions(task);
  const region = space.constraints.length > 0 ? createFeasibleRegion(space) : undefined;
  const result = method.run(task, region, context);
  const warnings = [...ineffectiveOptions(task), ...(result.warnings ?? [])];
  return warnings.length === 0 ? result : { ...result, warnings };
}

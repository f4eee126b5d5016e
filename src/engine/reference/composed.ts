import type { Backend } from '../compute/backend.ts';
import { codeOf } from '../compute/step.ts';
import { covariancesWithoutKernels, withoutKernels } from '../gp/covariance/index.ts';
import { byDefinition } from './ops.ts';

/**
 * A backend that also knows the covariances that have no kernels: steps with one of those are composed of tensor ops on
 * the backend below, by the definitions of this folder. That is slower, and the log says so once for each.
 *
 * @param log gets a line for each such covariance when it is first used
 */
export function composeCovariances(backend: Backend, log: (message: string) => void): Backend {
  if (covariancesWithoutKernels.length === 0) return backend;
  const logged = new Set<string>();
  return byDefinition(backend, (step) => {
    const code = codeOf(step);
    const missing = code ? withoutKernels(code) : [];
    for (const name of missing) {
      if (logged.has(name)) continue;
      logged.add(name);
      log(
        `covariance ${name} has no kernel: it is composed of elementwise ops on ${backend.name}, which is slower`,
      );
    }
    return missing.length > 0;
  });
}

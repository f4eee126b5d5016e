import { arrayOp } from '../array-op.ts';
import { evaluateLikelihoods } from './gp-likelihood.ts';

/** Log marginal likelihood, gradient and average information of a batch of parameters. Cost as `gp_likelihood`. */
export const gpInformation = arrayOp('gp_information', evaluateLikelihoods);

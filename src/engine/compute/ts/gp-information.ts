import { readSizes } from '../op-sizes.ts';
import { evaluateLikelihoods } from './gp-likelihood.ts';
import { need, type TsOp } from './op.ts';

/** Log marginal likelihood, gradient and average information of a batch of parameters. Cost as `gp_likelihood`. */
export const gpInformation: TsOp = (dims, inputs, outputs) => {
  const { batch, n, d, parameters: P, rest } = readSizes('gp_information', dims);
  const wanted = {
    value: need('gp_information', 'output', outputs, 0, [batch]),
    gradient: need('gp_information', 'output', outputs, 1, [batch, P]),
    status: need('gp_information', 'output', outputs, 2, [batch]),
    information: need('gp_information', 'output', outputs, 3, [batch, P, P]),
  };
  evaluateLikelihoods('gp_information', { batch, n, d, P, code: rest }, inputs, wanted);
};

/** Every covariance of the engine, by its name. One line adds another. */

export { hamming } from './hamming.ts';
export { ibnn } from './ibnn.ts';
export { linear } from './linear.ts';
export { matern12 } from './matern12.ts';
export { matern32 } from './matern32.ts';
export { matern52 } from './matern52.ts';
export { periodic } from './periodic.ts';
export { rationalQuadratic as rational_quadratic } from './rational-quadratic.ts';
export { rbf } from './rbf.ts';

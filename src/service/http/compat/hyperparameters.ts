import { usualTransforms } from '../../../contract/families.ts';
import { isRecord } from '../../../contract/is-record.ts';
import type { ModelRecord } from '../../session/state.ts';
import type { Json } from './exchange.ts';

/** Python's text of a list of numbers or names. */
const pythonList = (values: readonly unknown[]): string =>
  `[${values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(', ')}]`;

/** Three significant digits, as scikit-learn prints kernels. */
const short = (value: number): string => String(Number(value.toPrecision(3)));

const bounds = '(1e-05, 100000.0)';

/** One lengthscale is a number, several are an array. */
const scalarOrList = (values: readonly number[]): number | readonly number[] =>
  values.length === 1 ? (values[0] as number) : values;

/** Every parameter of the covariance as ours lists them: `{name, covariance, column?, value}`. */
const parameters = (ours: Json): readonly Json[] =>
  Array.isArray(ours.parameters) ? ours.parameters.filter(isRecord) : [];

/** Length scales over numeric columns, one list for each part of the covariance. */
function numericParts(ours: Json): readonly (readonly number[])[] {
  const parts: { columns: unknown[]; scales: number[] }[] = [];
  for (const { name, covariance, column, value } of parameters(ours)) {
    if (name !== 'lengthscale' || covariance === 'hamming') continue;
    let part = parts.at(-1);
    // A column that comes again belongs to the next part.
    if (part === undefined || part.columns.includes(column)) {
      part = { columns: [], scales: [] };
      parts.push(part);
    }
    part.columns.push(column);
    part.scales.push(value as number);
  }
  return parts.map(({ scales }) => scales);
}

/** scikit-learn's parameters of constant × kernel. */
function sklearn(record: ModelRecord, ours: Json): Json {
  const constant = (ours.outputscale as number | null) ?? 1;
  const all = (ours.lengthscales as number[] | undefined) ?? [];
  // scikit-learn's rational quadratic has one lengthscale for all columns.
  const scales = record.kernel === 'RationalQuadratic' ? all.slice(0, 1) : all;
  const alpha = parameters(ours).find(({ name }) => name === 'alpha')?.value as number | undefined;
  const nu = (record.kernel_params?.matern_nu as number | undefined) ?? 1.5;
  const inside = `length_scale=${scales.length === 1 ? short(scales[0] as number) : `[${scales.map(short).join(', ')}]`}`;
  const text = {
    Matern: `Matern(${inside}, nu=${nu})`,
    RationalQuadratic: `RationalQuadratic(alpha=${short(alpha ?? 1)}, ${inside})`,
  }[record.kernel];
  const scaleBounds = scales.length === 1 ? bounds : pythonList(scales.map(() => bounds)).replaceAll("'", '');
  return {
    k1: `${short(Math.sqrt(constant))}**2`,
    k2: text ?? `${record.kernel}(${inside})`,
    k1__constant_value: constant,
    k1__constant_value_bounds: bounds,
    k2__length_scale: scalarOrList(scales),
    k2__length_scale_bounds: scaleBounds,
    ...(record.kernel === 'Matern' ? { k2__nu: nu } : {}),
    ...(record.kernel === 'RationalQuadratic' ? { k2__alpha: alpha ?? 1, k2__alpha_bounds: bounds } : {}),
  };
}

const inputTransforms: Readonly<Record<string, string>> = {
  normalize: 'Normalize',
  standardize: 'InputStandardize',
};

/** The transforms that a training call ended up with; 0.4.0 names classes, and nothing for none. */
function transforms(record: ModelRecord): Json {
  const { botorch: usual } = usualTransforms;
  const { input_transform_type: input = usual.input, output_transform_type: output = usual.output } =
    record.training_config;
  return {
    input_transform: inputTransforms[input.toLowerCase()] ?? null,
    outcome_transform: output.toLowerCase() === 'standardize' ? 'Standardize' : null,
  };
}

type Write = (values: readonly unknown[]) => unknown;

/** BoTorch's parameters; arrays are text in answers of training (`write`), arrays in the plots' view. */
function botorch(record: ModelRecord, ours: Json, write: Write): Json {
  if (record.targets.length > 1) return severalObjectives(record, ours);
  const numeric = record.columns.filter((column) => column.labels === null).map((column) => column.name);
  const mixed = numeric.length < record.columns.length;
  const scales = (ours.lengthscales as number[] | undefined) ?? [];
  const parts = numericParts(ours);
  const additive = parts.map((part) => `${record.kernel}Kernel(${part.length} dims)`);
  return {
    model_type: mixed ? 'MixedSingleTaskGP' : 'SingleTaskGP',
    covar_module_type: mixed ? 'AdditiveKernel' : 'ScaleKernel',
    lengthscale: write(mixed ? parts.flat() : scales),
    ...(mixed ? { additive_kernels: write(additive) } : { outputscale: ours.outputscale ?? null }),
    continuous_features: write(numeric),
    primary_lengthscales: write(scales),
    noise: write(ours.noise == null ? [] : [ours.noise]),
    kernel_type: record.kernel,
    ...(record.kernel === 'Matern' ? { nu: record.kernel_params?.nu ?? null } : {}),
    ...transforms(record),
  };
}

function severalObjectives(record: ModelRecord, ours: Json): Json {
  const models = Object.entries((ours.models as Record<string, Json> | undefined) ?? {}).map(
    ([name, one]) =>
      `'${name}': {'model_type': 'SingleTaskGP', 'lengthscale': ${pythonList((one.lengthscales as number[]) ?? [])}, 'noise': ${pythonList([one.noise ?? 0])}}`,
  );
  return {
    n_objectives: record.targets.length,
    models: `{${models.join(', ')}}`,
    kernel_type: record.kernel,
  };
}

/** Hyperparameters under 0.4.0's names. */
export function oldHyperparameters(record: ModelRecord, write: Write = pythonList): Json {
  const ours = record.hyperparameters as Json;
  return record.backend === 'sklearn' ? sklearn(record, ours) : botorch(record, ours, write);
}

/** Cross-validation scores; none for several objectives and below five rows. */
export function oldMetrics(metrics: Json): Json {
  const { rmse = metrics.cv_rmse, mae = metrics.cv_mae, r2 = metrics.cv_r2 } = metrics;
  return rmse == null ? {} : { rmse, mae: mae ?? null, r2: r2 ?? null };
}

/** The model part of a session. */
export function modelBlock(record: ModelRecord): Json {
  return {
    backend: record.backend,
    hyperparameters: oldHyperparameters(record),
    metrics: oldMetrics(record.metrics as Json),
    is_trained: true,
  };
}

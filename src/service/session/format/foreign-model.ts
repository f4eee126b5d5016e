import { type TProperties, type TSchema, Type } from 'typebox';
import { ComputedBy } from '../../../contract/models/computed-by.ts';
import {
  Hyperparameters,
  Importance,
  ModelBackend,
  ModelMetrics,
  TrainingConfig,
  Validation,
} from '../../../contract/models/model.ts';
import { ResultBounds } from '../../../contract/objectives/objectives.ts';
import { maybe, nullable } from '../../../contract/schema-parts.ts';
import { Goal } from '../../../contract/values.ts';
import type { LatentModel } from '../../../engine/gp/model.ts';
import type { StoredFit } from '../state.ts';

const text = Type.String();
const number = Type.Number();
const whole = Type.Integer();
const byName = (schema: TSchema) => Type.Record(text, schema);
const anything = byName(Type.Unknown());

/** Arrays as `packArrays` writes them. */
const numbers = Type.Object({ f64: Type.Array(nullable(number)) });
const places = Type.Object({ i32: Type.Array(whole) });
/** What is not finite is null in JSON. */
const anyNumber = nullable(number);

const sites = { y: numbers, extra: numbers };

/** What every model has; what later releases added may be absent. */
const latent = {
  code: places,
  theta: numbers,
  members: Type.Optional(
    Type.Array(Type.Object({ weight: number, theta: numbers, sites: Type.Optional(Type.Object(sites)) })),
  ),
  scatter: Type.Optional(
    Type.Object({
      scales: numbers,
      shares: numbers,
      slope: number,
      level: number,
      centre: number,
      unit: number,
      usual: number,
      columns: Type.Optional(Type.Array(Type.Object({ column: whole, slope: number, usual: number }))),
    }),
  ),
  doubtful: Type.Optional(places),
  n: whole,
  d: whole,
  categorical: Type.Array(Type.Boolean()),
  censored: Type.Optional(Type.Object({ rows: places, sides: places, ...sites })),
  inputShift: numbers,
  inputScale: numbers,
  inputLog: Type.Optional(numbers),
  oneHot: Type.Optional(Type.Array(nullable(Type.Array(number)))),
  sparse: Type.Optional(
    Type.Object({
      kind: Type.Enum(['vecchia', 'local']),
      neighbours: whole,
      predictive: whole,
      inducing: Type.Optional(whole),
      last: Type.Optional(places),
      exactMean: Type.Optional(Type.Boolean()),
    }),
  ),
  inputWarp: Type.Optional(Type.Object({ a: numbers, b: numbers })),
  outputShift: number,
  outputScale: number,
  calibration: number,
  stdFloor: Type.Optional(number),
  objective: Type.Optional(anyNumber),
  evaluations: Type.Optional(number),
  verdict: Type.Optional(Type.Array(text)),
} satisfies Record<Exclude<keyof LatentModel, 'noise'>, TSchema>;

const Fit = Type.Object({
  model: Type.Object({
    ...latent,
    ofLog: Type.Optional(Type.Object(latent)),
    ofLogit: Type.Optional(Type.Object(latent)),
    bounds: Type.Optional(Type.Object({ low: Type.Optional(number), high: Type.Optional(number) })),
  }),
  given_noise: Type.Boolean(),
  cross_validation: nullable(
    Type.Object({
      actual: Type.Array(anyNumber),
      predicted: Type.Array(anyNumber),
      std: Type.Array(anyNumber),
      rows: Type.Array(whole),
      level: Type.Optional(Type.Array(anyNumber)),
    }),
  ),
} satisfies Record<keyof StoredFit, TSchema>);

/** Fields of a file that may be absent, and null where the schema of the wire allows it. */
const sparse = (fields: TProperties) => Type.Partial(Type.Object(fields));

/** A model as session files keep it, arrays packed by `models/packed-arrays.ts`; `models/foreign-fits.ts` compares their lengths. */
export const ForeignModel = Type.Object({
  backend: ModelBackend,
  kernel: text,
  kernel_params: nullable(anything),
  training_config: TrainingConfig,
  fitted: Type.Boolean(),
  hyperparameters: sparse(Hyperparameters.properties),
  metrics: ModelMetrics,
  trained_at: nullable(text),
  training_time_s: number,
  computed_by: Type.Optional(ComputedBy),
  targets: Type.Array(text),
  goals: nullable(Type.Array(Goal)),
  columns: Type.Array(Type.Object({ name: text, labels: nullable(Type.Array(text)) })),
  n_rows: whole,
  data_revision: whole,
  data_hash: text,
  fits: Type.Array(Fit),
  options: maybe(byName(Type.Union([number, text, Type.Boolean()]))),
  validation: Type.Optional(byName(Validation)),
  bounds: Type.Optional(byName(ResultBounds)),
  importance: Type.Optional(byName(Type.Array(Importance))),
});

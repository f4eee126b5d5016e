import { isRecord } from '../../../contract/is-record.ts';
import { type Exchange, type Json, only, pick, type Rule } from './exchange.ts';

/** Fields of a variable body; 0.4.0 ignored others, `bounds` and `values` among them, and had no type `context` here. */
const bodyFields = [
  'name',
  'type',
  'min',
  'max',
  'categories',
  'allowed_values',
  'unit',
  'description',
  'role',
  'changes',
];

function variableBody(body: Json): Json {
  return refuseContext(only(body, ...bodyFields));
}

const refuseContext = (body: Json): Json =>
  body.type === 'context' ? { ...body, type: 'context (files only)' } : body;

/** 0.4.0 echoes a variable in the spelling of its files, with nulls. */
function stored(body: Json): Json {
  const observed = body.role === 'observed';
  const common = {
    name: body.name,
    type: body.type ?? guessType(body),
    role: body.role ?? 'controllable',
    changes: observed ? null : (body.changes ?? 'easy'),
    unit: body.unit ?? null,
    description: body.description ?? null,
  };
  if (common.type === 'categorical') return { ...common, values: body.categories };
  if (common.type === 'discrete') return { ...common, allowed_values: body.allowed_values };
  return { ...common, min: body.min ?? null, max: body.max ?? null };
}

function guessType(body: Json): string {
  if (body.categories != null) return 'categorical';
  return body.allowed_values != null ? 'discrete' : 'real';
}

/** A variable in lists: null for what it does not have. */
function summary(variable: Json): Json {
  const { allowed_values: values } = variable;
  return {
    ...pick(variable, 'name', 'type', 'role', 'changes', 'bounds', 'categories', 'unit', 'description'),
    ...(values === undefined ? {} : { allowed_values: values }),
  };
}

export const summaries = (variables: unknown): Json[] => (variables as Json[]).map(summary);

const echo = (ours: Json, { body }: Exchange) => ({
  message: ours.message,
  variable: isRecord(body) ? stored(body) : null,
});

const countVariables = async ({ params, sessions }: Exchange) =>
  sessions.read(params.session_id as string, (state) => state.variables.length);

export const variableRules: Readonly<Record<string, Rule>> = {
  'POST /sessions/:session_id/variables': { body: variableBody, status: 200, answer: echo },
  'PUT /sessions/:session_id/variables/:variable_name': { body: variableBody, answer: echo },
  'GET /sessions/:session_id/variables': {
    answer: ({ variables }) => ({
      variables: summaries(variables),
      n_variables: (variables as unknown[]).length,
    }),
  },
  'DELETE /sessions/:session_id/variables/:variable_name': {
    status: 200,
    answer: async (_, exchange) => ({
      message: `variable '${exchange.params.variable_name}' deleted`,
      n_variables: await countVariables(exchange),
    }),
  },
  'POST /sessions/:session_id/variables/load': {
    answer: (ours) => pick(ours, 'message', 'n_variables', 'n_constraints'),
  },
  'POST /sessions/:session_id/constraints': {
    // 0.4.0 knows `type` in answers and files only.
    body: (body) => only(body, 'constraint_type', 'coefficients', 'rhs', 'name'),
    status: 200,
    answer: (ours) => pick(ours, 'message', 'constraint'),
  },
  'GET /sessions/:session_id/constraints': {
    answer: (ours) => pick(ours, 'constraints', 'n_constraints'),
  },
  'DELETE /sessions/:session_id/constraints/:name': {
    status: 200,
    answer: (_, { params }) => ({ message: `constraint '${params.name}' deleted` }),
  },
};

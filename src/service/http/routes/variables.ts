import { Type } from 'typebox';
import { ConstraintRequest } from '../../../contract/variables/constraints.ts';
import {
  ExportVariablesQuery,
  NewVariableRequest,
  Variable,
  VariableChanged,
  VariableList,
  VariableParams,
  VariablePatch,
  VariableReplaced,
  VariableRequest,
  VariablesDocument,
  VariablesLoaded,
} from '../../../contract/variables/variables.ts';
import { ValidationError } from '../../errors.ts';
import { changeVariable } from '../../session/variables/change-variable.ts';
import {
  addVariable,
  deleteVariable,
  exportVariables,
  listVariables,
  loadVariables,
  replaceVariable,
} from '../../session/variables/variables.ts';
import { edits, reads } from '../handlers.ts';
import { empty, file, sessionAnswers } from '../plugins/answers/answers.ts';
import { attachJson, readJsonFile } from '../plugins/bodies/files.ts';
import { unknownFields } from '../plugins/validation/unknown-fields.ts';
import { checkAgainst } from '../plugins/validation/validation.ts';
import { type Route, route, tagged } from '../route.ts';

const Created = Type.Intersect([Variable, Type.Object({ message: Type.String() })], {
  title: 'VariableCreated',
});

/** Entries are checked one by one later, which names their place; here only for fields that a variable or constraint has not. */
function checkEntryNames(document: VariablesDocument, closed: boolean): void {
  const isList = Array.isArray(document);
  const entries = isList ? document : (document.variables ?? []);
  const place = isList ? ['body'] : ['body', 'variables'];
  const constraints = isList ? [] : (document.constraints ?? []);
  const unknown = [
    ...unknownFields(Type.Array(VariableRequest), entries, place, closed),
    ...unknownFields(Type.Array(ConstraintRequest), constraints, ['body', 'constraints'], closed),
  ];
  if (unknown.length > 0) throw new ValidationError(unknown);
}

export const variableRoutes: readonly Route[] = tagged('variables', [
  route({
    method: 'POST',
    path: '/sessions/:session_id/variables',
    operationId: 'createVariable',
    permission: 'session:write',
    once: true,
    status: 201,
    schema: {
      summary: 'Add a variable',
      body: NewVariableRequest,
      response: sessionAnswers(201, Created, 400),
    },
    handler: edits(addVariable),
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id/variables',
    operationId: 'listVariables',
    permission: 'session:read',
    schema: { summary: 'List variables', response: sessionAnswers(200, VariableList) },
    handler: reads(listVariables),
  }),

  route({
    method: 'PUT',
    path: '/sessions/:session_id/variables/:variable_name',
    operationId: 'replaceVariable',
    permission: 'session:write',
    schema: {
      summary: 'Replace a variable in place',
      params: VariableParams,
      body: VariableRequest,
      response: sessionAnswers(200, VariableReplaced, 400),
    },
    handler: ({ params: { session_id, variable_name }, body }, { sessions, options }) =>
      sessions.edit(
        session_id,
        (state, request, around) => replaceVariable(state, variable_name, request, around),
        body,
        options,
      ),
  }),

  route({
    method: 'PATCH',
    path: '/sessions/:session_id/variables/:variable_name',
    operationId: 'updateVariable',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Change a variable, with or without recorded rows: name, bounds, categories, role',
      description:
        'Absent fields stay as they are. A new name replaces the old one everywhere; rows outside new bounds stay; categories ' +
        'that occur in rows are listed in `retired` instead of being removed.',
      params: VariableParams,
      body: VariablePatch,
      response: sessionAnswers(200, VariableChanged, 400),
    },
    handler: ({ params: { session_id, variable_name }, body }, { sessions, options }) =>
      sessions.edit(session_id, changeVariable, { ...body, variable: variable_name }, options),
  }),

  route({
    method: 'DELETE',
    path: '/sessions/:session_id/variables/:variable_name',
    operationId: 'deleteVariable',
    permission: 'session:write',
    status: 204,
    once: true,
    schema: {
      summary: 'Delete a variable without a safety limit, and every constraint that names it',
      params: VariableParams,
      response: sessionAnswers(204, empty, 400),
    },
    handler: ({ params: { session_id, variable_name } }, { sessions, options }) =>
      sessions.edit(session_id, deleteVariable, variable_name, options),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/variables/load',
    operationId: 'loadVariables',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Load variables: an array is appended, an object replaces variables and constraints',
      description:
        'A JSON body, or the same as the part `file` of a form. If one entry is invalid, all are refused.',
      consumes: ['application/json', 'multipart/form-data'],
      form: VariablesDocument,
      response: sessionAnswers(200, VariablesLoaded, 400),
    },
    handler: async (request, { sessions, config, options }) => {
      const document = request.isMultipart() ? await readJsonFile(request, config) : request.body;
      const closed = config.compat === undefined;
      const checked = checkAgainst(VariablesDocument, document, closed);
      checkEntryNames(checked, closed);
      return sessions.edit(request.params.session_id, loadVariables, checked, options);
    },
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id/variables/export',
    operationId: 'exportVariables',
    permission: 'session:read',
    schema: {
      summary: 'Variables as a file, with the constraints on request',
      querystring: ExportVariablesQuery,
      response: sessionAnswers(200, file),
    },
    handler: async (
      { params: { session_id }, query: { include_constraints = false } },
      { sessions, reply },
    ) => {
      const document = await sessions.read(session_id, (state) =>
        exportVariables(state, include_constraints),
      );
      return attachJson(reply, `variables_${session_id.slice(0, 8)}.json`, document);
    },
  }),
]);

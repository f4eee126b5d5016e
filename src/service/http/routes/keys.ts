import { nullable } from '../../../contract/schema-parts.ts';
import {
  ApiKeyRequest,
  KeyList,
  KeyParams,
  KeysQuery,
  NewApiKey,
  RotateRequest,
} from '../../../contract/server/accounts.ts';
import { addKey, keyView, revokeKey, rotateKey } from '../../auth/api-keys.ts';
import type { Caller } from '../../auth/caller.ts';
import { personOf } from '../../auth/people.ts';
import { ForbiddenError } from '../../errors.ts';
import { answers, empty } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';
import { gateOf } from './accounts.ts';

/** Whose keys the caller may end: an admin everybody's (undefined), others their own. */
const reach = (caller: Caller | undefined): string | undefined =>
  caller?.person.role === 'admin' ? undefined : caller?.person.id;

/** The caller, or for an admin whoever is named. */
function ownerOf(caller: Caller | undefined, named: string | undefined): string {
  const own = caller?.person.id ?? '';
  if (named === undefined || named === own || caller?.person.role === 'admin') return named ?? own;
  throw new ForbiddenError(
    `only admins have access to the keys of other people, got person_id '${named}'; leave it out`,
  );
}

/** A key that ends makes no keys that outlive it, nor does a browser that was signed in with it. */
const endOf = (caller: Caller | undefined): number => caller?.keyUntil ?? Number.POSITIVE_INFINITY;

export const keyRoutes: readonly Route[] = tagged('accounts', [
  route({
    method: 'GET',
    path: '/keys',
    operationId: 'listKeys',
    permission: 'account:own',
    schema: {
      summary: 'API keys, without their secrets',
      querystring: KeysQuery,
      response: answers(200, KeyList, 409),
    },
    handler: async ({ query }, services) => {
      const { keys } = await gateOf(services).accounts.read();
      const owner = ownerOf(services.caller, query.person_id);
      const items = keys.filter((one) => one.person_id === owner).map(keyView);
      return { items, total: items.length };
    },
  }),

  route({
    method: 'POST',
    path: '/keys',
    operationId: 'createKey',
    permission: 'account:own',
    status: 201,
    schema: {
      summary: 'A new API key; the secret is shown only in this answer',
      body: ApiKeyRequest,
      response: answers(201, NewApiKey, 404, 409),
    },
    handler: async ({ body }, services) => {
      const { accounts, secrets } = gateOf(services);
      const owner = ownerOf(services.caller, body.person_id);
      const issue = { now: new Date().toISOString(), secrets, end: endOf(services.caller) };
      return accounts.change((book) => addKey(book, personOf(book, owner).id, body, issue));
    },
  }),

  route({
    method: 'POST',
    path: '/keys/:key_id/rotate',
    operationId: 'rotateKey',
    permission: 'account:own',
    status: 201,
    schema: {
      summary: 'A key that replaces another, which stays valid for a while',
      params: KeyParams,
      body: nullable(RotateRequest),
      response: answers(201, NewApiKey, 404, 409),
    },
    handler: async ({ params: { key_id }, body }, services) => {
      const { accounts, secrets } = gateOf(services);
      const hours = body?.grace_hours ?? 24;
      const issue = { now: new Date().toISOString(), secrets, end: endOf(services.caller) };
      const owner = reach(services.caller);
      return accounts.change((book) => rotateKey(book, key_id, owner, hours, issue));
    },
  }),

  route({
    method: 'DELETE',
    path: '/keys/:key_id',
    operationId: 'deleteKey',
    permission: 'account:own',
    status: 204,
    schema: {
      summary: 'Revoke an API key; sockets that were opened with it close within seconds',
      params: KeyParams,
      response: answers(204, empty, 404, 409),
    },
    handler: async ({ params: { key_id } }, services) => {
      const gate = gateOf(services);
      await gate.accounts.change((book) => revokeKey(book, key_id, reach(services.caller)));
      await gate.recheck();
      return null;
    },
  }),
]);

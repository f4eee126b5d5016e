import {
  LoginRequest,
  Me,
  PeopleList,
  Person,
  PersonParams,
  PersonPatch,
  PersonRequest,
} from '../../../contract/server/accounts.ts';
import type { Gate } from '../../auth/gate.ts';
import { addPerson, changePerson, personView } from '../../auth/people.ts';
import { ConflictError } from '../../errors.ts';
import { cookieOptions, loginCookie } from '../plugins/access/authenticate.ts';
import { answers, empty } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';

/** @throws ConflictError nobody is asked who they are */
export function gateOf({ gate }: { readonly gate: Gate | undefined }): Gate {
  if (gate !== undefined) return gate;
  throw new ConflictError('authentication is off on this server; set AUTH=keys or AUTH=oidc');
}

export const accountRoutes: readonly Route[] = tagged('accounts', [
  route({
    method: 'GET',
    path: '/me',
    operationId: 'getMe',
    permission: 'service:use',
    schema: { summary: 'Who is calling, and how to sign in here', response: answers(200, Me) },
    handler: (_request, { config, caller }) => ({
      authentication: config.auth.mode,
      person: caller === undefined ? null : personView(caller.person),
      signed_in_by: caller?.by ?? null,
      scope: caller?.scope ?? null,
    }),
  }),

  route({
    method: 'POST',
    path: '/auth/login',
    operationId: 'logIn',
    permission: 'public',
    status: 204,
    schema: {
      summary: 'Sign a browser in with an API key; the answer sets a cookie',
      body: LoginRequest,
      response: answers(204, empty, 401, 409),
    },
    handler: async ({ body }, services) => {
      const token = await gateOf(services).loginWithKey(body.key);
      services.reply.setCookie(loginCookie, token, cookieOptions);
      return null;
    },
  }),

  route({
    method: 'POST',
    path: '/auth/logout',
    operationId: 'logOut',
    permission: 'public',
    status: 204,
    schema: { summary: 'Sign this browser out', response: answers(204, empty, 409) },
    handler: async (request, services) => {
      const cookie = request.cookies?.[loginCookie];
      if (cookie !== undefined) await gateOf(services).logout(cookie);
      if (services.gate !== undefined) services.reply.clearCookie(loginCookie, cookieOptions);
      return null;
    },
  }),

  route({
    method: 'GET',
    path: '/people',
    operationId: 'listPeople',
    permission: 'service:use',
    schema: { summary: 'People to share sessions with', response: answers(200, PeopleList, 409) },
    handler: async (_request, services) => {
      const { people } = await gateOf(services).accounts.read();
      const isAdmin = services.caller?.person.role === 'admin';
      const items = isAdmin
        ? people.map(personView)
        : people.filter((one) => !one.disabled).map(({ id, name }) => ({ person_id: id, name }));
      return { items, total: items.length };
    },
  }),

  route({
    method: 'POST',
    path: '/people',
    operationId: 'createPerson',
    permission: 'server:admin',
    status: 201,
    schema: {
      summary: 'Add a person, who signs in with a key (POST /keys) or through the identity provider',
      body: PersonRequest,
      response: answers(201, Person, 409),
    },
    handler: async ({ body }, services) => {
      const now = new Date().toISOString();
      return personView(await gateOf(services).accounts.change((book) => addPerson(book, body, now)));
    },
  }),

  route({
    method: 'PATCH',
    path: '/people/:person_id',
    operationId: 'updatePerson',
    permission: 'server:admin',
    schema: {
      summary: 'Change the role of a person, or block them; their sockets close within seconds',
      params: PersonParams,
      body: PersonPatch,
      response: answers(200, Person, 404, 409),
    },
    handler: async ({ params: { person_id }, body }, services) => {
      const gate = gateOf(services);
      const person = await gate.accounts.change((book) => changePerson(book, person_id, body));
      await gate.recheck();
      return personView(person);
    },
  }),
]);

import { type Static, Type } from 'typebox';
import { maybe, nullable, SessionParams, Timestamp, titled } from '../schema-parts.ts';

const Id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });

export const ServerRole = Type.Enum(['admin', 'member']);
export type ServerRole = Static<typeof ServerRole>;

/** What somebody may do with one session: read it, work in it, share and delete it. */
export const GrantRole = Type.Enum(['viewer', 'operator', 'owner']);
export type GrantRole = Static<typeof GrantRole>;

/** What a key may be used for, at most: reading; also changes; all that its person may do. */
export const KeyScope = Type.Enum(['read', 'write', 'full']);
export type KeyScope = Static<typeof KeyScope>;

export const AuthMode = Type.Enum(['off', 'keys', 'oidc']);
export type AuthMode = Static<typeof AuthMode>;

/** A name that can be seen: one line, without blanks at its ends. */
export const namePattern = '^(?!\\s)[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+(?<!\\s)$';

const name = (description: string) => Type.String({ maxLength: 200, pattern: namePattern, description });

const PersonName = name('Unique; audit rows name it. One line without blanks at its ends');

const Subject = Type.String({ minLength: 1 });

export const PersonSummary = titled('PersonSummary', { person_id: Type.String(), name: Type.String() });
export type PersonSummary = Static<typeof PersonSummary>;

export const Person = titled('Person', {
  person_id: Type.String(),
  name: Type.String(),
  role: ServerRole,
  disabled: Type.Boolean({ description: 'true: keys, tokens and cookies of this person are refused' }),
  subject: nullable(Type.String({ description: '`sub` of the identity provider' })),
  created_at: Timestamp,
});
export type Person = Static<typeof Person>;

export const PersonRequest = Type.Object(
  { name: PersonName, role: Type.Optional(ServerRole), subject: maybe(Subject) },
  { title: 'PersonRequest', examples: [{ name: 'Ann', role: 'member' }] },
);
export type PersonRequest = Static<typeof PersonRequest>;

export const PersonPatch = Type.Object(
  {
    role: Type.Optional(ServerRole),
    disabled: Type.Optional(Type.Boolean()),
    subject: maybe(Subject),
  },
  { title: 'PersonPatch', examples: [{ disabled: true }] },
);
export type PersonPatch = Static<typeof PersonPatch>;

export const PersonParams = Type.Object({ person_id: Id });

/** Admins get the first form, members the second. */
export const PeopleList = titled('PeopleList', {
  items: Type.Array(Type.Union([Person, PersonSummary])),
  total: Type.Integer(),
});

export const Me = titled('Me', {
  authentication: AuthMode,
  person: nullable(Person),
  signed_in_by: nullable(Type.Enum(['key', 'token', 'cookie'])),
  scope: nullable(KeyScope),
});
export type Me = Static<typeof Me>;

const keyFields = {
  key_id: Type.String(),
  person_id: Type.String(),
  name: Type.String(),
  scope: KeyScope,
  sessions: nullable(
    Type.Array(Type.String(), { description: 'The only sessions to which the key gives access' }),
  ),
  created_at: Timestamp,
  expires_at: nullable(Timestamp),
  last_used_at: nullable(Timestamp),
};

export const ApiKey = titled('ApiKey', keyFields);
export type ApiKey = Static<typeof ApiKey>;

export const NewApiKey = titled('NewApiKey', {
  ...keyFields,
  key: Type.String({ description: 'Shown only once' }),
});
export type NewApiKey = Static<typeof NewApiKey>;

export const ApiKeyRequest = Type.Object(
  {
    name: name('One line without blanks at its ends'),
    scope: Type.Optional(KeyScope),
    expires_at: maybe(Timestamp),
    sessions: maybe(
      Type.Array(Type.String({ pattern: '^[A-Za-z0-9_-]+$' }), {
        minItems: 1,
        maxItems: 1000,
        description:
          'IDs of the only sessions to which the key gives access; null: all sessions of its person',
      }),
    ),
    person_id: Type.Optional(Id),
  },
  { title: 'ApiKeyRequest', examples: [{ name: 'instrument 3', scope: 'write' }] },
);
export type ApiKeyRequest = Static<typeof ApiKeyRequest>;

export const RotateRequest = Type.Object(
  { grace_hours: Type.Optional(Type.Number({ minimum: 0, maximum: 720, default: 24 })) },
  { title: 'RotateRequest', examples: [{ grace_hours: 24 }] },
);

export const KeyParams = Type.Object({ key_id: Id });
export const KeysQuery = Type.Object({ person_id: Type.Optional(Id) });
export const KeyList = titled('KeyList', { items: Type.Array(ApiKey), total: Type.Integer() });

export const Grant = titled('Grant', { person_id: Type.String(), name: Type.String(), role: GrantRole });
export type Grant = Static<typeof Grant>;

export const GrantList = titled('GrantList', {
  items: Type.Array(Grant),
  mine: nullable(GrantRole),
});
export type GrantList = Static<typeof GrantList>;

export const GrantParams = Type.Object({ ...SessionParams.properties, person_id: Id });
export const GrantRequest = Type.Object(
  { role: GrantRole },
  { title: 'GrantRequest', examples: [{ role: 'operator' }] },
);

export const LoginRequest = Type.Object(
  { key: Type.String({ minLength: 1, maxLength: 200 }) },
  { title: 'LoginRequest', examples: [{ key: 'ath_0123456789ab_…' }] },
);

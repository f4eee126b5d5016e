import { type Static, Type } from 'typebox';
import { AuthMode } from './accounts.ts';

export const Health = Type.Object(
  { status: Type.Literal('healthy'), service: Type.String(), version: Type.String() },
  { title: 'Health', examples: [{ status: 'healthy', service: 'athanor', version: '0.1.0' }] },
);
export type Health = Static<typeof Health>;

export const Ready = Type.Object(
  { status: Type.Enum(['ready', 'draining']) },
  { title: 'Ready', examples: [{ status: 'ready' }] },
);
export type Ready = Static<typeof Ready>;

export const Info = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    docs: Type.String(),
    health: Type.String(),
    openapi: Type.String(),
    authentication: AuthMode,
    assistant: Type.Boolean({ description: 'Whether the assistant routes may call a language model' }),
  },
  { title: 'Info' },
);
export type Info = Static<typeof Info>;

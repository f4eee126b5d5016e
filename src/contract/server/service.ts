import { type Static, Type } from 'typebox';
import { nullable, titled } from '../schema-parts.ts';
import { AuthMode } from './accounts.ts';

export const Health = Type.Object(
  {
    status: Type.Literal('healthy'),
    service: Type.String(),
    version: Type.String(),
    compute: Type.Object(
      {
        requested: Type.String({ description: 'ATHANOR_BACKEND, or `auto`' }),
        backend: nullable(Type.String({ description: 'Backend that jobs run on; null until the first job' })),
        device: nullable(
          Type.String({
            description: 'Its device: the name of a GPU, `CPU`, or TensorFlow with its device',
          }),
        ),
      },
      { description: 'Workers of this server, not counting those that take jobs from a database' },
    ),
  },
  {
    title: 'Health',
    examples: [
      {
        status: 'healthy',
        service: 'athanor',
        version: '0.1.0',
        compute: { requested: 'auto', backend: 'native', device: 'CPU' },
      },
    ],
  },
);

export const Ready = Type.Object(
  {
    status: Type.Enum(['ready', 'draining', 'unavailable']),
    reason: Type.Optional(Type.String({ description: 'Why the store cannot take changes now' })),
  },
  { title: 'Ready', examples: [{ status: 'ready' }] },
);

export const Info = titled('Info', {
  name: Type.String(),
  version: Type.String(),
  docs: Type.String(),
  health: Type.String(),
  openapi: Type.String(),
  authentication: AuthMode,
  assistant: Type.Boolean({ description: 'Whether the assistant routes may call a language model' }),
});
export type Info = Static<typeof Info>;

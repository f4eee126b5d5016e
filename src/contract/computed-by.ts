import { type Static, Type } from 'typebox';

/** What computed a result. */
export const ComputedBy = Type.Object(
  {
    backend: Type.String({ description: 'Compute backend: native, cuda, ts or tfjs' }),
    device: Type.String({ description: 'What the backend computed on, such as CPU or the name of a GPU' }),
    version: Type.String({
      description: 'Release of Athanor that computed it, in this server or in a worker',
    }),
  },
  { description: 'What computed the result' },
);
export type ComputedBy = Static<typeof ComputedBy>;

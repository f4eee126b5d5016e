import { type Static, Type } from 'typebox';

/** What computed a result. */
export const ComputedBy = Type.Object(
  {
    backend: Type.String({ description: 'Compute backend: native, cuda, ts or tfjs' }),
    device: Type.String({ description: 'Device of the backend, such as CPU or the name of a GPU' }),
    version: Type.String({
      description: 'Release of Athanor that computed it, in this server or in a worker',
    }),
  },
  { description: 'Worker, backend, device and release that computed the result' },
);
export type ComputedBy = Static<typeof ComputedBy>;

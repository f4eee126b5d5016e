import { type Static, Type } from 'typebox';
import { maybe, nullable, oneLine, Timestamp } from '../schema-parts.ts';

const Requested = Type.Enum(['run', 'pause']);
const Reported = Type.Enum(['idle', 'running', 'paused', 'failed']);

/** A mailbox between a user and the program that runs the experiments; the service never acts on it. */
export const Control = Type.Object(
  {
    requested: Requested,
    requested_at: nullable(Timestamp),
    requested_by: nullable(Type.String()),
    reported: Reported,
    reported_at: nullable(Timestamp),
    reported_by: nullable(Type.String()),
    detail: nullable(Type.String()),
  },
  {
    title: 'Control',
    examples: [
      {
        requested: 'pause',
        requested_at: '2026-11-21T12:00:00.000Z',
        requested_by: 'Ann',
        reported: 'running',
        reported_at: null,
        reported_by: null,
        detail: null,
      },
    ],
  },
);
export type Control = Static<typeof Control>;

export const ControlRequest = Type.Object(
  {
    requested: maybe(Requested),
    requested_by: maybe(oneLine()),
    reported: maybe(Reported),
    reported_by: maybe(oneLine()),
    detail: maybe(Type.String()),
  },
  {
    title: 'ControlRequest',
    description: 'Exactly one of requested and reported',
    examples: [{ requested: 'pause' }],
  },
);
export type ControlRequest = Static<typeof ControlRequest>;

/**
 * The row of a session changes with every commit: with room on its page the new version is beside the old one, and no index
 * changes. Small tables that change often are vacuumed often.
 */
export const room = `
alter table session set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
alter table outbox set (autovacuum_vacuum_scale_factor = 0.05);
alter table job set (autovacuum_vacuum_scale_factor = 0.05);
`;

/** Nobody reads it. The release before writes it with every change. */
export const finishRoom = `
alter table session drop column changed_at;
`;

import type { Sessions } from '../../../sessions.ts';
import type { App } from '../type-provider.ts';

const reading = ['GET', 'HEAD', 'OPTIONS'];

/**
 * A change by a request under `/sessions/{id}/` is on disk before the answer, which says so in
 * `X-Service-Saved`. A failed write is logged and does not change the answer.
 */
export function autosave(app: App, sessions: Sessions): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { session_id: id } = (request.params ?? {}) as { session_id?: string };
    // A job itself reports whether its change was saved.
    if (id === undefined || reading.includes(request.method) || reply.statusCode === 202) {
      done(null, payload);
      return;
    }
    sessions.save(id).then((saved) => {
      const { config } = request.routeOptions;
      if (reply.statusCode < 400 && config.readOnly !== true) {
        reply.header('X-Service-Saved', String(saved));
      }
      done(null, payload);
    }, done);
  });
}

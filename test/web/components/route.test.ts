import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute } from '../../../src/web/components/route.ts';

describe('addresses of the page', () => {
  it.each([
    ['', { session: undefined, view: 'sessions', query: {} }],
    // Not escaped as the rules have it: the page says that it knows no such session, and does not stop.
    ['#/s/%E0%A4%A/model', { session: '%E0%A4%A', view: 'model', query: {} }],
    ['#/sessions', { session: undefined, view: 'sessions', query: {} }],
    ['#/s/ab-1', { session: 'ab-1', view: 'overview', query: {} }],
    [
      '#/s/ab-1/model?plot=contour&x=a%20b',
      { session: 'ab-1', view: 'model', query: { plot: 'contour', x: 'a b' } },
    ],
  ])('%j', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route);
    if (hash.includes('?')) expect(parseRoute(formatRoute(route))).toEqual(route);
  });

  it('leaves out what is at its usual value', () => {
    expect(formatRoute({ session: 'a/b', view: 'model', query: { plot: '' } })).toBe('#/s/a%2Fb/model');
  });
});

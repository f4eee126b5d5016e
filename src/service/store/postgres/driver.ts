/**
 * The driver of PostgreSQL, an optional package.
 *
 * @throws Error worded for the operator: it is not installed
 */
export async function loadDriver(): Promise<typeof import('pg')['default']> {
  const { default: pg } = await import('pg').catch((cause) => {
    throw new Error(
      'start-up: DATABASE_URL needs the package pg; install it beside athanor: npm install pg',
      { cause },
    );
  });
  return pg;
}

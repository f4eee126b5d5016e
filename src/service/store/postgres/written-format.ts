import { currentFormat, formerFormat } from '../../session/format/migrations.ts';
import type { Database, Statement } from './database.ts';
import { schemaVersion } from './schema.ts';

const finished: Statement = {
  name: 'schema-finished',
  text: 'select coalesce(max(version), 0) > $1::int as finished from athanor_schema',
};

/** Milliseconds between looks whether the schema is finished. */
const lookEvery = 5000;

/** What the release before reads is written until `athanor migrate --finish` says that it will not come back. */
export class WrittenFormat {
  #format = formerFormat;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    if (formerFormat !== currentFormat) this.#look(database);
  }

  get format(): number {
    return this.#format;
  }

  #look(database: Database): void {
    const again = () => {
      this.#timer = setTimeout(() => this.#look(database), lookEvery);
      this.#timer.unref();
    };
    database.run(finished, [schemaVersion]).then(([row]) => {
      if (row?.finished === true) this.#format = currentFormat;
      else again();
    }, again);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}

import { show, snake } from '../words.ts';
import { designMethods, findDesignMethod } from './methods.ts';
import { type DesignOptionName, designOptions } from './options.ts';
import type { InitialDesignTask } from './task.ts';

const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Methods that read an option. */
const methodsWith = (option: DesignOptionName): string[] =>
  Object.entries(designMethods).flatMap(([name, { parameters }]) =>
    parameters.some((own) => own === option) ? [name] : [],
  );

/** What is asked for and has no effect: options of other methods, and own ones that the variables or other options exclude. */
export function ineffectiveOptions(task: InitialDesignTask): string[] {
  const method = findDesignMethod(task.method);
  if (method === undefined) return [];
  const given = (Object.keys(designOptions) as DesignOptionName[]).filter((name) => task[name] !== undefined);
  const foreign = given
    .filter((name) => !method.parameters.includes(name))
    .map(
      (name) =>
        `${snake(name)} ${show(task[name])} has no effect; it is an option of ${inWords.format(methodsWith(name))}`,
    );
  return [...foreign, ...(method.idle?.(task) ?? [])].map((reason) => `${task.method}: ${reason}`);
}

/** The command line. One file a command below `commands/`; the server's own settings stay environment variables. */
import { Command, CommanderError } from 'commander';
import { release } from '../service/release.ts';
import { exitCodes, printError, watchOutput } from './output.ts';

/** Adds a command to the program. */
type Register = (program: Command) => void;

/** Each is loaded when it is named, or when the list of all is asked for. */
const commands: Readonly<Record<string, () => Promise<Register>>> = {
  serve: async () => (await import('./commands/serve.ts')).registerServe,
  demo: async () => (await import('./commands/demo.ts')).registerDemo,
  suggest: async () => (await import('./commands/suggest.ts')).registerSuggest,
  design: async () => (await import('./commands/design.ts')).registerDesign,
  fit: async () => (await import('./commands/fit.ts')).registerFit,
  analyse: async () => (await import('./commands/analyse.ts')).registerAnalyse,
  export: async () => (await import('./commands/export.ts')).registerExport,
  import: async () => (await import('./commands/import.ts')).registerImport,
  migrate: async () => (await import('./commands/migrate.ts')).registerMigrate,
  backup: async () => (await import('./commands/backup.ts')).registerBackup,
  verify: async () => (await import('./commands/verify.ts')).registerVerify,
  restore: async () => (await import('./commands/restore.ts')).registerRestore,
  auth: async () => (await import('./commands/auth.ts')).registerAuth,
  worker: async () => (await import('./commands/worker.ts')).registerWorker,
  doctor: async () => (await import('./commands/doctor.ts')).registerDoctor,
};

/**
 * Runs the command that the arguments name.
 *
 * @param loaded is called once its modules are loaded
 * @returns the exit code
 */
export async function runCli(args: readonly string[], loaded: () => void): Promise<number> {
  watchOutput();
  const program = new Command('athanor')
    .description('Proposes which experiment to run next.')
    .version(release)
    .showHelpAfterError('Run athanor --help for the commands.')
    .exitOverride();
  const named = args.find((arg) => !arg.startsWith('-'));
  const wanted = named !== undefined && Object.hasOwn(commands, named) ? [named] : Object.keys(commands);
  for (const name of wanted) (await commands[name]!())(program);
  loaded();
  for (const command of program.commands) command.exitOverride().showHelpAfterError();
  try {
    const [first, topic = 'help'] = args;
    if (first === 'help' && ![...Object.keys(commands), 'help'].includes(topic))
      program.error(`error: unknown command '${topic}'`);
    await program.parseAsync([...args], { from: 'user' });
    return Number(process.exitCode ?? exitCodes.done);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    return printError(error);
  }
}

/** The command line. One file a command below `commands/`; the server's own settings stay environment variables. */
import { Command, CommanderError } from 'commander';
import { release } from '../service/release.ts';
import { registerAnalyse } from './commands/analyse.ts';
import { registerDemo } from './commands/demo.ts';
import { registerDesign } from './commands/design.ts';
import { registerDoctor } from './commands/doctor.ts';
import { registerExport } from './commands/export.ts';
import { registerFit } from './commands/fit.ts';
import { registerImport } from './commands/import.ts';
import { registerMigrate } from './commands/migrate.ts';
import { registerServe } from './commands/serve.ts';
import { registerSuggest } from './commands/suggest.ts';
import { exitCodes, printError } from './output.ts';

/** Adds a command to the program. */
export type Register = (program: Command) => void;

const commands: readonly Register[] = [
  registerServe,
  registerDemo,
  registerSuggest,
  registerDesign,
  registerFit,
  registerAnalyse,
  registerExport,
  registerImport,
  registerMigrate,
  registerDoctor,
];

/** Runs the command that the arguments name; the exit code. */
export async function runCli(args: readonly string[]): Promise<number> {
  const program = new Command('athanor')
    .description('Decides which experiment to run next.')
    .version(release)
    .showHelpAfterError('Run athanor --help for the commands.')
    .exitOverride();
  for (const register of commands) register(program);
  for (const command of program.commands) command.exitOverride().showHelpAfterError();
  try {
    await program.parseAsync([...args], { from: 'user' });
    return Number(process.exitCode ?? exitCodes.done);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    return printError(error);
  }
}

if (import.meta.main) process.exitCode = await runCli(process.argv.slice(2));

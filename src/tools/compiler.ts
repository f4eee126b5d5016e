import { execFileSync, spawn } from 'node:child_process';

/** What a command prints, or undefined when it cannot run. */
export function tryRun(command: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}

/** The first of $CXX, g++, clang++, c++ that runs, with the first line of what it says about itself. */
export function findCompiler(): { readonly command: string; readonly version: string } | undefined {
  for (const command of [process.env.CXX, 'g++', 'clang++', 'c++']) {
    const said = command ? tryRun(command, ['--version']) : undefined;
    if (command && said !== undefined) return { command, version: said.split('\n')[0] ?? '' };
  }
  return undefined;
}

function runOne(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}\n${said}`)),
    );
  });
}

/** Runs a command once per list of arguments, `width` at a time; rejects with what the first failure printed. */
export async function runAll(
  command: string,
  lists: readonly (readonly string[])[],
  width: number,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < lists.length; i = next++) await runOne(command, lists[i] ?? []);
  };
  await Promise.all(Array.from({ length: Math.min(width, lists.length) }, lane));
}

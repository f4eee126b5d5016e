import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Command } from 'commander';
import { cacheFolder, isCompiled, platformName, webBundle } from '../../assets.ts';
import { optionalPackages } from '../../optional-packages.ts';
import { openBackend } from '../../service/jobs/open-backend.ts';
import { release } from '../../service/release.ts';
import { exposure, makeFolder } from '../../service/store/disk.ts';
import { dataDirOption } from '../folder.ts';
import { exitCodes, print } from '../output.ts';
import { settingsOf } from '../values.ts';

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

const isInstalled = (name: string): boolean => {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
};

async function folderCheck(name: string, folder: string): Promise<Check> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
    return { name, ok: true, detail: folder };
  } catch (error) {
    return { name, ok: false, detail: `${folder}: ${(error as Error).message}` };
  }
}

/** What a job would compute on, and why nothing faster. */
function backendReport() {
  const config = settingsOf(process.env);
  const { backend, notes } = openBackend({
    backend: config.backend,
    threads: config.threads ?? 1,
    ownsDevice: true,
  });
  return { requested: config.backend, name: backend.name, device: backend.device ?? 'CPU', notes };
}

const example = `
Example:
  athanor doctor --json

The exit code is 1 if something that the server needs is missing. Missing optional parts do not change it.`;

export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check this installation and report what is missing')
    .addOption(dataDirOption())
    .option('--json', 'print everything as JSON')
    .addHelpText('after', example)
    .action(async ({ dataDir, json }: { dataDir: string; json?: boolean }) => {
      const backend = backendReport();
      const web = existsSync(join(webBundle, 'index.html'));
      const checks: readonly Check[] = [
        await folderCheck('data folder', dataDir),
        { name: 'web application', ok: web, detail: web ? webBundle : `no index.html in ${webBundle}` },
      ];
      const cache = await folderCheck('cache folder', cacheFolder(process.env));
      const exposed = checks[0]?.ok === true ? await exposure(dataDir) : undefined;
      const optional = Object.fromEntries(
        Object.entries(optionalPackages).map(([name, use]) => [name, { installed: isInstalled(name), use }]),
      );
      const report = {
        athanor: release,
        node: process.versions.node,
        platform: platformName(),
        installation: isCompiled ? 'package' : 'checkout',
        backend,
        checks,
        cache,
        exposed: exposed ?? null,
        optional,
      };
      print(json, report, () => [
        `athanor ${report.athanor} (${report.installation}) on Node ${report.node}, ${report.platform}`,
        `backend ${backend.name} on ${backend.device}`,
        ...backend.notes.map((note) => `  ${note}`),
        ...[...checks, cache].map(({ name, ok, detail }) => `${ok ? 'ok' : 'missing'}  ${name}: ${detail}`),
        ...(exposed === undefined ? [] : [`notice  data folder: ${exposed}`]),
        ...Object.entries(optional).map(
          ([name, { installed, use }]) => `${installed ? 'ok' : 'not installed (optional)'}  ${name}: ${use}`,
        ),
      ]);
      if (checks.some(({ ok }) => !ok)) process.exitCode = exitCodes.failed;
    });
}

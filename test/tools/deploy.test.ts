import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { standardLimits } from '../../src/service/limits.ts';
import { testApp } from '../service/support/app.ts';
import { askedSettings } from './asked-settings.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8').replaceAll(/^\s*#.*$/gm, '');

const compose = ['compose.yaml', 'deploy/compose.cluster.yaml'];
const dockerfiles = ['Dockerfile', 'Dockerfile.cuda'];
const unit = 'deploy/athanor.service';
const kubernetes = 'deploy/kubernetes.yaml';

/** Of Node, of the compiler, of the database's image, of the NVIDIA runtime, of the folder for caches. */
const notOurs = /^(NODE_ENV|NODE_OPTIONS|ATHANOR_NVRTC|POSTGRES_\w+|NVIDIA_\w+|XDG_CACHE_HOME)$/;

function variablesIn(path: string): string[] {
  const text = read(path);
  const found = path.startsWith('Dockerfile')
    ? [...text.matchAll(/^ENV ((?:.*\\\n)*.*)$/gm)].flatMap(([, line = '']) => [
        ...line.matchAll(/([A-Z][A-Z_]+)=/g),
      ])
    : path === unit
      ? [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => [
          ...line.matchAll(/([A-Z_]+)=/g),
        ])
      : path === kubernetes
        ? [...text.matchAll(/name: ([A-Z][A-Z_]+)[ ,}\n]/g)]
        : [...text.matchAll(/^ +([A-Z][A-Z_]+): /gm)];
  return found.map(([, name = '']) => name);
}

describe('examples of running the server', () => {
  it.each([...compose, ...dockerfiles, unit, kubernetes])(
    '%s sets variables that the server reads',
    (path) => {
      const variables = variablesIn(path);
      expect(variables.length).toBeGreaterThan(0);
      const known = askedSettings();
      expect(variables.filter((name) => !known.has(name) && !notOurs.test(name))).toEqual([]);
    },
  );

  it('start again for as long as a database is away', () => {
    // systemd gives up after five starts in ten seconds.
    const pause = Number(/^RestartSec=(\d+)$/m.exec(read(unit))?.[1]);
    expect(5 * pause).toBeGreaterThan(10);
    for (const path of compose) expect(read(path)).toContain('restart: unless-stopped');
  });

  it('run as a user without privileges, on a root that is read-only', () => {
    for (const path of dockerfiles) {
      const users = [...read(path).matchAll(/^USER (\d+)$/gm)].map(([, id]) => Number(id));
      expect(users.length).toBeGreaterThan(0);
      expect(Math.min(...users)).toBeGreaterThanOrEqual(1000);
    }
    for (const path of compose) {
      expect(read(path)).toMatch(/read_only: true/);
      expect(read(path)).toMatch(/cap_drop:\n\s+- ALL/);
      expect(read(path)).toContain('no-new-privileges:true');
    }
    const pods = read(kubernetes)
      .split(/^---$/m)
      .filter((one) => one.includes('containers:'));
    expect(pods).toHaveLength(3);
    for (const pod of pods) {
      expect(pod).toContain('readOnlyRootFilesystem: true');
      expect(pod).toContain('runAsNonRoot: true');
      expect(pod).toContain('allowPrivilegeEscalation: false');
      expect(pod).toContain('automountServiceAccountToken: false');
      expect(pod).toContain('seccompProfile: { type: RuntimeDefault }');
    }
    expect(read(unit)).toMatch(/^ProtectSystem=strict$/m);
    expect(read(unit)).toMatch(/^(DynamicUser=yes|User=\w+)$/m);
    expect(read(unit)).toMatch(/^CapabilityBoundingSet=$/m);
    // It would take a GPU away.
    expect(read(unit)).not.toMatch(/^(ProtectClock|PrivateDevices)=yes$/m);
    // Without it Node cannot list the addresses of the machine, and with HOST=0.0.0.0 Fastify asks for the list.
    expect(read(unit)).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m);
  });

  it('give a server the time that it takes to end', () => {
    const standard = standardLimits.graceSeconds;
    const seconds = (text: string, pattern: RegExp, otherwise: number) =>
      Number(pattern.exec(text)?.[1] ?? otherwise);
    const pods = read(kubernetes)
      .split(/^---$/m)
      .filter((one) => one.includes('terminationGracePeriodSeconds'));
    expect(pods).toHaveLength(2);
    for (const text of [...compose, unit].map(read).concat(pods)) {
      const given = seconds(
        text,
        /(?:stop_grace_period: |TimeoutStopSec=|terminationGracePeriodSeconds: )(\d+)/,
        0,
      );
      const grace = seconds(text, /LIMIT_GRACE_SECONDS(?:: |, value: )"(\d+)"/, standard);
      const drain = seconds(text, /DRAIN_SECONDS(?:: |, value: )"(\d+)"/, 0);
      const pause = seconds(text, /command: \["sleep", "(\d+)"\]/, 0);
      expect(given).toBeGreaterThanOrEqual(pause + drain + grace + 5);
    }
  });

  it('ask /health and /ready, on the port that the server listens on', () => {
    for (const path of dockerfiles) expect(read(path)).toMatch(/EXPOSE 8000\nHEALTHCHECK [\s\S]*?\/health/);
    expect(read(kubernetes)).toMatch(/livenessProbe: .*\/health/);
    expect(read(kubernetes)).toMatch(/readinessProbe: .*\/ready/);
  });

  it('pass on the name of the server with its port: a page is known by both', () => {
    // $host has no port: behind a port of its own, every change that the page sends would be one of a foreign page.
    const passed = [...read('deploy/nginx.conf').matchAll(/proxy_set_header Host (\S+);/g)];
    expect(passed.map(([, value]) => value)).toEqual(['$http_host', '$http_host']);
  });

  it('let files through as they come, whatever they are for', async () => {
    const [, pattern = ''] = /location ~ (\S+) \{/.exec(read('deploy/nginx.conf')) ?? [];
    const service = await testApp();
    const { paths } = (await service.app.inject('/api/openapi.json')).json() as {
      paths: Record<string, { post?: { requestBody?: { content: Record<string, unknown> } } }>;
    };
    await service.close();
    const takesFile = Object.keys(paths).filter(
      (path) => paths[path]!.post?.requestBody?.content['multipart/form-data'] !== undefined,
    );
    expect(takesFile.length).toBeGreaterThan(5);
    expect(takesFile.filter((path) => !new RegExp(pattern).test(path))).toEqual([]);
  });

  it('keep settings with secrets out of the build context and the repository', () => {
    const lines = (path: string) => readFileSync(join(root, path), 'utf8').split('\n');
    // Without `**/` Docker means the topmost folder alone.
    expect(lines('.dockerignore')).toContain('**/*.env');
    expect(lines('.gitignore')).toContain('*.env');
  });

  it('copy into images what the repository or a step before has', () => {
    const made = /^(\.|(\/\w+)*|dist|build|bin|src|node_modules)$/;
    for (const path of dockerfiles) {
      const stages = [...read(path).matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
      for (const [, stage, from = ''] of read(path).matchAll(
        /^COPY (?:--from=(\S+) )?(?:--chown=\S+ )?(.+) \S+$/gm,
      )) {
        if (stage !== undefined) expect(stages).toContain(stage);
        const wanted = stage === undefined ? from.split(' ') : [];
        for (const file of wanted) {
          expect([file, made.test(file) || globSync(file, { cwd: root }).length > 0]).toEqual([file, true]);
        }
      }
    }
  });
});

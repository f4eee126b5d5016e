import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSession, page, root, show, stage, story } from './pages.ts';

/** Tables of 100,000 rows and plots of a million points. Times are printed, sizes of the page are held. */

let folder: string;

/** Runs `step` once a frame and measures the frames. */
const frames = (step: string, count: number): Promise<{ median: number; most: number }> =>
  page.evaluate(`(async () => {
    const times = [];
    let last = performance.now();
    for (let i = 0; i < ${count}; i++) {
      ${step}
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      times.push(now - last);
      last = now;
    }
    times.sort((a, b) => a - b);
    return { median: times[times.length >> 1], most: times[Math.floor(times.length * 0.9)] };
  })()`);
const told = (what: string, { median, most }: { median: number; most: number }): unknown =>
  process.stderr.write(
    `e2e: ${what}: median ${median.toFixed(0)} ms a frame, nine in ten below ${most.toFixed(0)} ms\n`,
  );
const elements = (): Promise<number> => page.evaluate('document.querySelectorAll("*").length');

story('much data in the browser', {}, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'athanor-million-'));
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      oxc: { jsx: { runtime: 'automatic', development: false } },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: folder,
        lib: {
          entry: `${root}test/e2e/million.tsx`,
          formats: ['es'],
          fileName: 'million',
          cssFileName: 'million',
        },
      },
    });
  });
  afterAll(async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('a million points stay few elements while the pointer moves, zooms and drags', async () => {
    await page.route('http://plots.invalid/*', async (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      const body =
        name === ''
          ? '<!doctype html><html lang="en"><link rel="stylesheet" href="/million.css"><div id="root"></div><script type="module" src="/million.js"></script></html>'
          : await readFile(join(folder, name));
      await route.fulfill({
        body,
        contentType: name.endsWith('js')
          ? 'text/javascript'
          : name.endsWith('css')
            ? 'text/css'
            : 'text/html',
      });
    });
    await page.goto('http://plots.invalid/');
    const canvas = page.locator('canvas');
    await canvas.waitFor();
    await expect.poll(elements).toBeLessThan(250);
    const pointer = (more: string, type = 'pointermove'): string => `
      const svg = document.querySelector('svg.plot');
      const box = svg.getBoundingClientRect();
      svg.dispatchEvent(new ${type === 'wheel' ? 'WheelEvent' : 'PointerEvent'}('${type}', {
        bubbles: true, cancelable: true, pointerId: 1, clientX: box.left + 300 + 5 * i, clientY: box.top + 120, ${more}
      }));`;
    told('hovering over 10⁶ points', await frames(pointer(''), 60));
    await page.locator('.tip').waitFor();
    told('zooming into 10⁶ points', await frames(pointer('ctrlKey: true, deltaY: -20', 'wheel'), 40));
    await page.getByRole('button', { name: 'Whole range' }).waitFor();
    await page.mouse.move(900, 150);
    await page.keyboard.down('Shift');
    await page.mouse.down();
    const ticks = async () => (await page.locator('.axes').first().textContent()) ?? '';
    const before = await ticks();
    told('dragging 10⁶ points', await frames(pointer('shiftKey: true'), 40));
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await expect.poll(ticks).not.toBe(before);
    await expect.poll(elements).toBeLessThan(250);
    // Corners of the line: four for each pixel column at most.
    const corners = async () => (await page.locator('path.line').getAttribute('d'))?.split('L').length;
    await expect.poll(corners).toBeGreaterThan(1000);
    expect(await corners()).toBeLessThan(4 * 1440);
    await frames(
      pointer('ctrlKey: true, deltaY: -60', 'wheel').replace(
        "querySelector('svg.plot')",
        "querySelectorAll('svg.plot')[1]",
      ),
      30,
    );
    await expect.poll(corners).toBeLessThan(4 * 1440);
  });

  it('exports the picture of a million points as drawing and picture', async () => {
    for (const kind of ['SVG', 'PNG']) {
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name: kind, exact: true }).first().click();
      const file = await readFile(await (await waiting).path());
      if (kind === 'PNG') expect(file.subarray(1, 4).toString()).toBe('PNG');
      else {
        expect(file.toString()).toContain('data:image/png;base64,');
        expect(file.toString()).toContain('Yield (%)');
      }
      expect(file.length).toBeLessThan(3_000_000);
    }
  });

  it('opens 100,000 rows and scrolls through them with a screenful of elements', async () => {
    const lines = ['a,b,c,d,yield'];
    for (let i = 0; i < 100_000; i++) {
      const [a, b, c, d] = [0.618, 0.414, 0.732, 0.236].map((step) => Number(((i * step) % 1).toFixed(6)));
      lines.push(`${a},${b},${c},${d},${(Math.sin(6 * a) + b * c - d).toFixed(5)}`);
    }
    const id = await makeSession(
      'Large',
      ['a', 'b', 'c', 'd'].map((name) => ({ name, type: 'real', bounds: [0, 1] })),
      { csv: `${lines.join('\n')}\n`, target: 'yield' },
    );
    const started = performance.now();
    await show(id, 'experiments');
    await page.getByText('100000 experiments recorded').waitFor();
    process.stderr.write(`e2e: 100,000 rows on screen after ${Math.round(performance.now() - started)} ms\n`);
    const scroll = (pixels: number): string =>
      `document.querySelector('[role=grid]').scrollTop += ${pixels};`;
    told('turning the wheel over 100,000 rows', await frames(scroll(100), 120));
    told('pulling through 100,000 rows, a screen each frame', await frames(scroll(700), 120));
    expect(await page.locator('[role=gridcell]').count()).toBeLessThan(500);
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowUp');
    await page.locator('[id^="cell-99999-"]').first().waitFor();
    expect(await page.locator('#cell-99999-0').textContent()).toBe(
      String(Number(lines[100_000].split(',')[0])),
    );
    await show(id, 'progress');
    await page.locator('canvas').first().waitFor();
    expect(await elements()).toBeLessThan(600);
  });

  it('threw no error on the way', () => {
    expect(stage.faults).toEqual([]);
  });
});

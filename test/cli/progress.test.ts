import { describe, expect, it } from 'vitest';
import { progressLine } from '../../src/cli/output.ts';

function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

describe('progress of a command', () => {
  it('overwrites its line in a terminal and clears it at the end', () => {
    const shown = terminal(true);
    const { onProgress, end } = progressLine(shown);
    onProgress(0.5, 'fitting');
    onProgress(0.5, 'fitting');
    onProgress(1, 'done');
    end();
    expect(shown.written).toEqual(['\r50 %  fitting', '\r100 %  done  ', `\r${' '.repeat(11)}\r`]);
  });

  it('says nothing where standard error is a file', () => {
    const silent = terminal(false);
    progressLine(silent).onProgress(0.5, 'fitting');
    expect(silent.written).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { loadSpace } from '../../../../src/web/features/variables/space-file.ts';

const file = (name: string, text: string) => ({ name, text: () => Promise.resolve(text) });

it('what is wrong with a file of variables is said with its name', async () => {
  const sent: unknown[] = [];
  await loadSpace(file('a.json', '{"variables": []}'), async (body) => sent.push(body));
  expect(sent).toEqual([{ variables: [] }]);
  await expect(loadSpace(file('notes.txt', 'not json'), async () => {})).rejects.toThrow(
    'notes.txt: the file is not JSON; choose one that “Save JSON” made',
  );
  const refused = async () => {
    throw new Error("variable 1 of 1: type must be one of real, categorical, got 'reel'");
  };
  await expect(loadSpace(file('a.json', '{"variables": [{"type": "reel"}]}'), refused)).rejects.toThrow(
    "a.json: variable 1 of 1: type must be one of real, categorical, got 'reel'",
  );
});

import { expect, it } from 'vitest';
import { readSpace } from '../../src/web/features/variables/space-file.ts';

it('a file of variables that is not JSON is refused by its name', () => {
  expect(readSpace('a.json', '{"variables": []}')).toEqual({ variables: [] });
  expect(() => readSpace('notes.txt', 'not json')).toThrow(
    'notes.txt: the file is not JSON; choose one that “Save JSON” made',
  );
});

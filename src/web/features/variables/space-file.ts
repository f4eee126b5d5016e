/**
 * What a file of variables holds; the server checks it.
 *
 * @throws Error it is not JSON
 */
export function readSpace(name: string, text: string): { variables: object[] } {
  try {
    return JSON.parse(text) as { variables: object[] };
  } catch (cause) {
    throw new Error(`${name}: the file is not JSON; choose one that “Save JSON” made`, { cause });
  }
}

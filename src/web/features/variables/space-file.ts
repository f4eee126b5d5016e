function parsed(text: string): { variables: object[] } {
  try {
    return JSON.parse(text) as { variables: object[] };
  } catch (cause) {
    throw new Error('the file is not JSON; choose one that “Save JSON” made', { cause });
  }
}

/**
 * Sends what a file of variables holds; the server checks it.
 *
 * @throws Error with the name of the file and what is wrong with it
 */
export async function loadSpace(
  file: Pick<File, 'name' | 'text'>,
  send: (body: { variables: object[] }) => Promise<unknown>,
): Promise<void> {
  try {
    await send(parsed(await file.text()));
  } catch (cause) {
    throw new Error(`${file.name}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

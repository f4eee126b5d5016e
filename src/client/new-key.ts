/** An idempotency key: 128 random bits. A browser has no `randomUUID` on a page without TLS, as in a network of a laboratory. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Version of the package; a test holds it to package.json. */
export const release = '0.1.0';

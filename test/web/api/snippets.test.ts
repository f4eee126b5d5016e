import { describe, expect, it } from 'vitest';
import { sessionCall } from '../../../src/web/api/call.ts';
import { readError } from '../../../src/web/api/http.ts';
import { languages, snippet } from '../../../src/web/api/snippets.ts';

const root = 'https://lab.example/athanor/';
const call = sessionCall(
  'POST',
  'a b',
  'experiments/queue/{item_id}/complete',
  { query: { auto_train: true }, body: { outputs: [1.5], actual_inputs: { solvent: "d'oh" } } },
  { item_id: 'i/1' },
);
const address = `${root}api/v1/sessions/a%20b/experiments/queue/i%2F1/complete?auto_train=true`;

describe('requests as code', () => {
  it('as curl, safe for the shell', () => {
    expect(snippet(call, 'curl', false, root)).toBe(
      [
        `curl -X POST '${address}'`,
        `  -H 'content-type: application/json'`,
        `  -d '{"outputs":[1.5],"actual_inputs":{"solvent":"d'\\''oh"}}'`,
      ].join(' \\\n'),
    );
  });

  it('as curl, with texts of a form that name no file of the reader', () => {
    const upload = {
      method: call.method,
      path: call.path,
      form: { target_column: '@/etc/passwd', file: new File([], 'f') },
    };
    const text = snippet(upload, 'curl', false, root);
    expect(text).toContain(`--form-string 'target_column=@/etc/passwd'`);
    expect(text).toContain(`-F 'file=@file'`);
  });

  it('as Python, with its own words for true and nothing', () => {
    const text = snippet(
      sessionCall('POST', 'x', 'model/train', { body: { optimizer: null, calibration_enabled: true } }),
      'Python',
      false,
      root,
    );
    expect(text).toContain('"optimizer": None');
    expect(text).toContain('"calibration_enabled": True');
    expect(text).toContain('requests.post(');
  });

  it('as TypeScript that runs', () => {
    const text = snippet(call, 'TypeScript', false, root);
    expect(() => new Function(`return (async () => { ${text} })`)).not.toThrow();
    expect(text).toContain(JSON.stringify(address));
  });

  it('with the key of a server that wants to know who asks, and without a key elsewhere', () => {
    const upload = { ...call, body: undefined, form: { name: 'x' } };
    for (const one of [call, upload, sessionCall('GET', 'x', 'state')]) {
      expect(snippet(one, 'curl', true, root)).toContain('-H "Authorization: Bearer $ATHANOR_KEY"');
      const typescript = snippet(one, 'TypeScript', true, root);
      expect(() => new Function(`return (async () => { ${typescript} })`)).not.toThrow();
      expect(typescript).toMatch(/headers: \{ authorization: `Bearer \$\{process\.env\.ATHANOR_KEY\}`/);
      const python = snippet(one, 'Python', true, root);
      expect(python).toMatch(/^import os\n/);
      expect(python).toContain(`headers={"Authorization": f"Bearer {os.environ['ATHANOR_KEY']}"}`);
      for (const language of languages)
        expect(snippet(one, language, false, root)).not.toMatch(/ATHANOR_KEY|authorization/i);
    }
  });
});

describe('error bodies', () => {
  it('gives the detail text and its type', () => {
    const error = readError(400, {
      detail: 'min 80 is not below max 80',
      error_type: 'ValueError',
      status_code: 400,
    });
    expect(error).toMatchObject({
      status: 400,
      message: 'min 80 is not below max 80',
      errorType: 'ValueError',
    });
  });

  it('joins refused fields, each with its place', () => {
    const error = readError(422, {
      detail: [{ loc: ['body', 'output'], msg: 'field is required', type: 'missing' }],
    });
    expect(error.message).toBe('output: field is required');
    expect(error.fields).toEqual([{ loc: ['body', 'output'], msg: 'field is required' }]);
  });

  it('says something about an answer without a body', () => {
    expect(readError(502, undefined).message).toBe('The server answered 502.');
  });
});

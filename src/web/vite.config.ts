import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** What the built page may load: itself only. `data:` pictures are dense plots and their exports. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self' ws: wss:",
  "manifest-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
].join('; ');

/** Writes the policy into the built page, so that it holds behind any proxy or file server. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'athanor-csp',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        injectTo: 'head-prepend',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: policy },
      },
    ],
  };
}

/** Puts a `.br` and a `.gz` beside every text file, so that the server sends few bytes without working for it. */
function compressed(): Plugin {
  return {
    name: 'athanor-compressed',
    apply: 'build',
    writeBundle: ({ dir }) => {
      if (dir === undefined) return;
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(html|js|css|svg)$/.test(name)) continue;
        const content = readFileSync(`${dir}/${name}`);
        writeFileSync(`${dir}/${name}.br`, brotliCompressSync(content));
        writeFileSync(`${dir}/${name}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [react(), contentSecurityPolicy(), compressed()],
  build: {
    outDir: '../../build/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:8000',
      '/health': 'http://127.0.0.1:8000',
      '/ws': { target: 'ws://127.0.0.1:8000', ws: true },
    },
  },
});

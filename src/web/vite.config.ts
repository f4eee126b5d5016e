import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** What the built page may load: itself only, and sockets of its own origin. `data:` pictures are dense plots and their exports. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
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

/**
 * Two libraries would add `<style>` elements, which the policy refuses. The style sheet of `sonner` is imported by the
 * page instead, and src/web/components/style-singleton.ts replaces `react-style-singleton`.
 */
function stylesWithinPolicy(): Plugin {
  return {
    name: 'athanor-styles',
    apply: 'build',
    transform: (code, id) =>
      /sonner[\\/]dist[\\/]index\.mjs$/.test(id) ? code.replace(/^__insertCSS\(".*"\);?$/m, '') : undefined,
  };
}

/** Prints the largest parts of the page, compressed as the server sends them. */
function sizes(): Plugin {
  return {
    name: 'athanor-sizes',
    apply: 'build',
    writeBundle: (_options, bundle) => {
      const files = Object.values(bundle).flatMap((part) => {
        if (!/\.(js|css)$/.test(part.fileName)) return [];
        const content = part.type === 'chunk' ? part.code : part.source;
        return [{ name: part.fileName, brotli: brotliCompressSync(content).length }];
      });
      for (const { name, brotli } of files.sort((a, b) => b.brotli - a.brotli).slice(0, 3))
        console.log(`${(brotli / 1000).toFixed(1).padStart(7)} kB brotli  ${name}`);
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [react(), contentSecurityPolicy(), stylesWithinPolicy(), compressed(), sizes()],
  resolve: {
    alias: {
      'react-style-singleton': fileURLToPath(new URL('components/style-singleton.ts', import.meta.url)),
    },
  },
  build: {
    outDir: '../../build/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'manifest.json',
  },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:8000',
      '/health': 'http://127.0.0.1:8000',
      '/ws': { target: 'ws://127.0.0.1:8000', ws: true },
    },
  },
});

/** A platform that a native package is published for. */
export interface NativePlatform {
  readonly name: string;
  readonly os: 'linux' | 'darwin' | 'win32';
  readonly cpu: 'x64' | 'arm64';
  readonly libc?: 'glibc' | 'musl';
  /** As Zig names it. */
  readonly target: string;
}

/** All platforms with a native package; on any other the TypeScript backend computes. */
export const nativePlatforms: readonly NativePlatform[] = [
  { name: 'linux-x64-gnu', os: 'linux', cpu: 'x64', libc: 'glibc', target: 'x86_64-linux-gnu.2.28' },
  { name: 'linux-x64-musl', os: 'linux', cpu: 'x64', libc: 'musl', target: 'x86_64-linux-musl' },
  { name: 'linux-arm64-gnu', os: 'linux', cpu: 'arm64', libc: 'glibc', target: 'aarch64-linux-gnu.2.28' },
  { name: 'darwin-arm64', os: 'darwin', cpu: 'arm64', target: 'aarch64-macos.13.0' },
  { name: 'win32-x64', os: 'win32', cpu: 'x64', target: 'x86_64-windows-gnu' },
];

/** The platform of the package with CUDA kernels. */
export const cudaPlatform: NativePlatform & { readonly libc: string } = {
  name: 'cuda-linux-x64',
  os: 'linux',
  cpu: 'x64',
  libc: 'glibc',
  target: 'x86_64-linux-gnu.2.28',
};

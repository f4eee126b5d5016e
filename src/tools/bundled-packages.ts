/** Which packages a bundle holds code of. Their licences and their place in the bill of materials depend on it. */
import type { Plugin } from 'vite';

/**
 * Folders of the packages that modules belong to.
 *
 * @param ids names of modules, as the bundler has them
 * @param root folder of the repository
 * @returns sorted, relative to `root`: `node_modules/fastify`
 */
export function packagesOf(ids: Iterable<string>, root: string): string[] {
  const folders = new Set<string>();
  for (const id of ids) {
    const path = id.split(`${root}/`).at(-1) ?? id;
    // `node_modules` may be a link: what stands before it tells nothing.
    const [folder] = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/?]+/.exec(path) ?? [];
    if (folder !== undefined) folders.add(folder);
  }
  return [...folders].sort();
}

/** Reports which packages a build used. */
export function reportPackages(root: string, report: (folders: readonly string[]) => void): Plugin {
  return {
    name: 'athanor-packages',
    generateBundle() {
      report(packagesOf(this.getModuleIds(), root));
    },
  };
}

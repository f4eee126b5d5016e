import { type ComponentType, lazy } from 'react';
import { loadPart } from '../api/parts.ts';

/** A component whose code is loaded when it is first drawn, and waits for a server that is away. */
// biome-ignore lint/suspicious/noExplicitAny: as React has it
export const lazyPart = <Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>) =>
  lazy(() => loadPart(load));

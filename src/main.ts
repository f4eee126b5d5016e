/** The server as sources run it: `athanor serve`. */
import { start } from './cli/start.ts';

await start(['serve']);

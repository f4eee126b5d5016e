import { callTo } from './call.ts';
import { useAnswer } from './queries.ts';

/** How people sign in on this server; undefined until it is known. */
export const useAuthentication = () => useAnswer(['info'], callTo('GET', '/api', {})).data?.authentication;

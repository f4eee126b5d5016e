/** Where the routes of the interface are. */
export const apiPrefix = '/api/v1';

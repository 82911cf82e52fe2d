import { apiOf } from '#client/api-client/api.ts';
import { adminEndpoints } from '#shared/admin-endpoints.ts';

/** The admin endpoints. They are in their own file so that other pages do not download them. */
export const adminApi = apiOf(adminEndpoints);
